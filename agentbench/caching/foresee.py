"""The usage that rules and token counts predict for requests that were never sent."""

import json
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import replace

from agentbench.caching.calibration import Calibration
from agentbench.caching.machine import usage
from agentbench.caching.sequences import rule_for, seconds, shared_by, watch_of
from agentbench.caching.watch import Watch
from agentbench.tape.exchange import Exchange, Request, Response, Usage

_FLAG = "predicted"


def foresee(exchanges: Sequence[Exchange], known: Calibration | None = None) -> tuple[Exchange, ...]:
    """The exchanges in their order; those without an answer get one whose usage is predicted.

    A cache starts empty. Output tokens are those of the reply that the next request of the conversation repeats,
    or of the text that a response already holds; None where neither is there. An exchange with reported usage, and
    anything that is no model call, stays as it is. `known` corrects the token counts by recorded requests of the same
    host, model and wire format.
    """
    watches: dict[Hashable, Watch] = {}
    following = _following(exchanges)
    return tuple(
        _foreseen(exchange, following.get(at), watches, known) for at, exchange in enumerate(exchanges)
    )


def _foreseen(
    exchange: Exchange, following: Request | None, watches: dict[Hashable, Watch], known: Calibration | None
) -> Exchange:
    request = exchange.request
    if exchange.kind != "model_call" or request is None or _reported(exchange.response):
        return exchange
    rule = rule_for(exchange)
    if rule is None:
        return _answered(exchange, Usage(flags=(_FLAG, "no_cache_rule")))
    watch = watches.setdefault(shared_by(exchange), watch_of(exchange, rule, known))
    now = seconds(exchange)
    sight = watch.see(request, now)
    outcome = sight.ideal if sight.timed is None else sight.timed
    found = usage(sight.prepared, outcome, _output_tokens(exchange, following, watch))
    watch.learn(request, Usage(), now, None)
    return _answered(exchange, replace(found, flags=(_FLAG,)))


def _reported(response: Response | None) -> bool:
    return response is not None and (response.usage.input_total is not None or response.status is not None)


def _answered(exchange: Exchange, found: Usage) -> Exchange:
    response = exchange.response or Response(status=None)
    return replace(exchange, provenance="predicted", response=replace(response, usage=found))


def _following(exchanges: Sequence[Exchange]) -> Mapping[int, Request]:
    """Per position the next request of the same conversation."""
    latest: dict[Hashable, int] = {}
    following: dict[int, Request] = {}
    for at, exchange in enumerate(exchanges):
        if exchange.kind == "model_call" and exchange.request is not None:
            key = (shared_by(exchange), exchange.conversation)
            if key in latest:
                following[latest[key]] = exchange.request
            latest[key] = at
    return following


def _output_tokens(exchange: Exchange, following: Request | None, watch: Watch) -> int | None:
    response = exchange.response
    if response is not None and (response.text or response.tool_calls):
        calls = [
            f"{call.name}{json.dumps(call.arguments, ensure_ascii=False)}" for call in response.tool_calls
        ]
        return sum(watch.count(text) for text in (response.text or "", *calls))
    if following is None or exchange.request is None:
        return None
    sent = sum(segment.level == "messages" for segment in exchange.request.segments)
    later = [segment for segment in following.segments if segment.level == "messages"][sent:]
    reply: list[str] = []
    for segment in later:
        if segment.role != "assistant":
            break
        reply.append(segment.text)
    return sum(watch.count(text) for text in reply) if reply else None
