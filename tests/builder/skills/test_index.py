"""What the model is told, in which order, in how many words."""

import random
import re

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from agentbench.builder.skills import (
    SHOWN,
    Conditions,
    Form,
    Hidden,
    Index,
    Known,
    Shown,
    Skill,
    Surroundings,
    decisions,
    index,
    parse,
    skills_block,
)
from agentbench.builder.skills.reports import nearest_name
from agentbench.builder.tools import Tool
from agentbench.errors import BadInput
from tests.builder.skills.thorough import THOROUGH
from tests.strategies import heads, skill_file, skills, surroundings

EVERYWHERE = Surroundings()


def _skill(path: str, name: str | None = None, root: int = 0, **conditions: tuple[str, ...]) -> Skill:
    text = f"---\nname: {name}\ndescription: does {name}\n---\n" if name else ""
    return parse(text, path, root=root)._replace(conditions=Conditions(**conditions))


def _lines(found: Index) -> list[str]:
    assert found.text is not None
    return found.text.partition("<available_skills>\n")[2].partition("\n</available_skills>")[0].split("\n")


def _words(text: str) -> int:
    return len(text.split())


SOME = (
    _skill("b/x/SKILL.md", "x"),
    _skill("a/10/SKILL.md", "10"),
    _skill("a/2/SKILL.md", "2"),
    _skill("a/B/SKILL.md", "B"),
    _skill("a/a/SKILL.md", "a"),
    _skill("a/long/SKILL.md")._replace(description="d" * 61),
    _skill("a/bare/SKILL.md"),
)


def test_lines_are_in_code_point_order() -> None:
    """Categories, then names: digits, capitals, small letters; descriptions end at 60 characters."""
    assert _lines(index(SOME, EVERYWHERE, categories={"b": "Text of b", "unused": "x"})) == [
        "  a:",
        "    - 10: does 10",
        "    - 2: does 2",
        "    - B: does B",
        "    - a: does a",
        "    - bare",
        f"    - long: {'d' * 57}...",
        "  b: Text of b",
        "    - x: does x",
    ]


def test_names_only_categories() -> None:
    """Of a category outside the present work only the names are given, also of those below it, and the text says so."""
    found = index(
        (*SOME, _skill("a/c/y/SKILL.md", "y")), EVERYWHERE, names_only={"a"}, categories={"a": "gone"}
    )
    assert _lines(found) == [
        "  a [names only]: 10, 2, B, a, bare, long",
        "  a/c [names only]: y",
        "  b:",
        "    - x: does x",
    ]
    assert found.text is not None
    assert "[names only]" in found.text.partition("</available_skills>")[2]


def test_preamble() -> None:
    """The other form: one line a skill, whole description, when to use it, and a nudge to improve skills."""
    when = _skill("a/z/SKILL.md", "z")._replace(when_to_use="it rains")
    text = index((*SOME, when), EVERYWHERE, form="preamble").text
    assert text is not None
    assert f"- long: {'d' * 61}\n" in text
    assert "- z: does z (use it when: it rains)\n" in text
    assert "- bare\n" in text
    assert "improve it" in text


def test_nothing_shown_is_no_text() -> None:
    """An empty index is not announced."""
    found = index([_skill("a/b/SKILL.md", requires_tools=("x",))], Surroundings(tools=frozenset()))
    assert (found.text, found.level, found.tokens, found.shown) == (None, None, None, ())
    assert [skill.path for skill, _ in found.hidden] == ["a/b/SKILL.md"]


def test_the_block_needs_a_skill_tool() -> None:
    """Without a tool that loads skills nothing is said of them."""
    memory = Tool(name="memory", description="", toolset="memory")
    view = Tool(name="skill_view", description="", toolset="skills")
    assert skills_block(SOME, [memory]) is None
    assert skills_block(SOME, [memory, view]) == index(SOME, EVERYWHERE).text
    assert skills_block([_skill("a/b/SKILL.md", requires_toolsets=("web",))], [view]) is None
    assert skills_block(SOME, [view], disabled=[skill.name for skill in SOME]) is None


