"""Faults that a simulated provider commits on purpose, each at a place in a scenario."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from agentbench.harness.simulate.cue import Cue

FaultKind = Literal["rate_limited", "server_error", "dropped", "slow"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Fault:
    """What goes wrong with the call of one turn and step."""

    kind: FaultKind
    """`rate_limited`: 429; `server_error`: 500; `dropped`: the connection closes without an answer; `slow`: the
    first byte comes `seconds` later, in virtual time."""
    turn: int
    step: int = 0
    cell: str | None = None
    """Slug of the cell in which it happens; None for every cell."""
    times: int = 1
    """How often in a row, until the call is answered."""
    seconds: float | None = None
    """What a 429 or 500 asks to wait (`retry-after`); how late a slow first byte comes."""


class Faults:
    """What is still to go wrong."""

    def __init__(self, planned: Sequence[Fault]) -> None:
        self._left = [(fault, fault.times) for fault in planned]

    def next(self, cue: Cue) -> Fault | None:
        """The fault of this call, if one is left; it counts as committed."""
        for at, (fault, times) in enumerate(self._left):
            here = (fault.turn, fault.step) == (cue.turn, cue.step) and fault.cell in (None, cue.scope)
            if here and times:
                self._left[at] = fault, times - 1
                return fault
        return None
