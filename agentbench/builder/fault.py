"""A fault: what simulated providers do wrong on purpose, as a bench names it."""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import ClassVar, Literal

from agentbench.builder.profile import FORBID, Forbid

FaultKind = Literal["rate_limited", "server_error", "dropped", "slow"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Fault:
    """What goes wrong, and with which calls."""

    __pydantic_config__: ClassVar[Forbid] = FORBID

    kind: FaultKind
    """`rate_limited`: 429; `server_error`: 500; `dropped`: the connection closes without an answer; `slow`: the
    first byte comes `seconds` later, in virtual time."""
    share: float = 1.0
    """Of the calls that it names (0 to 1), drawn by the bench's seed."""
    turn: int | None = None
    """The turn in which it happens, from 0; None for every turn."""
    step: int | None = None
    """The turn's call that it hits, from 0; None for every call."""
    cell: str | None = None
    """Slug of the cell in which it happens; None for every cell."""
    times: int = 1
    """How often in a row, until the call is answered."""
    seconds: float | None = None
    """What a 429 or 500 asks to wait (`retry-after`); how late a slow first byte comes."""

    def __post_init__(self) -> None:
        if not 0 < self.share <= 1:
            raise ValueError(f"a share lies above 0 and is at most 1, found {self.share}")
        if self.times < 1:
            raise ValueError(f"a fault happens at least once, found times {self.times}")
        if self.kind == "slow" and not self.seconds:
            raise ValueError("a fault of kind 'slow' needs 'seconds'")

    def hits(self, number: int, cell: str, turn: int, step: int, seed: int) -> bool:
        """Whether a call is one of those that go wrong; `number` is the fault's place in its list.

        The draw depends on these alone: not on how many calls there were, nor on who made them before.
        """
        here = self.cell in (None, cell) and self.turn in (None, turn) and self.step in (None, step)
        return here and Random(f"{seed} {number} {cell} {turn} {step}").random() < self.share


def misplaced(faults: Sequence[Fault], turns: int, cells: Sequence[str]) -> tuple[str, ...]:
    """Why faults can hit nothing, a line each: `turns` of the longest session, `cells` by their slugs."""
    found = []
    for number, fault in enumerate(faults):
        if fault.turn is not None and fault.turn >= turns:
            found.append(f"fault {number} is for turn {fault.turn}, the longest session has {turns}")
        if fault.cell is not None and fault.cell not in cells:
            found.append(f"fault {number} is for the cell {fault.cell!r}, which the bench does not have")
    return tuple(found)
