"""The layouts that ship: what they share, what makes each of them, and that one is the other with its parts moved."""

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agentbench.builder import SECTIONS, Event, Layout, Placed, Profile, Scenario, TurnPrompt, plan, untold
from agentbench.errors import BadInput
from tests.builder.sessions import LAYOUTS, PROFILES, SESSIONS, TOOLS, layout, profile, session, tier_of

RULES = {"project_file", "project_edited", "workspace_rules"}
"""The workspace's rules: stable in the manner of the Personal Agent, or in the context tier with a note on edits."""


def prompts(layout: Layout, scenario: Scenario, who: Profile | None = None) -> tuple[TurnPrompt, ...]:
    """A session in a layout."""
    return plan(layout, who or profile("developer"), scenario, family="gpt", tool_names=TOOLS)


def test_four_layouts_ship() -> None:
    """The plan's four, under their names."""
    assert {"appended", "monolith", "split", "tiered"} <= set(LAYOUTS)
    assert all(layout(name).name == name for name in LAYOUTS)


def test_layouts_place_the_same_sections() -> None:
    """No layout looks cheap by telling the model less: they differ in order, tier and travel alone."""
    placed = {name: {each.section for each in layout(name).sections} for name in LAYOUTS}
    assert all(each | RULES == set(SECTIONS) for each in placed.values())
    assert all(each & RULES in ({"workspace_rules"}, RULES - {"workspace_rules"}) for each in placed.values())


@settings(max_examples=500, deadline=None)
@given(scenario=SESSIONS, who=st.sampled_from(PROFILES), clock=st.sampled_from(["none", "date", "minute"]))
def test_monolith_with_volatile_last_is_split(scenario: Scenario, who: str, clock: str) -> None:
    """With the same clock, moving the volatile layers of `monolith` to the end gives the joined text of `split`."""
    monolith, split = layout("monolith"), layout("split")
    last = sorted(monolith.sections, key=lambda each: tier_of(monolith, each.section) == "volatile")
    moved = prompts(monolith.replace(sections=tuple(last), clock=clock), scenario, profile(who))
    for one, two in zip(moved, prompts(split.replace(clock=clock), scenario, profile(who)), strict=True):
        assert one.system.text == "\n\n".join(text.text for text in two.texts)


BUSY = session(
    (),
    (Event(kind="memory", text="m1"), Event(kind="world", set={"Hall 2": "free"})),
    (Event(kind="directive", text="Be brief."), Event(kind="midnight")),
    (Event(kind="compression", text="All settled."),),
    (Event(kind="goal", text="Close the door."),),
)


def test_monolith_breaks_in_volatile_text() -> None:
    """Every turn changes its one system text, in a volatile block."""
    told = prompts(layout("monolith"), BUSY)
    assert len({prompt.system.text for prompt in told}) == len(told)
    for before, after in pairwise(told):
        changed = set(before.system.blocks) ^ set(after.system.blocks)
        assert {block.tier for block in changed} == {"volatile"}


def test_split_moves_its_second_block_alone() -> None:
    """The cached first block stays, the one behind it changes with every event."""
    told = prompts(layout("split"), BUSY)
    assert len({prompt.system.text for prompt in told}) == 1
    assert len({prompt.second.text for prompt in told}) == len(told)


def test_tiered_is_stale_until_compression() -> None:
    """A frozen prompt tells nothing new until a rebuild event, then everything, and is stale again."""
    told = prompts(layout("tiered"), BUSY)
    assert [bool(names) for names in untold(told)] == [False, True, True, False, True]
    assert told[0].system == told[1].system == told[2].system
    assert "All settled." in told[3].system.text and "m1" in told[3].system.text
    assert untold(told)[4] == ("goal",)


def test_appended_moves_nothing_and_tells_all() -> None:
    """Both system texts stay for as long as the conversation does; after a compression all is told again in one."""
    told = prompts(layout("appended"), BUSY)
    assert untold(told) == ((),) * len(told)
    assert len({prompt.system.text for prompt in told}) == 1
    assert [prompt.second == told[0].second for prompt in told] == [True, True, True, False, False]
    assert not told[3].appended and "m1" in told[3].second.text
    assert [block.name for block in told[4].appended.blocks] == ["goal"]


def test_a_value_that_returns_is_told_again() -> None:
    """From A to B and back to A: the latest word is A, and not because it was said before."""
    sets = ({"Hall 2": "free"}, {"Hall 2": "taken"}, {"Hall 2": "free"})
    told = prompts(layout("appended"), session((), *((Event(kind="world", set=each),) for each in sets)))
    assert untold(told) == ((),) * 4
    assert "Hall 2: free" in told[3].appended.text


def test_a_model_switch_brings_its_family_guidance() -> None:
    """The resolved model's card decides, from the turn of the switch on."""
    switched = session((), (Event(kind="model_switch", name="anthropic:claude-opus-4-6"),))
    for name in LAYOUTS:
        told = prompts(layout(name), switched)
        shown = ["tool_use" in {block.name for block in prompt.system.blocks} for prompt in told]
        assert shown == [True, False]


def test_an_edited_project_file_is_told() -> None:
    """The context tier keeps the rules of the session's start; an edit is told beside them, or replaces them."""
    edited = session((), (Event(kind="workspace", text="Rule: test twice."),))
    appended, split, tiered = (prompts(layout(name), edited)[1] for name in ("appended", "split", "tiered"))
    assert "they replace the earlier ones" in appended.appended.text and "fw/timing.h" in appended.system.text
    assert "test twice" in split.system.text and "fw/timing.h" not in split.system.text
    assert "test twice" not in tiered.system.text


def test_a_section_has_one_place() -> None:
    """A block that stands twice would have no one owner."""
    with pytest.raises(ValueError, match="placed twice: clock"):
        Layout(name="l", sections=(Placed(section="clock"), Placed(section="clock")))


@pytest.mark.parametrize("text", ["guidance: banana", "guidance: [gpt, 3]"])
def test_a_gate_that_means_nothing_is_refused(tmp_path, text: str) -> None:  # type: ignore[no-untyped-def]
    """In a layout file a misspelt gate is an error, not `auto`."""
    from agentbench.builder import load_layout

    path = tmp_path / "l.yaml"
    path.write_text(f"name: l\nsections: []\n{text}\n")
    with pytest.raises(BadInput, match="guidance gate"):
        load_layout(path)
