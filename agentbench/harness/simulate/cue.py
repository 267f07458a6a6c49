"""The cue: one request header that tells a simulated provider where in which scenario, and when, it is asked."""

import json
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

CUE = "x-agentbench-cue"
ASKED = "x-agentbench-asked"
"""The vendor's address that the client asked: a simulated provider stands in for all of them."""
DELAY = "x-agentbench-delay"
"""Of an answer: virtual seconds by which its first byte came late. The tape never sees any of the three."""


class Placed(Protocol):
    """A request with its place in a scenario."""

    @property
    def turn(self) -> int: ...
    @property
    def step(self) -> int: ...
    @property
    def sent_at(self) -> datetime: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Cue:
    """Where in a scenario a request stands."""

    scope: str
    """The cell: its own workspace, whose cache nobody else shares."""
    turn: int
    step: int
    sent_at: datetime
    """Virtual time."""


def cue(scope: str, placed: Placed) -> str:
    """The header's value."""
    return json.dumps([scope, placed.turn, placed.step, placed.sent_at.isoformat()])


def read_cue(value: str) -> Cue:
    """The header's meaning.

    Raises:
        ValueError: it was not written by `cue`.
    """
    scope, turn, step, sent_at = json.loads(value)
    return Cue(scope=scope, turn=turn, step=step, sent_at=datetime.fromisoformat(sent_at))
