"""The same turns in the baseline and now: what was lost, what was won, and whether chance alone would do it.

Turns of one session depend on each other, so a *unit* is what could have gone either way on its own: the turn where
every turn is a conversation of its own, else the scenario with all its repeats.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from agentbench.measure.arm import player
from agentbench.measure.compare.judged import LEVEL, POWER
from agentbench.measure.compare.mcnemar import loss_p, mcnemar_detectable
from agentbench.measure.gate.turns import NOT_SCORED, RIGHT, WRONG, Selection

ALPHA = 1 - LEVEL
"""How often an arm that lost nothing may be called worse; over all arms of a verdict together."""

Turn = tuple[str, int | None, int]
"""Scenario, repeat, turn."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Paired:
    """The turns of one arm, played by one profile, that were scored on both sides."""

    profile: str | None
    """What `scenario@profile` names, never pooled with another: the same questions would count twice."""
    both: int
    """Right on both sides."""
    lost: tuple[Turn, ...]
    """Right in the baseline, and not now."""
    won: tuple[Turn, ...]
    neither: int
    absent: int
    """Turns that the baseline has scored, and that are not scored now."""
    nets: tuple[int, ...]
    """Won less lost, unit by unit, units that tie among them."""
    losable: int
    """Units that had a right turn: no more can be lost."""
    unit: str

    @property
    def n(self) -> int:
        """Pairs."""
        return self.both + len(self.lost) + len(self.won) + self.neither

    @property
    def was(self) -> float:
        """Share of the pairs that was right in the baseline."""
        return (self.both + len(self.lost)) / self.n

    @property
    def now(self) -> float:
        """Share of the pairs that is right now."""
        return (self.both + len(self.won)) / self.n

    @property
    def p(self) -> float | None:
        """How often as much would be lost were either side as likely, one-sided, exact; None with nothing to lose."""
        return loss_p(self.nets) if self.losable else None

    @property
    def detectable(self) -> float | None:
        """The loss, as a share, that the test would have found 4 times in 5, uncorrected.

        None where units hold several turns, or too few turns were right for any loss to be found.
        """
        least = next(count for count in range(1, 64) if 0.5**count <= ALPHA)
        if len(self.nets) != self.n or self.losable < least:
            return None
        differing = max(least, len(self.lost) + len(self.won))
        # one side of a two-sided test at twice the alpha
        return mcnemar_detectable(differing, self.n, 2 * ALPHA, POWER)

    def can_tell(self, tests: int) -> bool:
        """Whether losing all that was right would be a finding, among so many tests."""
        return tests * 0.5**self.losable <= ALPHA


def paired(was: Selection, now: Selection) -> tuple[Paired, ...]:
    """The turns of both sides, profile by profile; turns that only `now` has count nowhere."""
    before, after = _marks(was), _marks(now)
    own = [{(one.scenario, one.repeat): one.apart for one in side.played} for side in (was, now)]
    groups: dict[str | None, list[Turn]] = {}
    for turn in before:
        groups.setdefault(player(turn[0]), []).append(turn)
    return tuple(
        _paired(
            profile, turns, before, after, all(side.get(turn[:2], True) for side in own for turn in turns)
        )
        for profile, turns in sorted(groups.items(), key=lambda group: group[0] or "")
    )


def _paired(
    profile: str | None, turns: list[Turn], before: Mapping[Turn, str], after: Mapping[Turn, str], apart: bool
) -> Paired:
    shared = [turn for turn in turns if turn in after]
    seen = Counter((before[turn] == RIGHT, after[turn] == RIGHT) for turn in shared)
    nets: dict[object, int] = {}
    losable = set()
    for turn in shared:
        unit = (turn[0], turn[2]) if apart else turn[0]
        losable |= {unit} if before[turn] == RIGHT else set()
        nets[unit] = nets.get(unit, 0) + (after[turn] == RIGHT) - (before[turn] == RIGHT)
    return Paired(
        profile=profile,
        both=seen[True, True],
        lost=tuple(turn for turn in shared if (before[turn], after[turn]) == (RIGHT, WRONG)),
        won=tuple(turn for turn in shared if (before[turn], after[turn]) == (WRONG, RIGHT)),
        neither=seen[False, False],
        absent=len(turns) - len(shared),
        nets=tuple(nets.values()),
        losable=len(losable),
        unit="turn" if apart else "scenario",
    )


def _marks(of: Selection) -> dict[Turn, str]:
    return {turn: mark for turn, mark in _each(of) if mark != NOT_SCORED}


def _each(of: Selection) -> Iterator[tuple[Turn, str]]:
    for one in of.played:
        yield from (((one.scenario, one.repeat, at), mark) for at, mark in enumerate(one.turns))
