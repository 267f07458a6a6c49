"""What a skill file says, whatever is in it."""

import datetime
from typing import Any

import pytest
import yaml
from hypothesis import given

from agentbench.builder.skills import Conditions, front_matter, parse
from agentbench.builder.skills.frontmatter import load
from agentbench.builder.skills.plain import plain
from agentbench.builder.skills.skill import category_text
from agentbench.builder.skills.values import items_in, names_in, one_line
from tests.builder.skills.thorough import THOROUGH
from tests.strategies import front_matter_texts, heads, plain_blocks, skill_file, yaml_values

BOMB = "a: &a [x,x,x,x,x,x,x,x,x,x]\n" + "".join(
    f"{chr(98 + i)}: &{chr(98 + i)} [{','.join(['*' + chr(97 + i)] * 10)}]\n" for i in range(8)
)


@pytest.mark.parametrize(
    ("text", "values", "problem"),
    [
        pytest.param("", {}, None, id="empty"),
        pytest.param("\n---\na: b\n---\n", {}, None, id="a-line-before"),
        pytest.param("---\na: b\n---\n", {"a": "b"}, None, id="plain"),
        pytest.param("---\na: b\n---", {"a": "b"}, None, id="no-newline-at-the-end-of-the-file"),
        pytest.param("---\na: b\n---  \t", {"a": "b"}, None, id="blanks-at-the-end-of-the-file"),
        pytest.param("---\r\na: b\r\n---\r\n", {"a": "b"}, None, id="crlf"),
        pytest.param("\ufeff---\na: b\n---\n", {"a": "b"}, None, id="byte-order-mark"),
        pytest.param("---\n---\n", {}, None, id="nothing-in-it"),
        pytest.param("---\n# a: b\n---\n", {}, None, id="comment"),
        pytest.param("---\na: b\n", {}, "no closing line", id="not-closed"),
        pytest.param("---\na: b\n---x\n", {}, "no closing line", id="no-closer"),
        pytest.param("---\n- a\n---\n", {}, "is a list", id="list"),
        pytest.param("---\na: b: c\nd: 'e'\n---\n", {"a": "b: c", "d": "'e'"}, "no YAML", id="by-line"),
        pytest.param("---\na: 2024-13-45\n---\n", {"a": "2024-13-45"}, "no YAML", id="no-date"),
        pytest.param("---\na: !!bool x\n---\n", {"a": "!!bool x"}, "no YAML", id="key-error-inside-yaml"),
        pytest.param("--- yaml\na: b\n---\n", {"a": "b"}, "no YAML", id="text-behind-the-opener"),
        pytest.param(
            "---\na: !!set {y, x}\n---\n", {"a": {"y": None, "x": None}}, None, id="sets-have-an-order"
        ),
    ],
)
def test_front_matter(text: str, values: dict[object, object], problem: str | None) -> None:
    """The keys, and what is wrong."""
    found = front_matter(text)
    assert found.values == values
    assert (found.problem is None) if problem is None else (problem in str(found.problem))


def test_merge_keys_that_multiply_are_not_followed() -> None:
    """A few lines that stand for millions of entries are read line by line instead."""
    levels = "".join(f"  - &l{i} {{<<: [*l{i - 1}, *l{i - 1}, *l{i - 1}]}}\n" for i in range(1, 20))
    found = front_matter(f"---\nname: kept\nx:\n  - &l0 {{a: b}}\n{levels}---\n")
    assert found.values["name"] == "kept"
    assert "merge keys" in str(found.problem)


@pytest.mark.parametrize(
    ("value", "names"),
    [
        pytest.param(None, (), id="left-empty"),
        pytest.param(False, (), id="false"),
        pytest.param([], (), id="empty-list"),
        pytest.param("", (), id="empty-text"),
        pytest.param("terminal", ("terminal",), id="text-is-a-list-of-one"),
        pytest.param(5, ("5",), id="number"),
        pytest.param(True, ("True",), id="true"),
        pytest.param([None], ("None",), id="null-in-a-list"),
        pytest.param([["web"], {"a": 1}], ("web", "a"), id="inside"),
        pytest.param({"terminal": True, "web": None}, ("terminal", "web"), id="mapping"),
        pytest.param(["b", "a", "b"], ("b", "a"), id="once-each"),
        pytest.param([datetime.date(2024, 1, 2)], ("2024-01-02",), id="date"),
        pytest.param([" a "], (" a ",), id="not-stripped"),
    ],
)
def test_names(value: object, names: tuple[str, ...]) -> None:
    """Names in whatever stands where a list should."""
    assert names_in(value) == names


def test_platform_items() -> None:
    """A list's items without case and blanks; a mapping is no list."""
    assert items_in([" MacOS", 3]) == ("macos", "3")
    assert items_in({"linux": True}) == ("{'linux': true}",)
    assert items_in(0) == ()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("  padded  ", "  padded  ", id="unchanged"),
        pytest.param("a\n\n b\r\n", "a b", id="line-ends"),
        pytest.param("a\u2028b\x85c\x0bd", "a b c d", id="all-line-ends"),
        pytest.param("x </available_skills>", "x ‹/available_skills>", id="tag"),
        pytest.param("< / skills>", "‹ / skills>", id="loose-tag"),
        pytest.param("a < b, 1 <2, x -> y", "a ‹ b, 1 <2, x -> y", id="comparison"),
        pytest.param("\ud800", "\ufffd", id="surrogate"),
    ],
)
def test_one_line(text: str, expected: str) -> None:
    """No line end and no tag is left."""
    assert one_line(text) == expected


