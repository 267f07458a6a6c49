"""Which conditions show a skill, and that all that hides it is named."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agentbench.builder.skills import SHOWN, Conditions, Hidden, Kind, Shown, Surroundings, Unmet, visibility
from agentbench.builder.skills.surroundings import conditions_met
from agentbench.builder.tools import Tool
from tests.builder.skills.thorough import THOROUGH
from tests.strategies import name_sets, names, tool_conditions

NEEDS = Conditions(requires_tools=("terminal",))
SPARE = Conditions(fallback_for_toolsets=("web",))


def _hidden(*unmet: tuple[Kind, str]) -> Hidden:
    return Hidden(unmet=tuple(Unmet(kind=kind, name=name) for kind, name in unmet))


@pytest.mark.parametrize(
    ("conditions", "tools", "toolsets", "expected"),
    [
        pytest.param(NEEDS, None, None, SHOWN, id="no-information-evaluates-nothing"),
        pytest.param(NEEDS, set(), set(), _hidden(("requires_tools", "terminal")), id="none-available"),
        pytest.param(
            NEEDS, None, set(), _hidden(("requires_tools", "terminal")), id="one-side-unknown-is-empty"
        ),
        pytest.param(NEEDS, {"terminal"}, None, SHOWN, id="other-side-unknown"),
        pytest.param(
            NEEDS, {"Terminal", " terminal"}, set(), _hidden(("requires_tools", "terminal")), id="exact"
        ),
        pytest.param(
            SPARE, set(), {"web"}, _hidden(("fallback_for_toolsets", "web")), id="fallback-not-needed"
        ),
        pytest.param(SPARE, {"web"}, set(), SHOWN, id="a-tool-is-no-toolset"),
        pytest.param(
            Conditions(
                requires_tools=("a", "b", "c"), fallback_for_tools=("b", "d"), requires_toolsets=("t",)
            ),
            {"b", "d"},
            set(),
            _hidden(
                ("fallback_for_tools", "b"),
                ("fallback_for_tools", "d"),
                ("requires_toolsets", "t"),
                ("requires_tools", "a"),
                ("requires_tools", "c"),
            ),
            id="every-condition-is-named",
        ),
    ],
)
def test_visibility(
    conditions: Conditions, tools: set[str] | None, toolsets: set[str] | None, expected: Shown | Hidden
) -> None:
    """Requires needs all, fallback needs none, hiding wins."""
    assert visibility(conditions, tools, toolsets) == expected


@pytest.mark.parametrize(
    ("platforms", "system", "termux", "shown"),
    [
        pytest.param(("macos",), "darwin", False, True, id="macos-is-darwin"),
        pytest.param(("macos",), "linux", False, False, id="other-system"),
        pytest.param(("win",), "win32", False, True, id="start-of-the-name"),
        pytest.param(("",), "linux", False, True, id="empty-is-all"),
        pytest.param(("termux",), "android", True, True, id="termux"),
        pytest.param(("linux",), "android", True, True, id="termux-is-linux"),
        pytest.param(("linux",), "android", False, False, id="android-without-termux"),
        pytest.param(("macos, linux",), "linux", False, False, id="two-in-one-text"),
    ],
)
def test_platforms(platforms: tuple[str, ...], system: str, termux: bool, shown: bool) -> None:
    """A skill for other systems is hidden, and the systems it is for are named."""
    here = Surroundings(system=system, termux=termux)
    unmet = _hidden(("platforms", ", ".join(platforms)))
    assert conditions_met(Conditions(platforms=platforms), here) == (SHOWN if shown else unmet)


@pytest.mark.parametrize(
    ("tags", "shown"),
    [
        pytest.param((), True, id="none"),
        pytest.param(("kanban",), False, id="not-here"),
        pytest.param(("kanban", "docker"), True, id="one-is-enough"),
        pytest.param(("kanban", "mars"), True, id="an-unknown-one-cannot-be-disproved"),
        pytest.param(("",), False, id="blank"),
    ],
)
def test_environments(tags: tuple[str, ...], shown: bool) -> None:
    """A skill for another kind of host is hidden."""
    here = Surroundings(environments=frozenset({"docker"}))
    assert (conditions_met(Conditions(environments=tags), here) == SHOWN) is shown


def test_toolsets_come_from_loaded_tools() -> None:
    """A deferred tool is loaded too, so its toolset is there."""
    deferred = Tool(name="mcp_github_issue", description="", toolset="mcp-github", source="mcp")
    here = Surroundings.of([Tool(name="memory", description=""), deferred])
    assert here.tools == {"memory", "mcp_github_issue"}
    assert here.toolsets == {"core", "mcp-github"}
    assert visibility(Conditions(requires_toolsets=("mcp-github",)), here.tools, here.toolsets) == SHOWN


def test_an_unmet_condition_reads_as_a_sentence() -> None:
    """The command line prints it as it is."""
    assert str(Unmet(kind="requires_tools", name="x")) == "requires the tool 'x', which is not loaded"


@THOROUGH
@given(tool_conditions, name_sets, name_sets)
def test_shown_is_all_required_and_no_fallback_target(
    conditions: Conditions, tools: frozenset[str], toolsets: frozenset[str]
) -> None:
    """The outcome agrees with set arithmetic."""
    required = set(conditions.requires_tools) <= tools and set(conditions.requires_toolsets) <= toolsets
    needed = not (
        set(conditions.fallback_for_tools) & tools or set(conditions.fallback_for_toolsets) & toolsets
    )
    assert (visibility(conditions, tools, toolsets) == SHOWN) is (required and needed)


@THOROUGH
@given(tool_conditions, name_sets, name_sets, names)
def test_a_tool_more(
    conditions: Conditions, tools: frozenset[str], toolsets: frozenset[str], name: str
) -> None:
    """Adding a tool hides no skill that only requires, and shows none that is only a fallback."""
    requires = Conditions(
        requires_tools=conditions.requires_tools, requires_toolsets=conditions.requires_toolsets
    )
    fallback = Conditions(
        fallback_for_tools=conditions.fallback_for_tools,
        fallback_for_toolsets=conditions.fallback_for_toolsets,
    )
    more = (tools | {name}, toolsets | {name})
    if visibility(requires, tools, toolsets) == SHOWN:
        assert visibility(requires, *more) == SHOWN
    if visibility(fallback, *more) == SHOWN:
        assert visibility(fallback, tools, toolsets) == SHOWN


@THOROUGH
@given(tool_conditions, name_sets, name_sets)
def test_meeting_what_is_unmet_shows_the_skill(
    conditions: Conditions, tools: frozenset[str], toolsets: frozenset[str]
) -> None:
    """Loading what is required and unloading what it stands in for shows it, unless it contradicts itself."""
    outcome = visibility(conditions, tools, toolsets)
    unmet = outcome.unmet if isinstance(outcome, Hidden) else ()
    named: dict[Kind, set[str]] = {}
    for one in unmet:
        named.setdefault(one.kind, set()).add(one.name)
    tools = (tools | named.get("requires_tools", set())) - named.get("fallback_for_tools", set())
    toolsets = (toolsets | named.get("requires_toolsets", set())) - named.get("fallback_for_toolsets", set())
    if conditions.contradictions:
        assert isinstance(visibility(conditions, tools, toolsets), Hidden)
    else:
        assert visibility(conditions, tools, toolsets) == SHOWN


@THOROUGH
@given(tool_conditions, names, st.booleans(), name_sets, name_sets)
def test_a_contradiction_is_never_shown(
    conditions: Conditions, name: str, toolset: bool, tools: frozenset[str], toolsets: frozenset[str]
) -> None:
    """With any information about tools, a name that is required and must be absent hides the skill."""
    both = (
        Conditions(requires_toolsets=(*conditions.requires_toolsets, name), fallback_for_toolsets=(name,))
        if toolset
        else Conditions(requires_tools=(*conditions.requires_tools, name), fallback_for_tools=(name,))
    )
    assert both.contradictions
    assert isinstance(visibility(both, tools, toolsets), Hidden)
