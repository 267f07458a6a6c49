"""How far the cost of playing everything once more could be from what it was: an interval over repeats.

What was spent is known to the cent and has no interval. The interval is for the expected cost of one repeat of all
cells: the sum of the cells' means, with Student's t and Welch and Satterthwaite's degrees of freedom, since few
repeats are usual. It holds for these scenarios only, and treats cells as independent.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from math import floor, sqrt
from statistics import fmean, variance

from agentbench.measure.arm import ARM, Cells
from agentbench.measure.cost.student import student_reach

LEVEL = 0.95
CELL = (*ARM, "scenario")
"""What repeats of one cell have in common."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Spread:
    """The expected cost of one repeat of all cells, and its interval; None where repeats do not tell."""

    repeats: int | None = None
    """Of the cell that has fewest."""
    mean_usd: float | None = None
    low_usd: float | None = None
    high_usd: float | None = None
    note: str | None = None
    """Why there is no interval."""


def spread(calls: Sequence[Cells]) -> Spread:
    """The 95 % interval over the repeats of the cells that these priced calls belong to."""
    if any(call["scenario"] is None or call["repeat"] is None for call in calls):
        return Spread(note="other people's recordings have no repeats")
    cells = _cells(calls)
    fewest = min(len(costs) for costs in cells.values())
    once = sum(len(costs) == 1 for costs in cells.values())
    if once:
        return Spread(repeats=fewest, note=f"{once} of {len(cells)} cells were played once")
    without = sum(call["cost_usd"] is None for call in calls)
    if without:
        return Spread(repeats=fewest, note=f"{without} calls have no price")
    return _interval([[float(usd) for usd in costs.values()] for costs in cells.values()], fewest)


def _cells(calls: Sequence[Cells]) -> dict[tuple[object, ...], dict[object, Decimal]]:
    cells: dict[tuple[object, ...], dict[object, Decimal]] = {}
    for call in calls:
        costs = cells.setdefault(tuple(call[name] for name in CELL), {})
        usd = call["cost_usd"]
        before = costs.get(call["repeat"], Decimal())
        costs[call["repeat"]] = before + (usd if isinstance(usd, Decimal) else Decimal())
    return cells


def _interval(cells: Sequence[Sequence[float]], fewest: int) -> Spread:
    mean = sum(fmean(costs) for costs in cells)
    errors = [(variance(costs) / len(costs), len(costs) - 1) for costs in cells]
    square = sum(error for error, _ in errors)
    if not square:
        return Spread(
            repeats=fewest, mean_usd=mean, low_usd=mean, high_usd=mean, note="all repeats cost the same"
        )
    degrees = floor(square**2 / sum(error**2 / free for error, free in errors))
    reach = student_reach(max(degrees, 1), LEVEL) * sqrt(square)
    return Spread(repeats=fewest, mean_usd=mean, low_usd=mean - reach, high_usd=mean + reach)
