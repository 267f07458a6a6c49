"""A sparse index: for each term, the documents that hold it and what it adds to their score."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from rank_bm25 import BM25Okapi

Documents = NDArray[np.int32]
Weights = NDArray[np.float64]
_NOTHING: tuple[Documents, Weights] = (np.empty(0, np.int32), np.empty(0, np.float64))


@dataclass(frozen=True, slots=True, kw_only=True)
class Postings:
    """Terms of one field over one catalogue."""

    vocabulary: Mapping[str, int]
    """Row of each term."""
    starts: NDArray[np.int64]
    """Row r holds the entries from `starts[r]` to `starts[r + 1]`."""
    documents: Documents
    weights: Weights
    size: int
    """Number of documents."""

    def row(self, term: str) -> tuple[Documents, Weights]:
        """The documents that hold a term and its weight in each; both empty for a term that none holds."""
        at = self.vocabulary.get(term)
        if at is None:
            return _NOTHING
        part = slice(self.starts[at], self.starts[at + 1])
        return self.documents[part], self.weights[part]

    def best(self, query: Mapping[str, float], limit: int) -> list[tuple[int, float]]:
        """The documents with the highest scores above 0, each with its score; ties in the order of documents."""
        scores = self.scores(query)
        order = np.argsort(-scores, kind="stable")[: max(limit, 0)]
        return [(int(at), float(scores[at])) for at in order if scores[at] > 0]

    def scores(self, query: Mapping[str, float]) -> Weights:
        """The score of each document for terms with weights."""
        total = np.zeros(self.size)
        for term, weight in query.items():
            documents, weights = self.row(term)
            total[documents] += weight * weights
        return total


def bm25(
    documents: Sequence[Sequence[str]], *, k1: float = 1.5, b: float = 0.75, least: float = -math.inf
) -> Postings:
    """BM25 as `rank_bm25.BM25Okapi` fits it, ready to be summed: the scores are equal, without reading every document.

    `least` is a floor for the rarity of a term: BM25Okapi gives 0 or less where a term is in half of the documents
    or where there are only one or two, and nothing could be found in such a catalogue.
    """
    if not any(documents):
        return sparse({}, [], len(documents))
    fit = BM25Okapi([list(words) for words in documents], k1=k1, b=b)
    vocabulary: dict[str, int] = {}
    entries: list[tuple[int, int, float]] = []
    for at, (counts, length) in enumerate(zip(fit.doc_freqs, fit.doc_len, strict=True)):
        norm = k1 * (1 - b + b * length / fit.avgdl)
        for term, count in counts.items():
            rarity = max(fit.idf[term], least)
            weight = rarity * (count * (k1 + 1) / (count + norm))
            entries.append((vocabulary.setdefault(term, len(vocabulary)), at, weight))
    return sparse(vocabulary, entries, len(documents))


def sparse(vocabulary: Mapping[str, int], entries: Sequence[tuple[int, int, float]], size: int) -> Postings:
    """Postings of (row, document, weight) entries; each pair of row and document at most once."""
    rows = np.fromiter((row for row, _, _ in entries), np.int64, len(entries))
    order = np.argsort(rows, kind="stable")
    starts = np.zeros(len(vocabulary) + 1, np.int64)
    np.cumsum(np.bincount(rows, minlength=len(vocabulary)), out=starts[1:])
    return Postings(
        vocabulary=vocabulary,
        starts=starts,
        documents=np.fromiter((at for _, at, _ in entries), np.int32, len(entries))[order],
        weights=np.fromiter((weight for _, _, weight in entries), np.float64, len(entries))[order],
        size=size,
    )
