"""`okapi`: rank_bm25 as it ships, over name and description split at white space."""

from collections.abc import Sequence

import numpy as np
from rank_bm25 import BM25Okapi

from agentbench.builder.deferral.search.protocol import Hit
from agentbench.builder.tools.tool import Tool


class OkapiIndex:
    """A catalogue under rank_bm25."""

    def __init__(self, tools: Sequence[Tool]) -> None:
        ordered = sorted(tools, key=lambda tool: tool.name)
        self._names = [tool.name for tool in ordered]
        documents = [f"{tool.name} {tool.description}".lower().split() for tool in ordered]
        self._fit = BM25Okapi(documents) if documents else None

    def rank(self, query: str, limit: int) -> tuple[Hit, ...]:
        """See `Index.rank`; ties in the order of names."""
        if self._fit is None or limit <= 0:
            return ()
        scores = self._fit.get_scores(query.lower().split())
        best = np.argsort(-scores, kind="stable")[:limit]
        return tuple(Hit(name=self._names[at], score=float(scores[at])) for at in best if scores[at] > 0)


def okapi(tools: Sequence[Tool]) -> OkapiIndex:
    """rank_bm25's index of a catalogue."""
    return OkapiIndex(tools)
