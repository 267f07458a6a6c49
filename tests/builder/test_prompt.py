"""Prompts of whole sessions: what moves, what does not, and that the model is told."""

import dataclasses
from datetime import UTC, datetime

import pytest

from agentbench.builder import (
    SECTIONS,
    Event,
    Layout,
    Placed,
    Profile,
    Scenario,
    Step,
    Turn,
    TurnPrompt,
    User,
    plan,
)

PROFILE = Profile(
    name="p",
    identity="I am Vera.",
    user=User(name="Ada"),
    memory=("likes tea",),
    world={"Shop": "open"},
    project_file="Test before you push.",
)
STABLE_FIRST = ("identity", "user_context", "project_file", "memory", "world_state", "directive", "clock")


def layout(volatile: str, **changes: object) -> Layout:
    """A layout of all kinds of tiers."""
    plain = Layout(name="l", sections=tuple(Placed(section=name) for name in STABLE_FIRST))
    return dataclasses.replace(plain, volatile=volatile, **changes)  # type: ignore[arg-type]


def scenario(*events: tuple[Event, ...]) -> Scenario:
    """A session with these events before its turns, one hour between them."""
    turns = tuple(
        Turn(user=f"question {n}", steps=(Step(say="answer"),), events=each, after_seconds=3600)
        for n, each in enumerate(events)
    )
    return Scenario(name="s", description="", start=datetime(2026, 3, 3, 21, 30, tzinfo=UTC), turns=turns)


SESSION = scenario(
    (),
    (Event(kind="world", set={"Shop": "closed"}),),
    (Event(kind="memory", text="has a dog"), Event(kind="directive", text="Be brief.")),
    (),
)


def prompts(layout: Layout) -> tuple[TurnPrompt, ...]:
    """The session's prompts in this layout."""
    return plan(layout, PROFILE, SESSION, family="claude", tool_names=("search",))


def test_appended_never_moves_what_was_sent() -> None:
    """With volatile text appended, both system texts are the same in every turn."""
    told = prompts(layout("appended"))
    assert {(prompt.system.text, prompt.second.text) for prompt in told} == {
        (told[0].system.text, told[0].second.text)
    }


def test_appended_tells_every_change_once() -> None:
    """A changed block is appended in the turn where it changed, and only there."""
    told = [prompt.appended.text for prompt in prompts(layout("appended"))]
    assert told[0] == ""
    assert "Shop: closed" in told[1]
    assert "has a dog" in told[2] and "Be brief." in told[2] and "Shop" not in told[2]
    assert "directive: no longer in force" in told[3]
    assert "Wednesday, 04 March 2026" in told[2], "23:30 plus one hour is the next day"


@pytest.mark.parametrize("volatile", ["inside", "second", "front"])
def test_fresh_layouts_show_what_is_in_force(volatile: str) -> None:
    """Layouts that render anew show every volatile block as it is, somewhere in the turn's texts."""
    for prompt in prompts(layout(volatile)):
        shown = "\n".join(text.text for text in prompt.texts)
        assert all(block.text in shown for block in prompt.in_force)


def test_snapshot_layouts_freeze_the_system_text() -> None:
    """A layout that is not rebuilt every turn keeps the first turn's system text, volatile blocks included."""
    frozen = prompts(layout("inside", rebuild=("compression",)))
    assert len({prompt.system.text for prompt in frozen}) == 1
    assert "Shop: open" in frozen[-1].system.text


@pytest.mark.parametrize(
    ("clock", "shown"),
    [
        pytest.param("date", "Now: Tuesday, 03 March 2026 (+0000)", id="date"),
        pytest.param("minute", "Now: Tuesday, 03 March 2026, 22:30 (+0000)", id="minute"),
        pytest.param("second", "Now: Tuesday, 03 March 2026, 22:30:00 (+0000)", id="second"),
    ],
)
def test_clock_shows_the_layouts_granularity(clock: str, shown: str) -> None:
    """The clock section shows no more than the layout asks for."""
    assert prompts(layout("inside", clock=clock))[0].system.text.endswith(shown)


def test_a_layout_without_a_clock_has_no_clock_block() -> None:
    """An empty section leaves no trace."""
    text = prompts(layout("inside", clock="none"))[0].system
    assert "clock" not in {span.name for span in text.spans}
    assert not text.text.endswith("\n")


def test_spans_cover_all_but_separators() -> None:
    """Every character of a text belongs to one block or to a separator between two."""
    text = prompts(layout("inside"))[2].system
    at = 0
    for span in text.spans:
        assert text.text[at : span.start] in ("", "\n\n")
        at = span.end
    assert at == len(text.text)


def test_context_tier_stays_for_the_session() -> None:
    """A section moved to the context tier keeps its first text although the state behind it changes."""
    moved = tuple(Placed(section=name, tier="context" if name == "memory" else None) for name in STABLE_FIRST)
    last = prompts(layout("inside", sections=moved))[-1]
    assert "has a dog" not in last.system.text
    assert "likes tea" in last.system.text


@pytest.mark.parametrize("family", ["gpt", "qwen", "claude", None])
def test_tool_reminder_follows_the_family(family: str | None) -> None:
    """Weaker tool callers are told to call for real; Claude and unknown models are not."""
    text = plan(
        Layout(name="l", sections=(Placed(section="identity"), Placed(section="tool_use"))),
        PROFILE,
        SESSION,
        family=family,
        tool_names=("search",),
    )[0].system.text
    assert ("Using tools for real" in text) is (family in ("gpt", "qwen"))


def test_every_section_names_what_it_depends_on() -> None:
    """Sections are reachable by name and say what their text is made from."""
    assert all(name == section.name and section.depends_on for name, section in SECTIONS.items())
