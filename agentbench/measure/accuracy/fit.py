"""Sizes of a request's parts from recorded input counts: least squares that outliers do not move."""

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from agentbench.caching.estimates import Parts

Sizes = Mapping[str, float]
"""Tokens of each part, by name."""

_ROUNDS = 40
# relative errors beyond this count ever less
_USUAL = 0.03
_LEAST_TOKENS = 30.0


def fitted(rows: Sequence[tuple[Parts, int]], known: Sizes, drawn: float = 0.3) -> Sizes:
    """The sizes that explain the counts best, drawn to those known beforehand, which also name the parts.

    `drawn`: what is known beforehand weighs as much as so many requests.
    """
    if not rows:
        return known
    names = tuple(known)
    parts = np.array([[row.get(name, 0.0) for name in names] for row, _ in rows])
    counts = np.array([float(count) for _, count in rows])
    prior = np.array([known[name] for name in names])
    relative = 1.0 / np.maximum(counts, _LEAST_TOKENS)
    pull = np.diag(drawn * (np.abs(parts) * relative[:, None]).mean(axis=0) ** 2 + 1e-12)
    found: NDArray[np.floating] = prior
    weights = relative
    for _ in range(_ROUNDS):
        found = prior + _solved(parts * weights[:, None], (counts - parts @ prior) * weights, pull)
        errors = np.abs(parts @ found - counts) * relative
        weights = relative / np.sqrt(np.maximum(errors / _USUAL, 0.02))
    return dict(zip(names, found.tolist(), strict=True))


def _solved(
    left: NDArray[np.floating], right: NDArray[np.floating], drawn: NDArray[np.floating]
) -> NDArray[np.floating]:
    found: NDArray[np.floating] = np.linalg.solve(left.T @ left + drawn, left.T @ right)
    return found
