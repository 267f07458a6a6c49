"""Character n-grams: what finds misspelt words, joined names (`airqualityforecast`) and scripts without spaces."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from agentbench.builder.deferral.search.postings import Postings
from agentbench.builder.deferral.search.words import unspaced

_SHORTEST, _LONGEST = 3, 5


@lru_cache(maxsize=100_000)
def grams(word: str) -> tuple[str, ...]:
    """The pieces of 3 to 5 characters of a word, its borders marked by spaces; pairs for unspaced scripts."""
    if unspaced(word):
        return tuple(word[at : at + 2] for at in range(max(len(word) - 1, 1)))
    marked = f" {word} "
    return tuple(
        marked[at : at + size]
        for size in range(_SHORTEST, _LONGEST + 1)
        for at in range(len(marked) - size + 1)
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class GramIndex:
    """Each document as a unit vector of its n-grams, (1 + log tf) x idf."""

    postings: Postings
    rarity: NDArray[np.float64]
    """idf of each row of the postings."""

    def query(self, words: Sequence[str]) -> dict[str, tuple[int, float]]:
        """The known n-grams of the words as a unit vector, each with the position of the first word that has it."""
        known = self.postings.vocabulary
        first: dict[str, int] = {}
        for at, word in enumerate(words):
            for gram in grams(word):
                if gram in known:
                    first.setdefault(gram, at)
        weights = {gram: float(self.rarity[known[gram]]) for gram in first}
        length = math.sqrt(sum(weight * weight for weight in weights.values()))
        return {gram: (at, weights[gram] / length) for gram, at in first.items()}


def gram_index(documents: Sequence[Iterable[str]]) -> GramIndex:
    """The n-grams of the words of each document."""
    vocabulary: dict[str, int] = {}
    rows_of: dict[str, NDArray[np.int64]] = {}
    count = max(len(documents), 1)
    found: list[NDArray[np.int64]] = [np.empty(0, np.int64)]
    for at, words in enumerate(documents):
        for word in words:
            if word not in rows_of:
                known = [vocabulary.setdefault(gram, len(vocabulary)) for gram in grams(word)]
                rows_of[word] = np.array(known, np.int64)
            found.append(rows_of[word] * count + at)
    entries, times = np.unique(np.concatenate(found), return_counts=True)  # by row, then by document
    rows, at_document = np.divmod(entries, count)
    spread = np.bincount(rows, minlength=len(vocabulary))
    rarity = np.log((1 + count) / (1 + spread)) + 1
    weights = (1 + np.log(times)) * rarity[rows]
    length = np.sqrt(np.bincount(at_document, weights**2, minlength=count))
    postings = Postings(
        vocabulary=vocabulary,
        starts=np.concatenate(([0], np.cumsum(spread))),
        documents=at_document.astype(np.int32),
        weights=weights / length[at_document],
        size=len(documents),
    )
    return GramIndex(postings=postings, rarity=rarity)
