"""McNemar's test of paired right and wrong turns, exact: only turns that differ tell anything."""

from collections import Counter
from collections.abc import Iterable
from math import comb, exp, lgamma, log


def mcnemar_p(better: int, worse: int) -> float:
    """How often the turns that differ split so unevenly where each side is as likely; two-sided, exact, no mid-p.

    1 where none differs. Source: McNemar (1947), Psychometrika 12, 153-157, the binomial in place of chi-square.
    """
    differing = better + worse
    tail = sum(comb(differing, k) for k in range(min(better, worse) + 1))
    # 1 << n, since ints are divided rightly at any size
    return min(1.0, 2 * tail / (1 << differing))


def loss_p(nets: Iterable[int]) -> float:
    """How often as much is lost, or more, where each unit's sign is as likely either way; one-sided and exact.

    `nets` are right turns won less those lost, a unit each. Where every unit is one turn, this is one side of McNemar's
    test; where units hold several turns, Fisher's randomisation test over units (1935). 1 where nothing differs.
    """
    differing = [net for net in nets if net]
    ways = Counter({0: 1})
    for net in differing:
        ways = Counter({total: ways[total - net] + ways[total + net] for total in _reached(ways, net)})
    return sum(count for total, count in ways.items() if total <= sum(differing)) / (1 << len(differing))


def _reached(totals: Iterable[int], net: int) -> set[int]:
    return {total + step for total in totals for step in (net, -net)}


def mcnemar_detectable(differing: int, turns: int, alpha: float, power: float) -> float | None:
    """The smallest difference in accuracy that the test would have found with `power`, had as many turns differed.

    None where even all of them on one side would not reach `alpha` (fewer than 6 at 0.05).
    """
    limit = _limit(differing, alpha)
    if limit < 0:
        return None
    low, high = 0.5, 1.0  # the chance of the likelier side, per turn that differs
    for _ in range(30):
        middle = (low + high) / 2
        found = _at_most(limit, differing, 1 - middle) + _at_most(limit, differing, middle)
        low, high = (low, middle) if found >= power else (middle, high)
    return (2 * high - 1) * differing / turns


def _limit(differing: int, alpha: float) -> int:
    """The most turns that may go the other way with p still at most `alpha`; below 0 where none may."""
    fewer = tail = 0
    while 2 * (tail := tail + comb(differing, fewer)) / (1 << differing) <= alpha:
        fewer += 1
    return fewer - 1


def _at_most(count: int, of: int, chance: float) -> float:
    """The binomial chance of at most `count` of `of`, for a chance strictly between 0 and 1."""
    ways = (lgamma(of + 1) - lgamma(k + 1) - lgamma(of - k + 1) for k in range(count + 1))
    return sum(exp(way + k * log(chance) + (of - k) * log(1 - chance)) for k, way in enumerate(ways))
