"""Which provider wants which cache markers: routes, read from their table."""

from dataclasses import dataclass
from datetime import date
from functools import cache
from importlib.resources import files
from typing import Literal

import yaml
from pydantic import TypeAdapter

from agentbench.builder.layout import MarkerTtl
from agentbench.facts import family
from agentbench.facts.names import first_position

Style = Literal["block", "envelope", "point", "breakpoint"]
Part = Literal["tools", "instructions", "messages"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Route:
    """One way to a model that takes markers."""

    style: Style
    provider: str | None = None
    wire: str | None = None
    families: tuple[str, ...] = ()
    words: tuple[str, ...] = ()
    parts: tuple[Part, ...] = ("tools", "instructions", "messages")
    ttl: tuple[MarkerTtl, ...] = ("5m", "1h")

    def fits(self, provider: str, wire: str | None, model: str) -> bool:
        """Whether this is the way to a model; a wire of None is the provider's own."""
        wires = (self.wire,) if self.provider is None else (None, self.wire)
        here = wire in wires and self.provider in (None, provider)
        named = any(first_position(word, model) is not None for word in self.words)
        return here and (not (self.families or self.words) or family(model) in self.families or named)

    def nearest_ttl(self, wanted: MarkerTtl) -> MarkerTtl:
        """The lifetime asked for, or the longest shorter one that can be asked for."""
        return wanted if wanted in self.ttl else self.ttl[0]


@dataclass(frozen=True, slots=True, kw_only=True)
class Routes:
    """The table."""

    source: str
    as_of: date
    routes: tuple[Route, ...]
    keys: frozenset[str]
    """Providers that route by a key of the session."""
    retention: frozenset[str]
    """Providers that are told how long to keep a prefix."""


@cache
def routes() -> Routes:
    """The table of routes."""
    text = files(__package__).joinpath("routes.yaml").read_text(encoding="utf-8")
    return TypeAdapter(Routes).validate_python(yaml.safe_load(text))
