"""`okapi`: rank_bm25 as it ships, over name and description split at white space."""

from collections import Counter
from collections.abc import Sequence

from agentbench.builder.deferral.search.postings import bm25
from agentbench.builder.deferral.search.protocol import Hit
from agentbench.builder.tools.tool import Tool


class OkapiIndex:
    """A catalogue under rank_bm25's Okapi scores, summed from postings (equal, and some 100 times faster)."""

    def __init__(self, tools: Sequence[Tool]) -> None:
        ordered = sorted(tools, key=lambda tool: tool.name)
        self._names = [tool.name for tool in ordered]
        self._postings = bm25([f"{tool.name} {tool.description}".lower().split() for tool in ordered])

    def rank(self, query: str, limit: int) -> tuple[Hit, ...]:
        """See `Index.rank`; ties in the order of names."""
        found = self._postings.best(Counter(query.lower().split()), limit)
        return tuple(Hit(name=self._names[at], score=score) for at, score in found)


def okapi(tools: Sequence[Tool]) -> OkapiIndex:
    """rank_bm25's index of a catalogue."""
    return OkapiIndex(tools)
