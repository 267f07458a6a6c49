"""Which exchanges share a cache, and the rule and counter that hold for it."""

from collections.abc import Callable, Hashable, Sequence

from agentbench.caching.calibration import Calibration
from agentbench.caching.estimates import segment_tokens
from agentbench.caching.readable import readable
from agentbench.caching.watch import Watch
from agentbench.errors import UnknownModel
from agentbench.facts import CacheRule, ModelCard, cache_rule, card, count_tokens, home_provider
from agentbench.tape.exchange import Exchange, Request

# wire formats that one provider speaks
_ONE_PROVIDER = {"bedrock_converse": "aws.bedrock", "cohere_v2": "cohere", "gemini_generate": "gcp.gemini"}


def shared_by(exchange: Exchange) -> Hashable:
    """What exchanges of one cache have in common.

    Recordings of different files were made at different times or accounts, and cells of a bench never share a cache.
    """
    request, origin = exchange.request, exchange.origin
    cell = (
        (origin.layout, origin.presentation, origin.model, origin.scenario, origin.repeat) if origin else None
    )
    return exchange.cassette, cell, exchange.provider, exchange.host, request.model if request else None


def rule_for(exchange: Exchange) -> CacheRule | None:
    """The rule of an exchange's provider and model on the day it was sent; None where unknown.

    Where the recording kept no host, a wire format that only one provider speaks stands for it, and a plain model name
    for the provider at home in its family.
    """
    if exchange.request is None or exchange.request.model is None:
        return None
    model = exchange.request.model
    day = exchange.sent_at.date() if exchange.sent_at else None
    provider = exchange.provider or _ONE_PROVIDER.get(exchange.request.wire) or home_provider(model)
    return cache_rule(provider, model, day)


def watch_of(exchange: Exchange, rule: CacheRule, known: Calibration | None = None) -> Watch:
    """An empty cache for an exchange and those that share it.

    For recordings of real servers, and where a calibration knows the provider's counts, the sizes of segments are
    estimated as the vendor counts them; simulated and rendered requests are counted by their texts alone, as the
    simulated providers do.
    """
    model = exchange.request.model if exchange.request else None
    try:
        of = card(model or "")
    except UnknownModel:
        return Watch(rule=rule, count=lambda text: count_tokens(readable(text), None))
    more = known.correction(exchange) if known is not None else None
    sizes = None
    if exchange.provenance == "recorded" or more is not None:
        sizes = _sizes(of, more or 0)
    return Watch(rule=rule, count=lambda text: of.count(readable(text)), sizes=sizes)


def _sizes(of: ModelCard, more: int) -> Callable[[Request], Sequence[int]]:
    """Tokens per segment as the vendor counts them, a correction of the whole with the first one."""

    def sizes(request: Request) -> Sequence[int]:
        first, *rest = segment_tokens(request, of, readable) or (0,)
        return (max(first + more, 0), *rest)

    return sizes


def seconds(exchange: Exchange) -> float | None:
    """When it was sent, in seconds; None where unknown."""
    return exchange.sent_at.timestamp() if exchange.sent_at else None
