"""Which exchanges share a cache, and the rule and counter that hold for it."""

import re
from collections.abc import Hashable

from agentbench.caching.estimates import segment_tokens
from agentbench.caching.watch import Watch
from agentbench.errors import UnknownModel
from agentbench.facts import CacheRule, cache_rule, card, count_tokens, home_provider
from agentbench.tape.exchange import Exchange

_LONG = 500
_BASE64 = re.compile(rf"[A-Za-z0-9+/=_-]{{{_LONG},}}")

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


def watch_of(exchange: Exchange, rule: CacheRule) -> Watch:
    """An empty cache for an exchange and those that share it.

    For recordings of real servers the sizes of segments are estimated as the vendor counts them; simulated and
    rendered requests are counted by their texts alone, as the simulated providers do.
    """
    model = exchange.request.model if exchange.request else None
    try:
        known = card(model or "")
    except UnknownModel:
        return Watch(rule=rule, count=lambda text: count_tokens(_readable(text), None))
    real = exchange.provenance == "recorded"
    return Watch(
        rule=rule,
        count=lambda text: known.count(_readable(text)),
        sizes=(lambda request: segment_tokens(request, known, _readable)) if real else None,
    )


def _readable(text: str) -> str:
    """The text without base64 runs: images and files are counted by size, not as text, so they are left out."""
    return _BASE64.sub("", text) if len(text) > _LONG else text


def seconds(exchange: Exchange) -> float | None:
    """When it was sent, in seconds; None where unknown."""
    return exchange.sent_at.timestamp() if exchange.sent_at else None
