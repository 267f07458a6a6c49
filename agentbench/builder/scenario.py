"""A scenario: a scripted session. Events between turns set the drift; the layout decides what it costs.

Written by people as YAML in `fixtures/scenarios/`. The script's answers are what a simulated provider says;
a real one says what it likes, and the scripted tool results still answer its calls.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import ClassVar, Literal, get_args

from agentbench.builder.profile import FORBID, Forbid, Mode
from agentbench.builder.written import Written

EventKind = Literal[
    "memory",  # `text` is remembered
    "user",  # `text` is learned about the user
    "world",  # facts, relations or happenings change
    "directive",  # `text` is an order for this turn alone
    "title",  # the chat wants a title in this turn
    "goal",  # `text` is the goal of the session from now on
    "redirect",  # in this turn, coding is to be moved to the coding surface
    "side_query",  # `text` is asked beside the conversation, in this turn alone
    "mode",  # the user switches to the collaboration mode `name`
    "workspace",  # somebody edits the project file to `text`
    "skill",  # the skill `name` (`text`: its description) is installed
    "toolset_lost",  # the server of the toolset `name` does not answer any more
    "toolset_back",  # and does again
    "toolset_reordered",  # the server of the toolset `name` lists its tools the other way round from now on
    "sub_agent",  # the sub-agent `name`, at work in the background, comes back with the report `text`
    "idle",  # nothing happens for `seconds` more
    "midnight",  # the turn comes after the next midnight, `seconds` later
    "compression",  # the conversation so far is replaced by the summary `text`
    "model_switch",  # the model id `name` answers from now on
]
STEERED = "[user, mid-turn]"
"""Begins a line behind a tool's result that comes from the user."""
_NEEDS: Mapping[EventKind, tuple[str, ...]] = {
    "memory": ("text",),
    "user": ("text",),
    "directive": ("text",),
    "goal": ("text",),
    "side_query": ("text",),
    "mode": ("name",),
    "workspace": ("text",),
    "skill": ("name", "text"),
    "toolset_lost": ("name",),
    "toolset_back": ("name",),
    "toolset_reordered": ("name",),
    "sub_agent": ("name", "text"),
    "idle": ("seconds",),
    "compression": ("text",),
    "model_switch": ("name",),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """Something that happens before a turn and changes what the model should know."""

    __pydantic_config__: ClassVar[Forbid] = FORBID

    kind: EventKind
    text: str | None = None
    """The words that it brings."""
    name: str | None = None
    """What it is about: a mode, a skill, a toolset, a sub-agent, a model id."""
    seconds: int | None = None
    """How long it takes, beyond the turn's own `after_seconds`."""
    set: Mapping[str, str] = field(default_factory=dict)
    """World state: entity to its new facts."""
    relations: tuple[str, ...] = ()
    """World state: relations that are new."""
    happened: str | None = None
    """World state: something worth telling that happened."""

    def __post_init__(self) -> None:
        missing = [name for name in _NEEDS.get(self.kind, ()) if getattr(self, name) is None]
        if self.kind == "world" and not (self.set or self.relations or self.happened):
            missing = ["set"]
        if missing:
            raise ValueError(f"an event of kind {self.kind!r} needs {' and '.join(map(repr, missing))}")
        if self.kind == "mode" and self.name not in get_args(Mode):
            raise ValueError(f"a mode is one of {', '.join(get_args(Mode))}, found {self.name!r}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    """One scripted tool call and the tool's answer to it."""

    __pydantic_config__: ClassVar[Forbid] = FORBID

    tool: str
    args: Mapping[str, object] = field(default_factory=dict)
    result: str = ""
    steer: str | None = None
    """What the user says while the tool runs."""

    @property
    def answer(self) -> str:
        """What stands in the tool's result: its own words, and the user's as the steering note announces them."""
        return f"{self.result}\n{STEERED} {self.steer}" if self.steer else self.result


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
class Scenario(Written):
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
