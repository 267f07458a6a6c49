"""`hermes`: the ranking of hermes-agent 0.19.0, to compare with (`reference/hermes.md` 15.4 and 15.5).

Its statistics are computed once here and not for each query; the scores are the same.
"""

import math
import re
from collections import Counter
from collections.abc import Mapping, Sequence

from agentbench.builder.deferral.search.postings import Postings, sparse
from agentbench.builder.deferral.search.protocol import Hit
from agentbench.builder.tools.tool import Tool

_WORD = re.compile(r"[A-Za-z0-9]+")
_K1, _B = 1.5, 0.75
_SEPARATORS = str.maketrans("_.-:", "    ")


class HermesIndex:
    """A catalogue under Hermes' BM25; ties keep the catalogue's order, as Hermes' do."""

    def __init__(self, tools: Sequence[Tool]) -> None:
        self._names = [tool.name for tool in tools]
        self._postings = _postings([Counter(_words(_text(tool))) for tool in tools])

    def rank(self, query: str, limit: int) -> tuple[Hit, ...]:
        """See `Index.rank`; where no word matches, the names that hold the whole query, with score 0."""
        words = _words(query)
        found = self._postings.best(Counter(words), limit)
        if found or not words:
            return tuple(Hit(name=self._names[at], score=score) for at, score in found)
        asked = query.strip().lower()
        names = [name for name in self._names if asked in name.lower()]
        return tuple(Hit(name=name, score=0.0) for name in names[: max(limit, 0)])


def _postings(documents: Sequence[Counter[str]]) -> Postings:
    size = len(documents)
    spread = Counter(word for counts in documents for word in counts)
    average = max(sum(counts.total() for counts in documents) / max(size, 1), 1.0)
    vocabulary = {word: row for row, word in enumerate(spread)}
    rarity = {word: math.log(1 + (size - n + 0.5) / (n + 0.5)) for word, n in spread.items()}
    entries: list[tuple[int, int, float]] = []
    for at, counts in enumerate(documents):
        norm = _K1 * (1 - _B + _B * counts.total() / average)
        entries += [
            (vocabulary[word], at, rarity[word] * n * (_K1 + 1) / (n + norm)) for word, n in counts.items()
        ]
    return sparse(vocabulary, entries, size)


def _words(text: str) -> list[str]:
    return _WORD.findall(text.lower())


def _text(tool: Tool) -> str:
    properties = tool.parameters.get("properties")
    names = " ".join(properties) if isinstance(properties, Mapping) else ""
    return f"{tool.name.translate(_SEPARATORS)} {tool.description} {names}"


def hermes(tools: Sequence[Tool]) -> HermesIndex:
    """Hermes' index of a catalogue."""
    return HermesIndex(tools)
