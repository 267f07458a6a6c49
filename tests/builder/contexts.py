"""Contexts for tests of sections: a profile, a moment and tools, each with one thing changed."""

from dataclasses import replace
from datetime import UTC, datetime

from agentbench.builder import SECTIONS, Given, Moment, Profile, TurnContext, User

PROFILE = Profile(name="p", identity="I am Vera.", user=User(name="Ada"))
MOMENT = Moment(
    turn=0,
    now=datetime(2026, 3, 3, 21, 30, 5, tzinfo=UTC),
    memory=(),
    world={},
    directive=None,
)


def context(
    profile: dict[str, object] | None = None,
    moment: dict[str, object] | None = None,
    given: dict[str, object] | None = None,
    **changes: object,
) -> TurnContext:
    """A context of a bare agent with one tool, with these fields changed."""
    plain = TurnContext(
        profile=replace(PROFILE, **profile or {}),  # type: ignore[arg-type]
        moment=replace(MOMENT, **moment or {}),  # type: ignore[arg-type]
        clock="date",
        family="claude",
        tool_names=("search",),
        given=Given(**given or {}),  # type: ignore[arg-type]
    )
    return replace(plain, **changes)  # type: ignore[arg-type]


def said(section: str, context: TurnContext) -> str | None:
    """What a section says in a context."""
    return SECTIONS[section].render(context)
