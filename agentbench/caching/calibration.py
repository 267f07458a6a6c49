"""Token estimates corrected by what a provider counted before for the same model on the same wire format.

What an estimate cannot know (a vendor's own preamble, a template, how tools are shown) is much the same for requests
that are alike. So the gap between count and estimate of the most similar recorded request is added.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType

from agentbench.caching.countable import hidden
from agentbench.caching.estimates import input_tokens
from agentbench.caching.readable import readable
from agentbench.errors import UnknownModel
from agentbench.facts import card
from agentbench.tape.exchange import Exchange, Request

Place = tuple[str | None, str | None, str | None, str | None]
"""Provider, host, model and wire format."""

NEEDED = 3
"""Recorded requests of one host, model and wire format from which on estimates are corrected."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Counted:
    """One recorded request: what was estimated and what the provider counted."""

    tools: int
    """How many tools it sent."""
    estimated: int
    reported: int


@dataclass(frozen=True, slots=True)
class Calibration:
    """Recorded requests by host, model and wire format; `Calibration()` knows none."""

    counted: Mapping[Place, tuple[Counted, ...]] = field(default_factory=lambda: MappingProxyType({}))

    def correction(self, exchange: Exchange) -> int | None:
        """Tokens to add to the estimate of a request; None where fewer than three like it were recorded.

        A request that was never sent has no host: where its model was recorded most often stands for it.
        """
        known = self._like(exchange)
        estimated = estimate(exchange.request)
        if exchange.request is None or estimated is None or len(known) < NEEDED:
            return None
        tools = len(exchange.request.tools)
        nearest = min(known, key=lambda one: (abs(one.tools - tools), abs(one.estimated - estimated)))
        return nearest.reported - nearest.estimated

    def place_of(self, provider: str, model: str, wire: str | None) -> Place | None:
        """Where a model was recorded most often, on this wire format or (None) on any; None where nowhere."""
        found = {
            place: len(counted)
            for place, counted in self.counted.items()
            if (place[0], place[2]) == (provider, model) and wire in (None, place[3])
        }
        return max(found, key=lambda place: found[place], default=None)

    def _like(self, exchange: Exchange) -> tuple[Counted, ...]:
        place = provider, host, model, wire = _key(exchange)
        if host is None and exchange.provenance != "recorded" and provider is not None and model is not None:
            place = self.place_of(provider, model, wire) or place
        return self.counted.get(place, ())

    @property
    def places(self) -> Mapping[Place, int]:
        """Where enough requests were recorded to correct others, and how many."""
        return {place: len(found) for place, found in self.counted.items() if len(found) >= NEEDED}

    def learned(self, exchange: Exchange) -> "Calibration":
        """The same with one more recorded request; itself where the exchange counts nothing that can be estimated."""
        usage = exchange.response.usage if exchange.response is not None else None
        estimated = estimate(exchange.request)
        if usage is None or not usage.input_total or estimated is None or exchange.request is None:
            return self
        one = Counted(tools=len(exchange.request.tools), estimated=estimated, reported=usage.input_total)
        key = _key(exchange)
        return Calibration({**self.counted, key: (*self.counted.get(key, ()), one)})


def calibration(exchanges: Sequence[Exchange]) -> Calibration:
    """What recorded exchanges teach about token counts."""
    found = Calibration()
    for exchange in exchanges:
        if exchange.kind == "model_call" and exchange.provenance == "recorded":
            found = found.learned(exchange)
    return found


def estimate(request: Request | None) -> int | None:
    """Estimated input tokens; None where the model is unknown or the request holds what no text shows."""
    if request is None or hidden(request):
        return None
    try:
        return input_tokens(request, card(request.model or ""), readable)
    except UnknownModel:
        return None


def _key(exchange: Exchange) -> Place:
    request = exchange.request
    model, wire = (request.model, request.wire) if request else (None, None)
    return exchange.provider, exchange.host, model, wire
