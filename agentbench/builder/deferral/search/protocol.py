"""What a ranker is: it reads a catalogue once, and then answers queries.

An *index* belongs to one catalogue. Its answers do not depend on the order in which the catalogue was given.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from agentbench.builder.tools.tool import Tool


@dataclass(frozen=True, slots=True, kw_only=True)
class Hit:
    """One tool that a search found."""

    name: str
    score: float
    """Comparable within one answer only."""


class Index(Protocol):
    """One catalogue, ready for queries."""

    def rank(self, query: str, limit: int) -> tuple[Hit, ...]:
        """At most `limit` hits, best first; empty where nothing fits."""
        ...


class Ranker(Protocol):
    """Makes an index of a catalogue."""

    def __call__(self, tools: Sequence[Tool], /) -> Index: ...