@pytest.mark.parametrize(
    ("given_skills", "here", "expected"),
    [
        pytest.param(
            [_skill("c/2/SKILL.md", "n"), _skill("c/1/SKILL.md", "n")],
            EVERYWHERE,
            {"c/1/SKILL.md": [], "c/2/SKILL.md": ["shadowed c/1/SKILL.md"]},
            id="first-by-path-in-a-category",
        ),
        pytest.param(
            [_skill("c/1/SKILL.md", "n", requires_tools=("x",)), _skill("c/2/SKILL.md", "n")],
            Surroundings(tools=frozenset()),
            {"c/1/SKILL.md": ["requires_tools x"], "c/2/SKILL.md": []},
            id="a-hidden-one-does-not-shadow",
        ),
        pytest.param(
            [_skill("z/1/SKILL.md", "n"), _skill("a/1/SKILL.md", "n", 1), _skill("b/1/SKILL.md", "n", 2)],
            EVERYWHERE,
            {
                "z/1/SKILL.md": [],
                "a/1/SKILL.md": ["shadowed z/1/SKILL.md"],
                "b/1/SKILL.md": ["shadowed z/1/SKILL.md"],
            },
            id="local-wins-in-any-category",
        ),
        pytest.param(
            [_skill("a/1/SKILL.md", "n", 2), _skill("b/1/SKILL.md", "n", 1)],
            EVERYWHERE,
            {"a/1/SKILL.md": ["shadowed b/1/SKILL.md"], "b/1/SKILL.md": []},
            id="first-external-wins",
        ),
        pytest.param(
            [_skill("a/1/SKILL.md", "n"), _skill("b/1/SKILL.md", "n")],
            EVERYWHERE,
            {"a/1/SKILL.md": [], "b/1/SKILL.md": []},
            id="two-local-ones-in-two-categories",
        ),
        pytest.param(
            [
                _skill("a/d/SKILL.md", "n", 0, requires_tools=("x",), platforms=("macos",)),
                _skill("a/e/SKILL.md", "n", 1),
            ],
            Surroundings(tools=frozenset(), disabled=frozenset({"d", "n"})),
            {
                "a/d/SKILL.md": ["requires_tools x", "platforms macos", "disabled d", "disabled n"],
                "a/e/SKILL.md": ["disabled n"],
            },
            id="everything-that-hides",
        ),
        pytest.param(
            [_skill("a/d/SKILL.md", "n")._replace(unreadable=True)],
            EVERYWHERE,
            {"a/d/SKILL.md": ["unreadable a/d/SKILL.md"]},
            id="unreadable",
        ),
    ],
)
def test_decisions(given_skills: list[Skill], here: Surroundings, expected: dict[str, list[str]]) -> None:
    """Each skill with all that hides it."""
    found = {
        skill.path: [f"{one.kind} {one.name}" for one in outcome.unmet] if isinstance(outcome, Hidden) else []
        for skill, outcome in decisions(given_skills, here)
    }
    assert found == expected


def test_reports() -> None:
    """Unknown names come with the nearest known one, contradictions and unusable files are named; nothing changes."""
    known = Known.of(
        [Tool(name="terminal", description="", toolset="shell"), Tool(name="web", description="")]
    )
    told = (
        _skill("a/1/SKILL.md", "one", requires_tools=(" Terminal", "terminal")),
        _skill("a/2/SKILL.md", "two", fallback_for_toolsets=("quite-else",)),
        _skill("a/3/SKILL.md", "three", requires_tools=("web",), fallback_for_tools=("web",)),
        parse("---\nname: open\n", "a/4/SKILL.md"),
        _skill("b/5/SKILL.md", "two"),
    )
    here = Surroundings(tools=frozenset({"terminal"}), toolsets=frozenset({"shell"}))
    found = index(told, here, known=known)
    assert [(one.kind, one.path) for one in found.reports] == [
        ("problem", "a/4/SKILL.md"),
        ("unknown_name", "a/1/SKILL.md"),
        ("contradiction", "a/3/SKILL.md"),
        ("unknown_name", "a/2/SKILL.md"),
        ("ambiguous_name", "b/5/SKILL.md"),
    ]
    messages = " ".join(one.message for one in found.reports)
    assert "' Terminal' in requires_tools" in messages
    assert "the nearest known one is 'terminal'" in messages
    assert "'quite-else' in fallback_for_toolsets, which does not exist; nothing known is near it" in messages
    assert found.decisions == index(told, here).decisions


def test_nearest_name_prefers_the_same_letters() -> None:
    """Case and blanks count less than letters."""
    assert nearest_name("TERMINAL ", {"terminal", "terminals"}) == "terminal"
    assert nearest_name("x", set()) is None


def test_a_budget_needs_a_count() -> None:
    """A limit in tokens cannot be kept by guessing."""
    with pytest.raises(BadInput, match="pass count="):
        index(SOME, EVERYWHERE, budget_tokens=5)


@pytest.mark.parametrize("form", ["index", "preamble"])
def test_levels(form: Form) -> None:
    """With less room descriptions go first, then names, then categories, and each loss is said and reported."""
    full = index(SOME, EVERYWHERE, budget_tokens=10**6, count=_words, form=form)
    assert (full.level, full.reports) == ("full", ())
    assert full.text is not None
    assert full.tokens == _words(full.text)
    seen = []
    for budget in range(full.tokens, -1, -1):
        found = index(SOME, EVERYWHERE, budget_tokens=budget, count=_words, form=form)
        seen.append(found.level)
        assert found.level == "full" or [one.kind for one in found.reports] == ["budget"]
        assert found.level == "cut" or (found.tokens or 0) <= budget
    order = ["full", "names", "categories", "cut"]
    assert [level for level in order if level in seen] == sorted(set(seen), key=order.index)
    assert seen == sorted(seen, key=lambda level: order.index(str(level)))
    assert "and 7 more in 2 more categories" in str(found.text)
    assert "and still has" in found.reports[0].message


