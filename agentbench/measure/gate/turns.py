"""Right and wrong turns of an arm, kept one by one, so that each can be paired with itself later."""

from collections.abc import Iterator
from dataclasses import dataclass

import pandas as pd

from agentbench.measure.arm import grouped, records
from agentbench.measure.compare.measures import READ, verdicts
from agentbench.measure.compare.pairs import turns_apart

RIGHT, WRONG, NOT_SCORED = "+-."


@dataclass(frozen=True, slots=True, kw_only=True)
class Played:
    """One scripted session, turn by turn."""

    scenario: str
    repeat: int | None
    apart: bool
    """Whether each turn is a conversation of its own, so that one does not lead to the next."""
    turns: str
    """One character a turn, from turn 0 on: `+` the right tools, `-` not, `.` not scored."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Selection:
    """What a real model chose in the turns of an arm that are labelled."""

    n: int
    """Scored turns."""
    right: int
    played: tuple[Played, ...]
    """Sessions with a scored turn, by scenario and repeat."""


def selection(calls: pd.DataFrame) -> Selection | None:
    """The scored turns of one arm's model calls; None where nothing was scored."""
    ordered = sorted(_played(calls), key=lambda one: (one.scenario, -1 if one.repeat is None else one.repeat))
    said = "".join(one.turns for one in ordered)
    right, wrong = said.count(RIGHT), said.count(WRONG)
    return Selection(n=right + wrong, right=right, played=tuple(ordered)) if ordered else None


def _played(calls: pd.DataFrame) -> Iterator[Played]:
    for key, rows in grouped(calls[calls["scenario"].notna()], ("scenario", "repeat")):
        cells = records(rows, READ)
        if not (right := verdicts(cells)):
            continue
        marks = {True: RIGHT, False: WRONG, None: NOT_SCORED}
        repeat = key["repeat"]
        yield Played(
            scenario=str(key["scenario"]),
            repeat=repeat if isinstance(repeat, int) else None,
            apart=turns_apart(cells),
            turns="".join(marks[right.get(turn)] for turn in range(max(right) + 1)),
        )
