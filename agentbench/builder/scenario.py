"""A scenario: a scripted session. Events between turns set the drift; the layout decides what it costs.

Written by people as YAML in `fixtures/scenarios/`. The script's answers are what a simulated provider says;
a real one says what it likes, and the scripted tool results still answer its calls.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import ClassVar, Literal

from agentbench.builder.profile import FORBID, Forbid

EventKind = Literal["memory", "world", "directive"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """Something that happens before a turn and changes what the model should know."""

    __pydantic_config__: ClassVar[Forbid] = FORBID

    kind: EventKind
    """`memory`: a line is remembered. `world`: facts change. `directive`: an order for this turn alone."""
    text: str | None = None
    """The remembered line, or the directive."""
    set: Mapping[str, str] = field(default_factory=dict)
    """World state: entity to its new facts."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    """One scripted tool call and the tool's answer to it."""

    __pydantic_config__: ClassVar[Forbid] = FORBID

    tool: str
    args: Mapping[str, object] = field(default_factory=dict)
    result: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One model call of a turn: tool calls, or the words that end the turn."""

    __pydantic_config__: ClassVar[Forbid] = FORBID

    calls: tuple[Call, ...] = ()
    say: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """What the user says, what happened before it, and how the script answers."""

    __pydantic_config__: ClassVar[Forbid] = FORBID

    user: str
    steps: tuple[Step, ...]
    """The last step says something; the others call tools."""
    events: tuple[Event, ...] = ()
    after_seconds: int = 60
    """Time since the turn before (for the first: since the scenario's start)."""
    expect: tuple[str, ...] | None = None
    """Tools that a good model calls in this turn; () where none fits; None where it is not labelled."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Scenario:
    """A scripted session of some turns."""

    __pydantic_config__: ClassVar[Forbid] = FORBID

    name: str
    description: str
    start: datetime
    """Virtual time of the session's start, with its zone."""
    turns: tuple[Turn, ...]
    profile: str = "assistant"

    def __post_init__(self) -> None:
        for number, turn in enumerate(self.turns):
            if not turn.steps or turn.steps[-1].say is None or turn.steps[-1].calls:
                raise ValueError(f"turn {number}: its last step must `say` something and call nothing")
            if any(not step.calls for step in turn.steps[:-1]):
                raise ValueError(f"turn {number}: every step but the last must call a tool")
        if self.start.tzinfo is None:
            raise ValueError(
                f"start {self.start.isoformat()!r} has no time zone; add one, as in 2026-03-03T09:00:00+01:00"
            )
