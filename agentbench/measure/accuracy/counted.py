"""Recorded requests whose input tokens can be estimated, next to what their provider counted."""

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from agentbench.caching.calibration import estimate
from agentbench.caching.countable import Hidden, hidden
from agentbench.caching.estimates import Parts, segment_parts
from agentbench.caching.readable import readable
from agentbench.facts import ModelCard, TokenEstimate, card, token_estimate
from agentbench.tape.exchange import Exchange

FAMILIES = ("gpt", "claude", "gemini")
"""The families that are scored."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Count:
    """One recorded request whose tokens can be estimated, and what its provider counted."""

    exchange: Exchange
    project: str
    card: ModelCard
    parts: Parts
    estimated: int
    reported: int

    @property
    def estimate(self) -> TokenEstimate:
        """The sizes that are used for its model."""
        return token_estimate(self.card, self.exchange.request.wire if self.exchange.request else None)

    @property
    def is_text_chat(self) -> bool:
        """Whether it is OpenAI's Chat Completions with nothing but messages, to one of its own models."""
        request = self.exchange.request
        own = self.card.family == "gpt" and "oss" not in self.card.name
        return own and request is not None and request.wire == "openai_chat" and not request.tools


def counts(exchanges: Sequence[Exchange], project: Callable[[Exchange], str]) -> tuple[Count, ...]:
    """The recorded requests of the scored families that can be estimated."""
    return tuple(found for one in exchanges if (found := _count(one, project(one))) is not None)


def hidden_requests(exchanges: Sequence[Exchange]) -> Mapping[Hidden, int]:
    """How many recorded requests are not estimated because they hold what no text shows, by what that is."""
    found: defaultdict[Hidden, int] = defaultdict(int)
    for exchange in exchanges:
        kind = hidden(exchange.request) if _is_counted(exchange) and exchange.request is not None else None
        if kind is not None:
            found[kind] += 1
    return dict(found)


def _is_counted(exchange: Exchange) -> bool:
    usage = exchange.response.usage if exchange.response is not None else None
    return (
        exchange.kind == "model_call"
        and exchange.provenance == "recorded"
        and usage is not None
        and bool(usage.input_total)
    )


def _count(exchange: Exchange, project: str) -> Count | None:
    request, response = exchange.request, exchange.response
    estimated = estimate(request) if _is_counted(exchange) else None
    if request is None or response is None or estimated is None:
        return None
    known = card(request.model or "")
    parts: defaultdict[str, float] = defaultdict(float)
    for of_segment in segment_parts(request, known, readable):
        for name, number in of_segment.items():
            parts[name] += number
    return Count(
        exchange=exchange,
        project=project,
        card=known,
        parts=dict(parts),
        estimated=estimated,
        reported=response.usage.input_total or 0,
    )
