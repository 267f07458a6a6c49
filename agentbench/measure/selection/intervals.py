"""Intervals of shares and means: Wilson's, and the bootstrap over queries."""

from math import sqrt
from statistics import NormalDist

import numpy as np
from numpy.typing import NDArray

_RESAMPLES = 2000
_LEVEL = 0.95


def wilson_interval(right: int, n: int) -> tuple[float, float] | None:
    """The 95 % interval of a share of `n` independent trials; None of no trials.

    It keeps its level for few trials and near 0 and 1, where the textbook interval collapses. Source: Wilson (1927);
    method 3 of Newcombe (1998), Statistics in Medicine 17, 857-872.
    """
    if n == 0:
        return None
    z = NormalDist().inv_cdf((1 + _LEVEL) / 2)
    share = right / n
    centre = share + z * z / (2 * n)
    half = z * sqrt(share * (1 - share) / n + z * z / (4 * n * n))
    scale = 1 + z * z / n
    # rounding must not leave 0 to 1, nor the share itself outside
    return max(0.0, min(share, (centre - half) / scale)), min(1.0, max(share, (centre + half) / scale))


def mean_interval(values: NDArray[np.float64], seed: int) -> tuple[float, float]:
    """The 95 % percentile interval of the mean when the queries are drawn again (2,000 times, seeded)."""
    chance = np.random.default_rng(seed)
    count = len(values)
    means = np.empty(_RESAMPLES)
    for at in range(_RESAMPLES):
        means[at] = values[chance.integers(0, count, count)].mean()
    low, high = np.quantile(means, [(1 - _LEVEL) / 2, (1 + _LEVEL) / 2])
    return float(low), float(high)