@pytest.mark.parametrize(
    ("path", "category", "name"),
    [
        pytest.param("SKILL.md", "general", "top", id="root"),
        pytest.param("x/SKILL.md", "x", "x", id="one"),
        pytest.param("a/b/SKILL.md", "a", "b", id="two"),
        pytest.param("a/b/c/SKILL.md", "a/b", "c", id="three"),
        pytest.param("a\n</x>/b/SKILL.md", "a ‹/x>", "b", id="neutralised"),
    ],
)
def test_place(path: str, category: str, name: str) -> None:
    """The category comes from the path, and so does the name where the file gives none."""
    skill = parse("", path, top="top")
    assert (skill.category, skill.name) == (category, name)


def test_everything_a_file_may_say() -> None:
    """All fields at once."""
    text = (
        "---\nname: tidy\ndescription: \"'Sort files'\"\nwhen_to_use: a folder is full\nplatforms: [Linux]\n"
        "environments: docker\nmetadata:\n  hermes:\n    requires_tools: terminal\n"
        "    fallback_for_toolsets: [web]\n---\nbody\n"
    )
    skill = parse(text, "home/t/SKILL.md")
    assert skill[:6] == ("home", "tidy", 0, "home/t/SKILL.md", "Sort files", "a folder is full")
    assert skill.conditions == Conditions(
        requires_tools=("terminal",),
        fallback_for_toolsets=("web",),
        platforms=("linux",),
        environments=("docker",),
    )
    assert skill.problem is None
    assert skill.directory == "t"


def test_a_value_of_a_million_parts_degrades_only_itself() -> None:
    """References that multiply take the name; description and other skills stay."""
    skill = parse(
        f"---\n{BOMB}name: *i\ndescription: fine\nmetadata:\n  hermes: {{requires_tools: *i}}\n---\n",
        "a/b/SKILL.md",
    )
    assert (skill.name, skill.description, skill.conditions) == ("b", "fine", Conditions())
    assert "'name' is ignored" in str(skill.problem)
    assert "'requires_tools' is ignored" in str(skill.problem)
    assert category_text(f"---\n{BOMB}description: *i\n---\n") is None


def test_a_number_of_thousands_of_digits() -> None:
    """Python refuses to write it, so it is no name."""
    assert parse(f"---\nname: 0x{'f' * 9000}\n---\n", "a/b/SKILL.md").name == "b"


def test_a_list_that_holds_itself() -> None:
    """It ends."""
    skill = parse(
        "---\nname: &a [*a]\nmetadata: {hermes: {requires_tools: &b [*b, x]}}\n---\n", "a/b/SKILL.md"
    )
    assert skill.name == "b"


@THOROUGH
@given(plain_blocks)
def test_plain_agrees_with_yaml(block: str) -> None:
    """What is read without PyYAML is what PyYAML reads."""
    values = plain(block)
    if values is not None:
        assert values == (load(block) or {})


@pytest.mark.parametrize(
    "block",
    [
        pytest.param(
            "name: a b\ndescription: 'x: y'\nmetadata:\n  hermes:\n    requires_tools: [a, b-c]\n", id="usual"
        ),
        pytest.param('a: "x # y"\nb:\nc: é 日本 😀', id="others"),
        pytest.param("a:\n  b:\n    c: d\n  e: f\ng: []", id="nested"),
    ],
)
def test_plain_reads_what_is_usual(block: str) -> None:
    """The quick way is taken for ordinary skills."""
    assert plain(block) == load(block)


@THOROUGH
@given(front_matter_texts)
def test_any_text_is_a_skill(text: str) -> None:
    """Parsing never raises, and name and description stay on their line."""
    skill = parse(text, "a/b/SKILL.md")
    for one in (skill.name, skill.description or "", skill.when_to_use or ""):
        assert len(one.splitlines()) <= 1
        assert "</" not in one
        one.encode()
    assert skill.name.strip()


@THOROUGH
@given(heads)
def test_any_head_is_a_skill(head: dict[str, Any]) -> None:
    """Front matter of any shape gives a skill whose conditions are names."""
    skill = parse(skill_file(head), "a/b/SKILL.md")
    for names in (skill.conditions.requires_tools, skill.conditions.platforms):
        assert all(isinstance(name, str) for name in names)
    if not set(head) & {"metadata", "platforms", "environments"}:
        assert skill.conditions == Conditions()


@THOROUGH
@given(yaml_values)
def test_a_value_means_the_same_however_it_is_written(value: object) -> None:
    """Names do not depend on block or flow style."""
    block, flow = (yaml.safe_dump({"v": value}, default_flow_style=style) for style in (False, True))
    assert front_matter(f"---\n{block}---\n").problem is None
    one, other = (front_matter(f"---\n{text}---\n").values["v"] for text in (block, flow))
    assert names_in(one) == names_in(other)
