"""How sure a difference is: interval, test and what could have been seen at all, or why there is none of them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import fsum

import numpy as np

from agentbench.measure.arm import Cells
from agentbench.measure.compare.chance import Numbers, Sides, difference, interval, standard_error, swap_p
from agentbench.measure.compare.mcnemar import mcnemar_detectable, mcnemar_p
from agentbench.measure.compare.measures import SHARES, Fraction
from agentbench.measure.compare.pairs import Key
from agentbench.measure.cost.student import student_reach

LEVEL = 0.95
"""Of intervals; a test's alpha is 1 less this."""
POWER = 0.8
"""How often `detectable` would have been found."""
FEWEST = 6
"""Units below which nothing is resampled: five that all point the same way come up in 2 of 32 swaps, p = 0.06."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Seen:
    """The pairs of one stratum and measure."""

    measure: str
    units: Mapping[Key, Sequence[tuple[Fraction, Fraction]]]
    """The pairs of each unit, baseline first."""
    unit: str
    """What a unit is called."""
    better: int
    worse: int
    pairs: int

    @property
    def differing(self) -> int:
        """Pairs that are no tie."""
        return self.better + self.worse

    @property
    def turns(self) -> bool:
        """Whether every unit is one turn, right or wrong: what McNemar's test is for."""
        return self.measure == "accuracy" and len(self.units) == self.pairs


def judged(seen: Seen, seed: int) -> Cells:
    """The columns `low`, `high`, `test`, `p`, `detectable` as far as these pairs give them, and a `note` where not."""
    sides = _sides(seen)
    if not seen.differing and not difference(sides):
        return {"note": "all pairs tie: nothing to test"}
    if len(seen.units) < FEWEST:
        return {"note": _too_few(seen)}
    error = standard_error(sides)
    tested = _mcnemar(seen) if seen.turns else _swaps(sides, error, seed)
    if error <= 1e-9 * abs(difference(sides)):
        return tested | {"note": f"every {seen.unit} differs by the same: no spread to resample"}
    low, high = interval(sides, seed, LEVEL)
    return tested | {"low": low, "high": high}


def _too_few(seen: Seen) -> str:
    n = len(seen.units)
    note = (
        f"{n} {seen.unit}{'s' * (n != 1)}: exact for what was played, and nothing to resample below {FEWEST}"
    )
    if seen.measure == "accuracy" and not seen.turns:
        p = mcnemar_p(seen.better, seen.worse)
        note += f" (McNemar over turns p = {p:.3f}, were the turns of a scenario independent)"
    return note


def _mcnemar(seen: Seen) -> Cells:
    least = mcnemar_detectable(seen.differing, seen.pairs, 1 - LEVEL, POWER)
    few = f"however {seen.differing} turns that differ split, p stays above {1 - LEVEL:.2f}"
    return {
        "test": "McNemar",
        "p": mcnemar_p(seen.better, seen.worse),
        "detectable": least,
        "note": few if least is None else None,
    }


def _swaps(sides: Sides, error: float, seed: int) -> Cells:
    """Detectable as of Bloom (1995), Evaluation Review 19, 547-556; of no spread there is none."""
    free = sides.units - 1
    # within these of 0 lies 2 * POWER - 1, so that POWER lies below the upper one
    reach = student_reach(free, LEVEL) + student_reach(free, 2 * POWER - 1)
    return {"test": "swaps", "p": swap_p(sides, seed), "detectable": reach * error or None}


def _sides(seen: Seen) -> Sides:
    """Sums per unit, in an order that the rows' order does not change."""
    ordered = [seen.units[key] for key in sorted(seen.units, key=repr)]

    def sums(side: int, part: int) -> Numbers:
        if part and seen.measure not in SHARES:
            return np.full(len(ordered), 1 / len(ordered))
        return np.array([fsum(both[side][part] for both in unit) for unit in ordered])

    return Sides(was_top=sums(0, 0), was_bottom=sums(0, 1), now_top=sums(1, 0), now_bottom=sums(1, 1))
