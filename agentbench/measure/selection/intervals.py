"""Bootstrap intervals of means over queries."""

import numpy as np
from numpy.typing import NDArray

_RESAMPLES = 2000
_LEVEL = 0.95


def mean_interval(values: NDArray[np.float64], seed: int) -> tuple[float, float]:
    """The 95 % percentile interval of the mean when the queries are drawn again (2,000 times, seeded)."""
    chance = np.random.default_rng(seed)
    count = len(values)
    means = np.empty(_RESAMPLES)
    for at in range(_RESAMPLES):
        means[at] = values[chance.integers(0, count, count)].mean()
    low, high = np.quantile(means, [(1 - _LEVEL) / 2, (1 + _LEVEL) / 2])
    return float(low), float(high)
