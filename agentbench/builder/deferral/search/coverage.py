"""Choosing several tools for one request: what a chosen tool covers counts less for the next.

A request often holds several needs. By score alone the tools of its loudest need take all places; here each
chosen tool lowers the weight of the words that it answers (a greedy maximum of a submodular gain).
"""

import numpy as np
from numpy.typing import NDArray


def spread(gains: NDArray[np.float64], places: int, lowered: float) -> list[tuple[int, float]]:
    """Positions of the chosen candidates, best first, each with its gain when it was chosen.

    `gains[w, c]` is what word w adds to candidate c; `lowered` the share of a word's weight that its best tool takes
    away when chosen. Equal gains fall to the earlier candidate. The gains returned never rise.
    """
    best = gains.max(axis=1, initial=0.0)
    answered = np.divide(gains, best[:, None], out=np.zeros_like(gains), where=best[:, None] > 0)
    weight = np.ones(len(gains))
    free = np.ones(gains.shape[1], bool)
    chosen: list[tuple[int, float]] = []
    for _ in range(min(places, gains.shape[1])):
        gain = np.where(free, weight @ gains, -np.inf)
        at = int(gain.argmax())
        chosen.append((at, float(gain[at])))
        free[at] = False
        weight *= 1 - lowered * answered[:, at]
    return chosen
