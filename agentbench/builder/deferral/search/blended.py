"""The default ranker: BM25 over one document a tool, helped where words alone fail.

Each help answers a way in which plain BM25 misses (measured in `docs/decisions/tool-search.md`): name coverage for
near-duplicates, pairs for word order, n-grams for typos and joined names, related words for another vocabulary,
and `spread` for requests that hold several needs.
"""

import math
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
    least_fit: float = 0.3
    """Nothing fits where the best `word_fit` of the answer is lower. This keeps 99 % of the right answers on each
    of the five sets; 0.89 keeps 99 %, and 1.35 keeps 95 %, on bfcl, whose requests are explicit."""
    least_likeness: float = 0.4
    """It fits all the same where its n-grams are as like the request as this (cosine)."""
    least_likeness_unknown: float = 0.2
    """The same where no word is a word of the catalogue or of English (misspelt, joined, in another script)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Asked:
    words: Sequence[str]
    terms: Sequence[str]
    """The stems of the words, one to one."""
    near: Mapping[str, Near]


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
        asked = self._asked(query)
        found = self._found(asked, limit)
        least = self._settings.least_fit
        fits = self._fit(asked, found, least) >= least
        return self._named_first(query, found if fits else [], limit)

    def fit(self, query: str, limit: int) -> float:
        """How well the best of the answer fits, as `Settings.least_fit` compares it; infinite where n-grams decide."""
        asked = self._asked(query)
        return self._fit(asked, self._found(asked, limit), math.inf)

    def _asked(self, query: str) -> _Asked:
        split_query = list(split(query))
        words = [word for word in split_query if word not in STOP_WORDS] or split_query
        terms = [stem(word) for word in words]
        return _Asked(words=words, terms=terms, near={term: self._near(term) for term in terms})

    def _near(self, term: str) -> Near:
        """Words of the catalogue that mean what one term of the request says."""
        known = [pair for pair in related(term) if pair[0] in self._body.vocabulary]
        return known[: self._settings.related_words]

    def _found(self, asked: _Asked, limit: int) -> list[tuple[int, float]]:
        """The chosen tools, each with what it gained."""
        gains = self._gains(asked)
        total = gains.total(len(self.names))
        count = min(max(self._settings.candidates, limit), int((total > 0).sum()))
        if not count:
            return []
        best = np.argpartition(-total, count - 1)[:count]
        best = best[np.lexsort((best, -total[best]))]
        by_word = gains.by_word(best, len(set(asked.terms)), len(total))
        return [(int(best[at]), gain) for at, gain in spread(by_word, limit, self._settings.lowered)]

    def _gains(self, asked: _Asked) -> Gains:
        settings = self._settings
        terms = {term: at for at, term in enumerate(dict.fromkeys(asked.terms))}
        gains = Gains()
        for term, at in terms.items():
            gains.add(at, self._body.row(term), 1.0)
        best = float(gains.total(len(self.names)).max()) or 1.0
        for term, at in terms.items():
            gains.add(at, self._name.row(term), settings.name_coverage * best)
        for first, second in dict.fromkeys(pairwise(asked.terms)):
            row = self._pairs.row(pairs((first, second))[0])
            gains.add(terms[first], row, settings.pairs / 2)
            gains.add(terms[second], row, settings.pairs / 2)
        for gram, (at, weight) in self._grams.query(asked.words).items():
            row = self._grams.postings.row(gram)
            gains.add(terms[asked.terms[at]], row, settings.grams * best * weight)
        for term, (source, likeness) in _likest(asked.near, terms).items():
            gains.add(terms[source], self._body.row(term), settings.related * likeness**3)
        return gains

    def _fit(self, asked: _Asked, found: Sequence[tuple[int, float]], enough_words: float) -> float:
        """The best `word_fit`; where that is below `enough_words`, n-grams may decide instead."""
        settings = self._settings
        best = max(
            (word_fit(asked.words, asked.terms, asked.near, self._texts[at]) for at, _ in found), default=0.0
        )
        if best >= enough_words:
            return best
        grams = {gram: weight for gram, (_, weight) in self._grams.query(asked.words).items()}
        like = self._grams.postings.scores(grams)
        known = any(term in self._body.vocabulary or related(term) for term in asked.terms)
        enough = settings.least_likeness if known else settings.least_likeness_unknown
        return math.inf if any(like[at] >= enough for at, _ in found) else best

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


def blended(tools: Sequence[Tool], settings: Settings | None = None) -> BlendedIndex:
    """The default ranker's index of a catalogue."""
    return BlendedIndex(tools, settings or Settings())
