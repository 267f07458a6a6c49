"""`keywords`: the local strategy of pydantic-ai 2.68, to compare with.

It counts the distinct words that request and tool share (`reference/pydantic-ai.md` 3).
"""

import re
from collections.abc import Sequence

from agentbench.builder.deferral.search.protocol import Hit
from agentbench.builder.tools.tool import Tool

_WORD = re.compile(r"[a-z0-9]+")


class KeywordsIndex:
    """A catalogue under shared-word counts; ties keep the catalogue's order, as pydantic-ai's do."""

    def __init__(self, tools: Sequence[Tool]) -> None:
        self._tools = [(tool.name, _words(f"{tool.name} {tool.description}")) for tool in tools]

    def rank(self, query: str, limit: int) -> tuple[Hit, ...]:
        """See `Index.rank`."""
        asked = _words(query)
        scored = [(len(asked & words), name) for name, words in self._tools]
        found = sorted((pair for pair in scored if pair[0]), key=lambda pair: -pair[0])
        return tuple(Hit(name=name, score=float(shared)) for shared, name in found[: max(limit, 0)])


def _words(text: str) -> frozenset[str]:
    return frozenset(_WORD.findall(text.lower()))


def keywords(tools: Sequence[Tool]) -> KeywordsIndex:
    """pydantic-ai's keywords index of a catalogue."""
    return KeywordsIndex(tools)
