"""Requests made by hand for the cache's tests: one word is one token, so that every number can be worked out."""

from dataclasses import replace
from typing import Any

from agentbench.caching import Outcome, Prepared, State, look_up, prepare, store
from agentbench.facts import CacheRule, cache_rule
from agentbench.tape.exchange import Level, Request, Segment


def words(text: str) -> int:
    """Tokens of a text in these tests: its words."""
    return len(text.split())


def piece(
    name: str, tokens: int, level: Level = "messages", role: str | None = "user", mark: str | None = None
) -> Segment:
    """A segment of so many tokens; two are the same to a cache when name and tokens are."""
    text = " ".join([name] * tokens)
    return Segment(
        path=name, level=level, role=role, raw=f'"{text}"'.encode(), text=text, start=None, marker=mark
    )


def marked(segment: Segment, ttl: str = "5m") -> Segment:
    """The segment with a marker at its end."""
    return replace(segment, marker=ttl)


def asked(*segments: Segment, model: str = "claude-sonnet-4-6", **parameters: Any) -> Request:
    """A request of these segments."""
    return Request(
        wire="anthropic_messages",
        model=model,
        segments=segments,
        parameters=parameters,
        tools=(),
        stream=False,
        message_count=len(segments),
        body=b"",
        byte_exact=True,
    )


def rule_of(model: str, provider: str = "anthropic", **changes: Any) -> CacheRule:
    """The published rule of a model, with some fields changed."""
    rule = cache_rule(provider, model)
    assert rule is not None
    return replace(rule, **changes)


def ready(*segments: Segment, rule: CacheRule | None = None, scope: str = "", **parameters: Any) -> Prepared:
    """A prepared request to claude-sonnet-4-6, or to the first model of `rule`."""
    rule = rule or rule_of("claude-sonnet-4-6")
    return prepare(asked(*segments, model=rule.pattern, **parameters), rule, words, scope)


def after(*sent: tuple[Prepared, float], state: State | None = None) -> State:
    """The cache after requests sent at these times, each answered at once."""
    state = state or State()
    for prepared, now in sent:
        state = store(state, prepared, look_up(state, prepared, now), now, now)
    return state


def outcome_after(prepared: Prepared, now: float, *sent: tuple[Prepared, float]) -> Outcome:
    """What the cache answers at a time, after the requests sent before."""
    return look_up(after(*sent), prepared, now)
