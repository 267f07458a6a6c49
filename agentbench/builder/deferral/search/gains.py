"""What each word of a request adds to which tools: kept apart by word, so that needs can be told apart."""

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from agentbench.builder.deferral.search.postings import Documents, Weights


@dataclass(slots=True)
class Gains:
    """Rows of an index, each with the word of the request that asked for it."""

    words: list[int] = field(default_factory=list)
    documents: list[Documents] = field(default_factory=list)
    weights: list[Weights] = field(default_factory=list)

    def add(self, word: int, row: tuple[Documents, Weights], factor: float) -> None:
        """One row for one word, its weights times a factor."""
        if len(row[0]):
            self.words.append(word)
            self.documents.append(row[0])
            self.weights.append(row[1] * factor)

    def total(self, size: int) -> NDArray[np.float64]:
        """The score of each of `size` documents."""
        if not self.documents:
            return np.zeros(size)
        return _summed(np.concatenate(self.documents), np.concatenate(self.weights), size)

    def by_word(self, chosen: NDArray[np.int64], words: int, size: int) -> NDArray[np.float64]:
        """The part of each word in the scores of the chosen documents: words x chosen."""
        place = np.full(size, -1)
        place[chosen] = np.arange(len(chosen))
        at = place[np.concatenate(self.documents)]
        kept = at >= 0
        word = np.repeat(self.words, [len(row) for row in self.documents])
        flat = _summed(
            word[kept] * len(chosen) + at[kept], np.concatenate(self.weights)[kept], words * len(chosen)
        )
        return flat.reshape(words, len(chosen))


def _summed(places: NDArray[np.signedinteger], weights: Weights, size: int) -> NDArray[np.float64]:
    return np.bincount(places, weights, size).astype(np.float64, copy=False)
