"""What the rules predict for recorded, simulated or rendered requests, next to what was reported."""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field
from typing import assert_never

from agentbench.caching.by_marks import storable
from agentbench.caching.calibration import Calibration
from agentbench.caching.outcome import Hit, Missed, NotAsked, Outcome, TooSmall
from agentbench.caching.sequences import rule_for, seconds, shared_by, watch_of
from agentbench.caching.values import Values
from agentbench.caching.watch import Sight, Watch
from agentbench.facts import CacheRule, Precision
from agentbench.tape.exchange import Exchange, Response, Usage


@dataclass(frozen=True, slots=True, kw_only=True)
class Prediction:
    """What should be read and written, before the answer is looked at; None where it cannot be known."""

    reusable_tokens: int | None = None
    """Tokens that rules and bytes would allow to be read, ignoring luck, lifetime and routing."""
    read_low: int | None = None
    """The least that should be read."""
    read_high: int | None = None
    """The most that should be read; equal to `read_low` where the provider is exact and all times are known."""
    write: int | None = None
    """Tokens that should be written; None for providers that report no writes."""
    note: str | None = None
    """Why it is so, and what about it is estimated."""
    values: Values = field(default_factory=Values)
    """The reads that the rules allow beside 0."""
    hit_probability: float | None = None
    """How likely it is that anything of ours is read; None where it cannot be known."""
    outcome: Outcome | None = None
    """What the cache answers by the rules: at the time of sending where that is known, else with no time passing."""
    precision: Precision | None = None
    """How far the provider can be predicted at all; None where no rule is known."""
    counted: bool = False
    """Whether the provider counted the prefix that should be read; else it is estimated."""
    uncounted: bool = False
    """Whether the provider's reads are no count of a common prefix at all (Gemini's implicit cache)."""
    unit: int = 1
    """Reads are whole multiples of this many tokens."""


def predict(exchanges: Sequence[Exchange], known: Calibration | None = None) -> tuple[Prediction, ...]:
    """One prediction per exchange, in their order; each sees only the requests and answers before it.

    `known` corrects the estimates of prefixes that no answer counted yet.
    """
    watches: dict[Hashable, Watch] = {}
    return tuple(_predicted(exchange, watches, known) for exchange in exchanges)


def _predicted(exchange: Exchange, watches: dict[Hashable, Watch], known: Calibration | None) -> Prediction:
    request = exchange.request
    if exchange.kind != "model_call" or request is None:
        return Prediction(note="no model call")
    rule = rule_for(exchange)
    if rule is None:
        return Prediction(note=f"no cache rule is known for {request.model!r} at {exchange.provider!r}")
    watch = watches.setdefault(shared_by(exchange), watch_of(exchange, rule, known))
    resource = request.parameters.get("cachedContent")
    if isinstance(resource, str):
        return _of_resource(resource, exchange, watch)
    now = seconds(exchange)
    sight = watch.see(request, now)
    prediction = _of(sight, rule, exchange)
    if answered(exchange) and exchange.response is not None:
        readable_at = exchange.first_byte_at.timestamp() if exchange.first_byte_at else None
        watch.learn(
            request, _first_pass(exchange.response, prediction.reusable_tokens or 0), now, readable_at
        )
    return prediction


def _of_resource(name: str, exchange: Exchange, watch: Watch) -> Prediction:
    """For a request that names a cached resource (Gemini): the resource's size, known once it was read before."""
    size = watch.resources.get(name)
    read = exchange.response.usage.read if exchange.response is not None else None
    if read and answered(exchange):
        watch.resources[name] = read
    if size is None:
        return Prediction(
            note="reads a cached resource, whose size no request before told", precision="exact"
        )
    whole = Values(whole=(size,))
    note = "reads a cached resource that was read before"
    return Prediction(
        reusable_tokens=size, read_low=size, read_high=size, note=note, values=whole, precision="exact"
    )


def answered(exchange: Exchange) -> bool:
    """Whether the provider processed the request, so that it can have stored something."""
    response = exchange.response
    return response is not None and response.error is None and (response.status or 200) < 400


def _first_pass(response: Response, read: int) -> Usage:
    """The usage; where server tools ran, what the first pass read and all passes wrote.

    Such usage sums several passes over a growing prompt: what is stored afterwards is as long as what the first
    pass read and all passes wrote (recordings of Anthropic's web search and code execution, 2026-08).
    """
    if not ran_server_tools(response):
        return response.usage
    return Usage(read=read, write_unsplit=response.usage.write)


def ran_server_tools(response: Response) -> bool:
    """Whether the provider itself ran tools (web search, code execution) while it answered."""
    return any((call.kind or "").startswith("server_") for call in response.tool_calls)


def _of(sight: Sight, rule: CacheRule, exchange: Exchange) -> Prediction:
    read = sight.ideal.read_tokens if isinstance(sight.ideal, Hit) else 0
    low, most, why = _interval(sight, rule, read)
    high: int | None = most
    if sight.first and exchange.provenance == "recorded" and isinstance(sight.ideal, Missed):
        high, why = None, "first request: what an earlier run left warm cannot be known"
    outcome = sight.ideal if sight.timed is None else sight.timed
    return Prediction(
        reusable_tokens=read,
        read_low=low,
        read_high=high,
        write=_write(sight, high if high is not None else 0),
        note="; ".join((why, *_estimates(sight, read))),
        values=sight.values,
        hit_probability=None if high is None else rule.hit_share if isinstance(outcome, Hit) else 0.0,
        outcome=outcome,
        precision=rule.precision,
        counted=sight.counted,
        uncounted=rule.mechanism == "uncounted",
        unit=rule.unit,
    )


def _interval(sight: Sight, rule: CacheRule, read: int) -> tuple[int, int, str]:
    """Least and most that should be read, and why."""
    other = max(sight.values.all, default=0)
    match sight.ideal:
        case NotAsked():
            return 0, 0, "nothing is marked for the cache" if rule.marks else "the model has no prompt cache"
        case TooSmall(prefix_tokens=tokens, min_tokens=least):
            return 0, other, f"a prefix of {tokens} tokens is below the minimum of {least}"
        case Missed(reason=reason):
            return 0, other, f"no stored prefix: {reason}"
        case Hit() if rule.precision != "exact":
            return 0, other, f"{rule.provider} reads a stored prefix or nothing"
        case Hit():
            return _by_time(sight, rule, read)
        case unknown:
            assert_never(unknown)


def _by_time(sight: Sight, rule: CacheRule, read: int) -> tuple[int, int, str]:
    """The same where the provider is exact and a prefix is stored: what its lifetime does to it.

    Where it is not told whether the last answer is reused, the interval goes from without to with it.
    """
    timed, read = sight.timed, max((*sight.values.whole, read))
    if timed is None:
        return 0, read, "times are not known, so the entry may have expired"
    if isinstance(timed, Hit):
        return timed.read_tokens, read, "stored and live"
    if isinstance(timed, Missed) and timed.reason == "expired" and rule.ttl.kind != "guaranteed":
        return 0, read, "older than the lifetime that is promised"
    return 0, 0, f"stored, but {timed.reason if isinstance(timed, Missed) else 'not asked for'}"


def _write(sight: Sight, read: int) -> int | None:
    prepared = sight.prepared
    if not prepared.rule.marks:
        return None
    marks = storable(prepared)
    return max(prepared.tokens[marks[-1].position] - read, 0) if marks else 0


def _estimates(sight: Sight, read: int) -> tuple[str, ...]:
    if read and not sight.counted:
        return ("tokens estimated",)
    return ()
