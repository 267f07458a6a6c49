"""The same traffic under another model's cache rule and token counts: predicted, whatever it was before.

Requests keep their segments, times and order. What is read and written is foreseen by the other model's rule. Tokens
are estimated for the other model's family, and corrected where recordings of that very model are at hand. Output
tokens stay as they were: what another model would answer is not known.
"""

from collections.abc import Sequence
from dataclasses import replace

from agentbench.caching.calibration import Calibration, Place
from agentbench.caching.countable import hidden
from agentbench.caching.foresee import foresee
from agentbench.caching.marks import newest_input
from agentbench.caching.sequences import rule_for
from agentbench.facts import CacheRule, ModelCard, cache_rule
from agentbench.tape.exchange import Exchange, Request, Response, Usage

OUTPUT_KEPT = "output_of_other_model"
"""Flag of a usage whose output tokens are those of the model that really answered."""
MARKED = "cache_marks_added"
"""Flag of a usage whose request got cache markers that it did not have."""
HIDDEN = "not_estimated"
"""Flag of a usage that is not foreseen, since the request holds what no text shows (see `hidden`)."""
_FLAGS = ("predicted", OUTPUT_KEPT)
_SHORT = "5m"


def under(
    exchanges: Sequence[Exchange], model: ModelCard, provider: str, known: Calibration | None = None
) -> tuple[Exchange, ...]:
    """The exchanges in their order as `model` of `provider` would have served them.

    Calls whose input was never counted (failed ones, other recorders) get no usage, and recorded ones with images,
    files or the vendor's own tools neither: no text shows their tokens. A request that marks nothing for the cache,
    because its provider takes no marks, gets one behind tools, first and last system text, and the newest message,
    where the other model needs marks: as this package's own layouts set them. `known` corrects the token counts by
    what the other model was recorded to count.
    """
    place = known.place_of(provider, model.name, model.wire) if known else None
    moved = [_moved(exchange, model, provider, place) for exchange in exchanges]
    foreseen = foresee(moved, known if place else None)
    return tuple(_kept(*pair) for pair in zip(exchanges, foreseen, strict=True))


def _moved(exchange: Exchange, model: ModelCard, provider: str, place: Place | None) -> Exchange:
    """The exchange without its answer's usage, asked of the other model."""
    request, response = exchange.request, exchange.response
    if exchange.kind != "model_call" or request is None:
        return exchange
    day = exchange.sent_at.date() if exchange.sent_at else None
    rule = cache_rule(provider, model.name, day)
    host, wire = (place[1], place[3]) if place else (None, model.wire)
    sent = replace(request, model=model.name, wire=wire or request.wire)
    if rule is not None:
        sent = _in_order(_marked(sent, rule, rule_for(exchange)), rule)
    origin = exchange.origin and replace(exchange.origin, model=model.model)
    counted = response is not None and response.usage.input_total is not None
    bare = Response(status=None if counted else 0)
    return replace(exchange, request=sent, response=bare, provider=provider, host=host, origin=origin)


def _marked(request: Request, rule: CacheRule, own: CacheRule | None) -> Request:
    needs = rule.mechanism == "explicit_marks"
    could = own is not None and own.mechanism == "explicit_marks"
    if not needs or could or any(segment.marker for segment in request.segments):
        return request
    system = [at for at, segment in enumerate(request.segments) if segment.level == "system"]
    tools = [at for at, segment in enumerate(request.segments) if segment.level == "tools"]
    ends = {*tools[-1:], *system[:1], *system[-1:], newest_input(request)}
    found = (replace(s, marker=_SHORT) if at in ends else s for at, s in enumerate(request.segments))
    return replace(request, segments=tuple(found))


def _in_order(request: Request, rule: CacheRule) -> Request:
    """Its levels in the order in which the other provider's cache sees them."""
    ordered = sorted(request.segments, key=lambda segment: rule.order.index(segment.level))
    return replace(request, segments=tuple(ordered))


def _kept(before: Exchange, after: Exchange) -> Exchange:
    """The foreseen exchange with the answer that was really given."""
    if after.kind != "model_call":
        return after
    if after.request is None or before.request is None:
        return replace(
            after, provenance="predicted", response=Response(status=None, usage=Usage(flags=_FLAGS))
        )
    answer = before.response or Response(status=None)
    usage = _usage(before, after.response.usage if after.response else Usage(), answer.usage)
    marks = [any(s.marker for s in request.segments) for request in (before.request, after.request)]
    if marks == [False, True] and usage.input_total is not None:
        usage = replace(usage, flags=(*usage.flags, MARKED))
    return replace(after, provenance="predicted", response=replace(answer, model=None, usage=usage))


def _usage(before: Exchange, foreseen: Usage, was: Usage) -> Usage:
    """What is foreseen, with the output that was counted; none where an estimate would be a wrong number."""
    if was.input_total is None or foreseen.input_total is None:
        return Usage(flags=_FLAGS)
    # simulated providers count nothing but texts
    if before.provenance == "recorded" and before.request is not None and hidden(before.request):
        return Usage(flags=(*_FLAGS, HIDDEN))
    return replace(foreseen, output=_output(was), reasoning=was.reasoning, flags=_FLAGS)


def _output(was: Usage) -> int | None:
    beside = "total_differs_from_prompt_plus_completion" in was.flags
    return was.output if was.output is None or not beside else was.output + (was.reasoning or 0)
