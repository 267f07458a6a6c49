"""`hermes`: the ranking of hermes-agent 0.19.0, to compare with (`reference/hermes.md` 15.4 and 15.5).

Its statistics are computed once here and not for each query; the scores are the same.
"""

import math
import re
from collections import Counter
from collections.abc import Mapping, Sequence

from agentbench.builder.deferral.search.protocol import Hit
from agentbench.builder.tools.tool import Tool

_WORD = re.compile(r"[A-Za-z0-9]+")
_K1, _B = 1.5, 0.75
_SEPARATORS = str.maketrans("_.-:", "    ")


class HermesIndex:
    """A catalogue under Hermes' BM25; ties keep the catalogue's order, as Hermes' do."""

    def __init__(self, tools: Sequence[Tool]) -> None:
        self._names = [tool.name for tool in tools]
        self._counts = [Counter(_words(_text(tool))) for tool in tools]
        self._spread = Counter(word for counts in self._counts for word in counts)
        self._lengths = [counts.total() for counts in self._counts]
        self._average = max(sum(self._lengths) / max(len(tools), 1), 1.0)

    def rank(self, query: str, limit: int) -> tuple[Hit, ...]:
        """See `Index.rank`; where no word matches, the names that hold the whole query."""
        words = _words(query)
        if not words or limit <= 0:
            return ()
        scored = [(self._score(words, at), name) for at, name in enumerate(self._names)]
        found = sorted((pair for pair in scored if pair[0] > 0), key=lambda pair: -pair[0])
        if not found:
            asked = query.strip().lower()
            found = [(0.0, name) for name in self._names if asked in name.lower()]
        return tuple(Hit(name=name, score=score) for score, name in found[:limit])

    def _score(self, words: Sequence[str], at: int) -> float:
        counts = self._counts[at]
        norm = _K1 * (1 - _B + _B * self._lengths[at] / self._average)
        return sum(
            self._rarity(word) * count * (_K1 + 1) / (count + norm)
            for word in words
            if (count := counts.get(word, 0))
        )

    def _rarity(self, word: str) -> float:
        spread = self._spread[word]
        return math.log(1 + (len(self._names) - spread + 0.5) / (spread + 0.5))


def _words(text: str) -> list[str]:
    return _WORD.findall(text.lower())


def _text(tool: Tool) -> str:
    properties = tool.parameters.get("properties")
    names = " ".join(properties) if isinstance(properties, Mapping) else ""
    return f"{tool.name.translate(_SEPARATORS)} {tool.description} {names}"


def hermes(tools: Sequence[Tool]) -> HermesIndex:
    """Hermes' index of a catalogue."""
    return HermesIndex(tools)
