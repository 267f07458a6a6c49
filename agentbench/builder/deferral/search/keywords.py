"""`keywords`: the local strategy of pydantic-ai 2.68, to compare with.

It counts the distinct words that request and tool share (`reference/pydantic-ai.md` 3).
"""

import re
from collections.abc import Sequence

from agentbench.builder.deferral.search.postings import sparse
from agentbench.builder.deferral.search.protocol import Hit
from agentbench.builder.tools.tool import Tool

_WORD = re.compile(r"[a-z0-9]+")


class KeywordsIndex:
    """A catalogue under shared-word counts; ties keep the catalogue's order, as pydantic-ai's do."""

    def __init__(self, tools: Sequence[Tool]) -> None:
        self._names = [tool.name for tool in tools]
        vocabulary: dict[str, int] = {}
        entries = [
            (vocabulary.setdefault(word, len(vocabulary)), at, 1.0)
            for at, tool in enumerate(tools)
            for word in _words(f"{tool.name} {tool.description}")
        ]
        self._postings = sparse(vocabulary, entries, len(tools))

    def rank(self, query: str, limit: int) -> tuple[Hit, ...]:
        """See `Index.rank`."""
        found = self._postings.best(dict.fromkeys(_words(query), 1.0), limit)
        return tuple(Hit(name=self._names[at], score=shared) for at, shared in found)


def _words(text: str) -> dict[str, None]:
    """The distinct words, in order."""
    return dict.fromkeys(_WORD.findall(text.lower()))


def keywords(tools: Sequence[Tool]) -> KeywordsIndex:
    """pydantic-ai's keywords index of a catalogue."""
    return KeywordsIndex(tools)
