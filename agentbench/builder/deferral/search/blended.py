"""The default ranker: BM25 over one document a tool, helped where words alone fail.

Each help answers a way in which plain BM25 misses (measured in `docs/decisions/tool-search.md`): name coverage for
near-duplicates, pairs for word order, n-grams for typos and joined names, related words for another vocabulary,
and `spread` for requests that hold several needs.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from agentbench.builder.deferral.search.coverage import spread
from agentbench.builder.deferral.search.fit import Near, word_fit
from agentbench.builder.deferral.search.gains import Gains
from agentbench.builder.deferral.search.grams import gram_index
from agentbench.builder.deferral.search.names import name_coverage
from agentbench.builder.deferral.search.postings import bm25
from agentbench.builder.deferral.search.protocol import Hit
from agentbench.builder.deferral.search.related import related
from agentbench.builder.deferral.search.text import tool_text
from agentbench.builder.deferral.search.words import STOP_WORDS, pairs, split, stem
from agentbench.builder.tools.tool import Tool


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """The weights beside BM25's own. Measured on structure over five sets; none is fitted to a word."""

    name_coverage: float = 0.35
    """Of the best word score, for a tool whose whole name is asked for."""
    grams: float = 0.55
    """Of the best word score, for a tool of the very same n-grams."""
    pairs: float = 0.5
    """Of the BM25 score of word pairs."""
    related: float = 1.5
    """Of a word's score, for a word of the same meaning; it falls with the cube of the likeness."""
    related_words: int = 8
    """Most related words of the catalogue for one word of the request."""
    lowered: float = 0.07
    """See `spread`."""
    candidates: int = 40
    """How many of the best are looked at for `spread`."""
    least_fit: float = 0.4
    """Nothing fits where the best `word_fit` of the answer is lower. This keeps 99 % of the right answers on each
    of the five sets; 0.89 keeps 99 %, and 1.34 keeps 95 %, on bfcl, whose requests are explicit."""
    least_likeness: float = 0.4
    """It fits all the same where its n-grams are as like the request as this (cosine)."""
    least_likeness_unknown: float = 0.2
    """The same where the catalogue has none of the words (a misspelt or joined word, another script)."""


class BlendedIndex:
    """A catalogue under the default ranker."""

    def __init__(self, tools: Sequence[Tool], settings: Settings) -> None:
        # ties then do not depend on the catalogue's order
        ordered = sorted(tools, key=lambda tool: tool.name)
        self._texts = texts = [tool_text(tool) for tool in ordered]
        self.names = tuple(tool.name for tool in ordered)
        self._settings = settings
        self._exact = {name.casefold(): at for at, name in reversed(list(enumerate(self.names)))}
        self._body = bm25([text.body for text in texts], least=_LEAST_RARITY)
        self._pairs = bm25([text.pairs for text in texts], least=_LEAST_RARITY)
        self._name = name_coverage(texts)
        self._grams = gram_index([list(split(f"{tool.name} {tool.description}")) for tool in ordered])

    def rank(self, query: str, limit: int) -> tuple[Hit, ...]:
        """See `Index.rank`; a tool whose exact name is asked for stands first."""
        if limit <= 0 or not self.names:
            return ()
        asked = list(split(query))
        words = [word for word in asked if word not in STOP_WORDS] or asked
        sequence = [stem(word) for word in words]
        near = {term: self._near(term) for term in sequence}
        gains = self._gains(words, sequence, near)
        found = self._chosen(gains, len(set(sequence)), limit)
        if not self._fits(words, sequence, near, found):
            found = []
        return self._named_first(query, found, limit)

    def _gains(self, words: Sequence[str], sequence: Sequence[str], near: Mapping[str, Near]) -> Gains:
        settings = self._settings
        terms = {term: at for at, term in enumerate(dict.fromkeys(sequence))}
        gains = Gains()
        for term, at in terms.items():
            gains.add(at, self._body.row(term), 1.0)
        best = float(gains.total(len(self.names)).max()) or 1.0
        for term, at in terms.items():
            gains.add(at, self._name.row(term), settings.name_coverage * best)
        for first, second in dict.fromkeys(pairwise(sequence)):
            row = self._pairs.row(pairs((first, second))[0])
            gains.add(terms[first], row, settings.pairs / 2)
            gains.add(terms[second], row, settings.pairs / 2)
        for gram, (at, weight) in self._grams.query(words).items():
            gains.add(terms[sequence[at]], self._grams.postings.row(gram), settings.grams * best * weight)
        for term, (source, likeness) in _likest(near, terms).items():
            gains.add(terms[source], self._body.row(term), settings.related * likeness**3)
        return gains

    def _near(self, term: str) -> Near:
        """Words of the catalogue that mean what one term of the request says."""
        known = [pair for pair in related(term) if pair[0] in self._body.vocabulary]
        return known[: self._settings.related_words]

    def _fits(
        self,
        words: Sequence[str],
        sequence: Sequence[str],
        near: Mapping[str, Near],
        found: Sequence[tuple[int, float]],
    ) -> bool:
        """Whether anything of what was found is more than a chance overlap."""
        least = self._settings.least_fit
        if any(word_fit(sequence, near, self._texts[at]) >= least for at, _ in found):
            return True
        like = self._grams.postings.scores({g: weight for g, (_, weight) in self._grams.query(words).items()})
        known = any(term in self._body.vocabulary for term in sequence)
        enough = self._settings.least_likeness if known else self._settings.least_likeness_unknown
        return any(like[at] >= enough for at, _ in found)

    def _chosen(self, gains: Gains, words: int, limit: int) -> list[tuple[int, float]]:
        total = gains.total(len(self.names))
        count = min(max(self._settings.candidates, limit), int((total > 0).sum()))
        if not count:
            return []
        best = np.argpartition(-total, count - 1)[:count]
        best = best[np.lexsort((best, -total[best]))]
        chosen = spread(gains.by_word(best, words, len(total)), limit, self._settings.lowered)
        return [(int(best[at]), gain) for at, gain in chosen]

    def _named_first(self, query: str, found: list[tuple[int, float]], limit: int) -> tuple[Hit, ...]:
        hits = tuple(Hit(name=self.names[at], score=gain) for at, gain in found)
        named = self._exact.get(query.strip().casefold())
        if named is None:
            return hits
        first = Hit(name=self.names[named], score=hits[0].score if hits else 1.0)
        return (first, *(hit for hit in hits if hit.name != first.name))[:limit]


def _likest(near: Mapping[str, Near], terms: Mapping[str, object]) -> dict[str, tuple[str, float]]:
    """For each related word that the request does not hold itself, the likest of the request's words."""
    found: dict[str, tuple[str, float]] = {}
    for source, words in near.items():
        for word, likeness in words:
            if word not in terms and likeness > found.get(word, ("", 0.0))[1]:
                found[word] = (source, likeness)
    return found


# a term that is in half of the tools still says a little; BM25Okapi gives it 0 (or less in a catalogue of one)
_LEAST_RARITY = 0.05


def blended(tools: Sequence[Tool]) -> BlendedIndex:
    """The default ranker's index of a catalogue."""
    return BlendedIndex(tools, Settings())
