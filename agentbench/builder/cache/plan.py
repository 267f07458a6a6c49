"""What a layout's cache settings come to at one provider and model: which markers, for how long, which key."""

from dataclasses import dataclass
from typing import Literal

from agentbench.builder.cache.routes import Part, Style, routes
from agentbench.builder.layout import Cache, Layout, Markers
from agentbench.facts import cache_rule, provider_name

MOST_MARKERS = 4
"""No provider takes more. Source: provider-caching.md 0."""
TWELVE_HOURS = 43_200

Lifetime = Literal["5m", "1h", "30m", "12h"]


@dataclass(frozen=True, slots=True, kw_only=True)
class CachePlan:
    """What a request asks of its provider's cache; all empty where caching is automatic or unknown."""

    style: Style | None = None
    """The form of the markers; None where none are sent."""
    tools: Lifetime | None = None
    """Lifetime of the marker on the last tool that is not deferred; None for no marker."""
    instructions: Lifetime | None = None
    """Lifetime of the marker behind the stable system text; None for no marker."""
    messages: Lifetime | None = None
    """Lifetime of the markers in the conversation, the newest first; None for no marker."""
    mode: Literal["implicit", "explicit"] | None = None
    """OpenAI from 5.6: whether the newest message is a breakpoint by itself (`implicit`) or nothing but marks is."""
    key: bool = False
    """Send a routing key of the session."""
    retention: Literal["in_memory", "24h"] | None = None
    """OpenAI up to 5.5: how long a prefix may be kept; None says nothing."""

    @property
    def left_for_messages(self) -> int:
        """Markers that the conversation may carry."""
        reserved = (self.tools is not None) + (self.instructions is not None)
        return MOST_MARKERS - reserved if self.messages else 0


def cache_plan(layout: Layout, provider: str | None, model: str, *, wire: str | None = None) -> CachePlan:
    """The markers, lifetimes and key of a layout for one model at one provider.

    `provider` is what the model id's prefix says (a host proves nothing); None and unknown ones, such as a generic
    OpenAI-compatible proxy, get nothing. `wire` is the wire format spoken, None for the provider's own.
    Source: hermes.md 16.2, provider-caching.md 1-5.
    """
    if provider is None:
        return CachePlan()
    name = provider_name(provider) or provider
    cache, table = layout.cache, routes()
    key = cache.key and name in table.keys
    if name in table.retention:
        return _openai(cache, name, model, key)
    markers = cache.providers.get(name, cache)
    for route in table.routes:
        if route.fits(name, wire, model):
            front = route.nearest_ttl(markers.ttl)
            behind = route.nearest_ttl(markers.messages_ttl or markers.ttl)
            return CachePlan(
                style=route.style,
                tools=front if _asked("tools", markers, route.parts) else None,
                instructions=front if _asked("instructions", markers, route.parts) else None,
                messages=behind if _asked("messages", markers, route.parts) else None,
                key=key,
            )
    return CachePlan(key=key)


def _asked(part: Part, markers: Markers, parts: tuple[Part, ...]) -> bool:
    return part in parts and bool(getattr(markers, part))


def _openai(cache: Cache, provider: str, model: str, key: bool) -> CachePlan:
    """Up to 5.5 a key and a retention; from 5.6 on breakpoints, whose ends are written and nothing else."""
    # the mechanism is the vendor's; a cloud that serves the same models has the same (provider-caching.md 2)
    rule = cache_rule(provider, model) or cache_rule("openai", model)
    if rule is None:
        return CachePlan()
    if rule.mechanism != "breakpoints":
        return CachePlan(key=key, retention=cache.retention)
    markers = cache.providers.get(provider, cache)
    longest = cache.breakpoint_ttl if TWELVE_HOURS in rule.ttl.options else "30m"
    return CachePlan(
        style="breakpoint" if cache.breakpoints and markers.instructions else None,
        instructions=longest if cache.breakpoints and markers.instructions else None,
        messages=longest if markers.messages else None,
        mode="implicit" if markers.messages else "explicit",
        key=key,
    )