@THOROUGH
@given(skills, surroundings, st.integers(0, 120), st.sampled_from(["index", "preamble"]))
def test_no_name_goes_silently(some: tuple[Skill, ...], here: Surroundings, budget: int, form: Form) -> None:
    """Whatever the budget, each shown skill is named, or counted in its category, or counted in the rest."""
    found = index(some, here, budget_tokens=budget, count=_words, form=form)
    if found.text is None:
        assert found.shown == ()
        return
    if found.level in ("full", "names"):
        for skill in found.shown:
            assert re.search(rf"[-:,] {re.escape(skill.name)}(,|:|\n| \()", found.text)
        return
    counts = [int(number) for number in re.findall(r"^  \S+: (\d+) skills?$", found.text, re.MULTILINE)]
    counts += [
        int(number)
        for number in re.findall(r"^  and (\d+) more in \d+ more categories$", found.text, re.MULTILINE)
    ]
    assert sum(counts) == len(found.shown)
    assert [one.kind for one in found.reports if one.kind == "budget"] == ["budget"]


@THOROUGH
@given(skills, surroundings, st.randoms(use_true_random=False))
def test_order_does_not_matter(some: tuple[Skill, ...], here: Surroundings, chance: random.Random) -> None:
    """However the files come, decisions and text are the same."""
    shuffled = list(some)
    chance.shuffle(shuffled)
    assert index(shuffled, here) == index(some, here)


@THOROUGH
@given(skills, surroundings)
def test_a_skill_without_conditions_is_shown(some: tuple[Skill, ...], here: Surroundings) -> None:
    """Nothing but a disabled or a doubled name can hide it."""
    for skill, outcome in decisions(some, here):
        if skill.conditions == Conditions() and not {skill.name, skill.directory} & here.disabled:
            kinds = {one.kind for one in outcome.unmet} if isinstance(outcome, Hidden) else set()
            assert kinds <= {"shadowed"}
            assert isinstance(outcome, Shown) or any(
                other.name == skill.name for other in some if other != skill
            )


@THOROUGH
@given(skills, surroundings)
def test_shown_and_hidden_are_all(some: tuple[Skill, ...], here: Surroundings) -> None:
    """No skill is lost, no hidden one is without a reason, and names in a category are unique."""
    found = index(some, here)
    assert sorted(
        [*found.shown, *(skill for skill, _ in found.hidden)], key=lambda one: (one.root, one.path)
    ) == sorted(some, key=lambda one: (one.root, one.path))
    assert all(outcome.unmet for _, outcome in found.hidden)
    assert len({(skill.category, skill.name) for skill in found.shown}) == len(found.shown)
    # an external skill never takes a name that a local one has
    local = {skill.name for skill in found.shown if skill.root == 0}
    assert not local & {skill.name for skill in found.shown if skill.root}


@THOROUGH
@given(skills, surroundings)
def test_meeting_what_is_unmet_shows_the_skill(some: tuple[Skill, ...], here: Surroundings) -> None:
    """Alone and with its tool conditions met a skill is shown, unless contradictory, disabled or filtered."""
    for skill, outcome in index(some, here).hidden:
        kinds = {one.kind for one in outcome.unmet}
        if skill.conditions.contradictions or kinds & {"disabled", "platforms", "environments"}:
            continue
        asked = skill.conditions
        met = Surroundings(
            tools=frozenset(asked.requires_tools),
            toolsets=frozenset(asked.requires_toolsets),
            system=here.system,
            environments=here.environments,
        )
        assert decisions([skill], met) == ((skill, SHOWN),)


@THOROUGH
@given(heads, heads)
def test_one_skill_never_changes_anothers_line(head: object, other: object) -> None:
    """Whatever stands in a file, the line of a skill in another category is what it is alone."""
    mine, theirs = parse(skill_file(head), "m/mine/SKILL.md"), parse(skill_file(other), "t/theirs/SKILL.md")
    assume(all(decisions([skill], EVERYWHERE) == ((skill, SHOWN),) for skill in (mine, theirs)))
    alone, both = index([mine], EVERYWHERE), index([mine, theirs], EVERYWHERE)
    assert _lines(both) == _lines(alone) + _lines(index([theirs], EVERYWHERE))
    assert len(_lines(both)) == 4
    assert str(both.text).count("</available_skills>") == 1
