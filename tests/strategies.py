"""Hypothesis strategies that more than one test uses."""

from collections.abc import Iterable

import yaml
from hypothesis import strategies as st

from agentbench.builder.skills import Conditions, Skill, Surroundings

# few names, so that conditions and loaded tools meet
NAMES = ("terminal", "web", "browser", "mail", "Terminal", "é")
names = st.sampled_from(NAMES)
name_sets = st.frozensets(names)
name_tuples = st.lists(names, unique=True, max_size=3).map(tuple)
platforms = st.lists(st.sampled_from(("linux", "macos", "windows", "")), unique=True, max_size=2).map(tuple)
environments = st.lists(st.sampled_from(("docker", "kanban", "mars")), unique=True, max_size=2).map(tuple)

tool_conditions = st.builds(
    Conditions,
    requires_tools=name_tuples,
    requires_toolsets=name_tuples,
    fallback_for_tools=name_tuples,
    fallback_for_toolsets=name_tuples,
)
conditions = st.builds(
    Conditions,
    requires_tools=name_tuples,
    requires_toolsets=name_tuples,
    fallback_for_tools=name_tuples,
    fallback_for_toolsets=name_tuples,
    platforms=platforms,
    environments=environments,
)
surroundings = st.builds(
    Surroundings,
    tools=st.none() | name_sets,
    toolsets=st.none() | name_sets,
    system=st.sampled_from(("linux", "darwin", "win32")),
    environments=st.frozensets(st.sampled_from(("docker", "kanban"))),
    disabled=st.frozensets(st.sampled_from(("skill-1", "d2"))),
)

_words = st.text(st.sampled_from("abz é-"), min_size=1, max_size=8).filter(lambda text: text.strip() != "")


def _skill(
    path: tuple[str, str], name: str, root: int, description: str | None, when: str | None, asked: Conditions
) -> Skill:
    category, directory = path
    return Skill(category, name, root, f"{category}/{directory}/SKILL.md", description, when, asked)


skill = st.builds(
    _skill,
    st.tuples(st.sampled_from(("a", "a/b", "work", "Zoo")), st.sampled_from(("d1", "d2", "d3", "d4"))),
    st.sampled_from(("skill-1", "skill-2", "skill-10", "ü")),
    st.sampled_from((0, 0, 0, 1)),
    st.none() | _words | st.just("long " * 30),
    st.none() | _words,
    conditions,
)
# no two with the same file, as on a disk
skills = st.lists(skill, max_size=8, unique_by=lambda one: (one.root, one.path)).map(tuple)

_scalars = (
    st.none()
    | st.booleans()
    | st.integers(-3, 10**30)
    | st.floats()
    | st.text(max_size=12)
    | st.dates()
    | st.sampled_from(
        (*NAMES, "</available_skills>", "a\n\nb", "[names only]", "\u2028", "<b>x</b>", "- x", "---")
    )
)
yaml_values = st.recursive(
    _scalars,
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4) | names, inner, max_size=3)
    ),
    max_leaves=6,
)
_KEYS = ("requires_tools", "requires_toolsets", "fallback_for_tools", "fallback_for_toolsets")
heads = st.fixed_dictionaries(
    {},
    optional={
        "name": yaml_values,
        "description": yaml_values,
        "when_to_use": yaml_values,
        "platforms": yaml_values | st.just(["linux"]),
        "environments": yaml_values,
        "metadata": yaml_values
        | st.fixed_dictionaries(
            {"hermes": st.dictionaries(st.sampled_from(_KEYS), yaml_values | st.lists(names, max_size=2))}
        ),
    },
)


def skill_file(head: object, body: str = "# Steps\n") -> str:
    """The text of a skill file with this front matter."""
    return f"---\n{yaml.safe_dump(head, allow_unicode=True)}---\n\n{body}"


def joined(parts: Iterable[str]) -> st.SearchStrategy[str]:
    """Texts made of these parts in any order and number."""
    return st.lists(st.sampled_from(tuple(parts)), max_size=14).map("".join)


# pieces of which front matter is made, so that chance finds what has a meaning
_PIECES = (
    *(
        "---\n",
        "---",
        "\n",
        "\r\n",
        "\r",
        "  ",
        " ",
        "\t",
        "- ",
        ": ",
        ":",
        "#",
        " #",
        "'",
        '"',
        "[",
        "]",
        "{",
        "}",
    ),
    *(
        ",",
        ", ",
        "|",
        ">",
        "&a ",
        "*a",
        "!!set ",
        "!!python/name:os ",
        "<<: ",
        "? ",
        "%",
        "@",
        "=",
        "~",
        "\ufeff",
    ),
    *(
        "name",
        "description",
        "metadata",
        "hermes",
        "requires_tools",
        "platforms",
        "null",
        "yes",
        "2024-01-02",
    ),
    *(
        "0x1f",
        "1:20",
        "terminal",
        "web search",
        "über",
        "日本",
        "😀",
        "\x00",
        "\x85",
        "\u2028",
        "\xa0",
        ".inf",
    ),
)
front_matter_texts = joined(_PIECES) | joined(("---\n", *_PIECES)).map(lambda text: f"---\n{text}\n---\n")

_key = st.sampled_from(("name", "description", "metadata", "hermes", "a-b", "yes", "On", "x1", "null"))
_plain_value = (
    st.sampled_from(
        (
            "",
            "word",
            "two words",
            "Yes",
            "NULL",
            "true story",
            "[a, b-c]",
            "[]",
            "[ a ]",
            "[yes, a]",
            "'x: y'",
            '"z # q"',
        )
    )
    | st.text(st.characters(exclude_categories=["Cs"]), max_size=6)
    | st.text(st.sampled_from("ab '\"#:-[],{}&*!|>%@`.\\~=é"), max_size=6).map(lambda text: f"w{text}")
)
plain_lines = st.builds(
    lambda indent, key, gap, value: f"{'  ' * indent}{key}:{gap}{value}",
    st.integers(0, 2),
    _key,
    st.sampled_from((" ", " ", " ", "", "  ")),
    _plain_value,
)
# nearly the part of YAML that is read without PyYAML
plain_blocks = st.lists(plain_lines | st.sampled_from(("", " ", "- a", "# x")), max_size=5).map("\n".join)
