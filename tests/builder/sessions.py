"""Sessions of every kind of event, for properties of layouts."""

from datetime import datetime
from functools import cache
from pathlib import Path

from hypothesis import strategies as st

from agentbench.builder import (
    SECTIONS,
    Event,
    Layout,
    Profile,
    Scenario,
    Step,
    Tier,
    Turn,
    load_layout,
    load_value,
)

ROOT = Path(__file__).resolve().parents[2] / "fixtures"
LAYOUTS = tuple(sorted(path.stem for path in (ROOT / "layouts").glob("*.yaml")))
# the profiles with many tools differ in their catalogues alone, which sessions here do not load: one stands for them
_TWINS = {"many-100", "many-500", "many-2000"}
PROFILES = tuple(sorted(path.stem for path in (ROOT / "profiles").glob("*.yaml") if path.stem not in _TWINS))
TOOLS = ("computer_use", "kanban_show", "remember", "session_search", "skill_manage", "skill_view")
START = datetime.fromisoformat("2026-03-03T23:50:00+01:00")


@cache
def layout(name: str) -> Layout:
    """A layout of the fixtures."""
    return load_layout(ROOT / "layouts" / f"{name}.yaml")


@cache
def profile(name: str) -> Profile:
    """A profile of the fixtures."""
    return load_value(ROOT / "profiles" / f"{name}.yaml", Profile)


def session(*events: tuple[Event, ...], start: datetime = START) -> Scenario:
    """A session with these events before its turns."""
    turns = tuple(Turn(user=f"{n}?", steps=(Step(say="Yes."),), events=each) for n, each in enumerate(events))
    return Scenario(name="s", description="", start=start, turns=turns)


def tier_of(layout: Layout, section: str) -> Tier:
    """The tier of a section in a layout."""
    placed = next(each for each in layout.sections if each.section == section)
    return placed.tier or SECTIONS[section].tier


WORDS = st.sampled_from(["Hall 2 is free.", "Grüße aus Kiel", "a — b", "x", 'He said: "no"', "日本語"])
NAMES = st.sampled_from(["mail", "calendar", "files"])
EVENTS = st.one_of(
    st.builds(Event, kind=st.sampled_from(["memory", "user", "directive", "goal", "side_query"]), text=WORDS),
    st.builds(Event, kind=st.just("world"), set=st.dictionaries(NAMES, WORDS, min_size=1, max_size=2)),
    st.builds(Event, kind=st.just("world"), happened=WORDS, relations=st.tuples(WORDS)),
    st.builds(Event, kind=st.sampled_from(["title", "redirect", "midnight"])),
    st.builds(Event, kind=st.just("mode"), name=st.sampled_from(["plan", "execute", "pair"])),
    st.builds(Event, kind=st.just("workspace"), text=WORDS),
    st.builds(Event, kind=st.just("skill"), name=NAMES, text=WORDS),
    st.builds(Event, kind=st.sampled_from(["toolset_lost", "toolset_back", "toolset_reordered"]), name=NAMES),
    st.builds(Event, kind=st.just("sub_agent"), name=NAMES, text=WORDS),
    st.builds(Event, kind=st.just("idle"), seconds=st.integers(0, 90_000)),
    st.builds(Event, kind=st.just("compression"), text=WORDS),
    st.builds(
        Event,
        kind=st.just("model_switch"),
        name=st.sampled_from(["openai:gpt-5.2", "anthropic:claude-opus-4-6", "local:unheard-of"]),
    ),
)
SESSIONS = st.lists(st.lists(EVENTS, max_size=3).map(tuple), min_size=1, max_size=4).map(
    lambda events: session((), *events)
)
"""Sessions of two to five turns; nothing has happened before the first."""
