"""How far chance alone could have brought it: units drawn again, arms swapped, p corrected.

A measure is a fraction of sums over units, top over bottom, on two sides. Everything here is a pure function of those
sums and a seed.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from statistics import NormalDist

import numpy as np
from numpy.typing import NDArray

from agentbench.measure.cost.student import student_reach

Numbers = NDArray[np.float64]

DRAWS = 10_000
_AT_ONCE = 1_000
_EXACT_UP_TO = 13
"""Units of which all 2 ** n swaps are looked at; of more, `DRAWS` random ones."""


@dataclass(frozen=True, slots=True, eq=False)
class Sides:
    """One measure of both sides, summed per unit; all arrays have one entry a unit."""

    was_top: Numbers
    was_bottom: Numbers
    now_top: Numbers
    now_bottom: Numbers

    @property
    def units(self) -> int:
        """How many units."""
        return len(self.was_top)


def difference(sides: Sides) -> float:
    """The candidate's fraction less the baseline's."""
    return float(_differences(sides, np.ones((1, sides.units)))[0])


def interval(sides: Sides, seed: int, level: float, draws: int = DRAWS) -> tuple[float, float]:
    """The bootstrap interval of the difference when whole units are drawn again, both sides of a unit together.

    Percentiles, set wider than `level` asks, because few units vary too little among themselves: the expanded
    percentile interval of Hesterberg (2015), The American Statistician 69, 371-386.
    """
    n = sides.units
    reach = student_reach(n - 1, level) * (n / (n - 1)) ** 0.5
    tail = NormalDist().cdf(-reach)
    chance = np.random.default_rng(seed)
    found = np.concatenate(
        [
            _differences(sides, chance.multinomial(n, [1 / n] * n, size=size).astype(float))
            for size in _sizes(draws)
        ]
    )
    low, high = np.quantile(found, [tail, 1 - tail])
    return float(low), float(high)


def swap_p(sides: Sides, seed: int, draws: int = DRAWS) -> float:
    """How often a difference as large comes up, on either side, when the arms' names are swapped unit by unit.

    Exact for up to 13 units, else from seeded draws, the observed one counted among them. For units that are one
    right or wrong turn this is McNemar's exact test. Source: Fisher's randomisation test for pairs (1935).
    """
    n, seen = sides.units, abs(difference(sides))
    enough = seen * (1 - 1e-9)
    if n <= _EXACT_UP_TO:
        every = (np.arange(2**n)[:, None] >> np.arange(n)) & 1
        return float((np.abs(_swapped(sides, every.astype(float))) >= enough).mean())
    chance = np.random.default_rng(seed)
    extreme = 0
    for size in _sizes(draws):
        swaps = chance.integers(0, 2, (size, n)).astype(float)
        extreme += int((np.abs(_swapped(sides, swaps)) >= enough).sum())
    return (1 + extreme) / (1 + draws)


def standard_error(sides: Sides) -> float:
    """Of the difference, from how much the paired difference varies between units (a ratio's by linearisation)."""
    now = _pull(sides.now_top, sides.now_bottom)
    was = _pull(sides.was_top, sides.was_bottom)
    return float((now - was).std(ddof=1) / sides.units**0.5)


def holm(found: Sequence[float | None]) -> list[float | None]:
    """Each p corrected for how many there are; None stays out of the family. Source: Holm (1979)."""
    order = sorted((p, at) for at, p in enumerate(found) if p is not None)
    corrected: list[float | None] = [None] * len(found)
    largest = 0.0
    for rank, (p, at) in enumerate(order):
        largest = max(largest, min(1.0, p * (len(order) - rank)))
        corrected[at] = largest
    return corrected


def _sizes(draws: int) -> Iterator[int]:
    """The draws in portions, so that many units do not fill the memory."""
    for start in range(0, draws, _AT_ONCE):
        yield min(_AT_ONCE, draws - start)


def _differences(sides: Sides, weights: Numbers) -> Numbers:
    """One difference per row of `weights` (draws x units)."""
    found: Numbers = (weights @ sides.now_top) / (weights @ sides.now_bottom) - (weights @ sides.was_top) / (
        weights @ sides.was_bottom
    )
    return found


def _swapped(sides: Sides, swaps: Numbers) -> Numbers:
    """One difference per row of `swaps` (draws x units), 1 where the unit's sides change places."""
    now_top, now_bottom = (
        mine.sum() + swaps @ (other - mine)
        for mine, other in ((sides.now_top, sides.was_top), (sides.now_bottom, sides.was_bottom))
    )
    was_top, was_bottom = (
        mine.sum() + swaps @ (other - mine)
        for mine, other in ((sides.was_top, sides.now_top), (sides.was_bottom, sides.now_bottom))
    )
    found: Numbers = now_top / now_bottom - was_top / was_bottom
    return found


def _pull(top: Numbers, bottom: Numbers) -> Numbers:
    """How far each unit pulls the fraction, times the number of units."""
    pull: Numbers = (top - bottom * (top.sum() / bottom.sum())) / bottom.mean()
    return pull
