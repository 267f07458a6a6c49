"""Why a request did not read what the one before it had stored."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from agentbench.caching.by_marks import storable
from agentbench.caching.counts import anchored, reported_anchors
from agentbench.caching.diagnosis.blocks import block_at, block_changes
from agentbench.caching.diagnosis.change import Change
from agentbench.caching.diagnosis.conditions import marker_misses, outcome_misses, provider_misses
from agentbench.caching.diagnosis.fork import Fork, fork_of
from agentbench.caching.diagnosis.history import history_changes, reply_changes
from agentbench.caching.diagnosis.miss import Miss
from agentbench.caching.diagnosis.settings import parameter_changes
from agentbench.caching.diagnosis.system import system_changes
from agentbench.caching.diagnosis.texts import excerpt
from agentbench.caching.diagnosis.tools import tool_changes
from agentbench.caching.levels import level_order
from agentbench.caching.predict import Prediction
from agentbench.caching.prepared import Prepared, prepare
from agentbench.caching.roles import in_prompt
from agentbench.caching.sequences import rule_for, watch_of
from agentbench.facts import CacheRule, Level
from agentbench.tape.exchange import Exchange, Request, Segment


def diagnose(
    previous: Exchange | None, current: Exchange, prediction: Prediction | None = None
) -> tuple[Miss, ...]:
    """All reasons for which `current` could not or did not read what `previous` had stored, in cache order.

    `previous` is the latest earlier request of the same conversation; without one there is nothing to lose.
    `prediction` is the one for `current`; without it only changes of the request are found. What is appended to a
    conversation, sampling parameters, and values that equal the default are no reasons.
    """
    if current.request is None or previous is None or previous.request is None:
        return ()
    rule = rule_for(current)
    before, after = in_prompt(previous.request), in_prompt(current.request)
    found = [
        *_settings(previous, current, before, after, rule),
        *_contents(previous, current, before, after, rule),
    ]
    changes = sorted(found, key=lambda change: (change.at, change.byte or 0))
    fork = fork_of(before.segments, after.segments)
    first = next((change for change in changes if change.byte is not None), None)
    was = _counted(previous, rule) if rule else None
    misses = [_miss(change, previous, current, was, fork if change is first else None) for change in changes]
    if rule is None or was is None or prediction is None:
        return tuple(misses)
    now = _counted(current, rule)
    unchanged = not changes or changes[0].at > _last_stored(was)
    return (
        *misses,
        *marker_misses(was, now, len(was.segments) if fork is None else fork.position),
        *outcome_misses(prediction, now, _stored_tokens(was), unchanged=unchanged),
        *provider_misses(current, prediction),
    )


def _settings(
    previous: Exchange, current: Exchange, was: Request, now: Request, rule: CacheRule | None
) -> Iterator[Change]:
    if was.model != now.model:
        yield Change(name="model_changed", at=0, path="model", detail=f"{was.model} -> {now.model}")
    if (previous.provider, previous.host) != (current.provider, current.host):
        yield Change(name="host_changed", at=0, detail=f"{previous.host} -> {current.host}")
    if rule is not None:
        yield from parameter_changes(was, now, rule)


def _contents(
    previous: Exchange, current: Exchange, was: Request, now: Request, rule: CacheRule | None
) -> Iterator[Change]:
    order = level_order(was, now)
    yield from tool_changes(_level(was, "tools"), _level(now, "tools"), _start(was, "tools", order))
    for change in system_changes(_level(was, "system"), _level(now, "system"), _start(was, "system", order)):
        yield from block_changes(change, previous, current)
    before, after = _level(was, "messages"), _level(now, "messages")
    yield from history_changes(before, after, _start(was, "messages", order), previous.response)
    if rule is not None and rule.output_reused == "yes":
        yield from reply_changes(previous.response, after[len(before) :], len(was.segments))


def _miss(
    change: Change, previous: Exchange, current: Exchange, was: Prepared | None, fork: Fork | None
) -> Miss:
    """The change as a miss; the first one stands at the very byte at which the two prompts part (`fork`)."""
    segment = change.now or change.was
    at = change
    if fork is not None and fork.position == change.at:
        at = replace(change, byte=fork.byte, was_byte=fork.byte, was=fork.was, now=fork.now)
    return Miss(
        name=change.name,
        segment=change.path or (segment.path if segment else None),
        block=block_at(change, previous, current),
        byte=at.byte,
        was=_excerpt(at.was, at.byte if at.was_byte is None else at.was_byte),
        now=_excerpt(at.now, at.byte),
        tokens_lost=_behind(was, change.at) if was else None,
        detail=change.detail,
    )


def _excerpt(segment: Segment | None, byte: int | None) -> str | None:
    return excerpt(segment.raw, byte) if segment is not None and byte is not None else None


def _counted(exchange: Exchange, rule: CacheRule) -> Prepared:
    """The request with the token counts that its own usage gives."""
    assert exchange.request is not None
    watch = watch_of(exchange, rule)
    prepared = prepare(exchange.request, rule, watch.count, sizes=watch.sizes)
    usage = exchange.response.usage if exchange.response else None
    return anchored(prepared, reported_anchors(prepared, usage), 1.0) if usage else prepared


def _last_stored(prepared: Prepared) -> int:
    """Index of the last segment that was stored; -1 where nothing was."""
    if not prepared.rule.marks:
        return len(prepared.keys) - 1
    marks = storable(prepared)
    return marks[-1].position if marks else -1


def _stored_tokens(prepared: Prepared) -> int:
    last = _last_stored(prepared)
    return prepared.tokens[last] if last >= 0 else 0


def stored_tokens(exchange: Exchange, rule: CacheRule) -> int:
    """What an answered request left in the cache: the most that the one after it could read of it."""
    return _stored_tokens(_counted(exchange, rule))


def _behind(prepared: Prepared, at: int) -> int:
    """Stored tokens from a segment on."""
    before = prepared.tokens[at - 1] if at > 0 else 0
    return max(_stored_tokens(prepared) - before, 0)


def _level(request: Request, level: Level) -> tuple[Segment, ...]:
    return tuple(segment for segment in request.segments if segment.level == level)


def _start(request: Request, level: Level, order: Sequence[Level]) -> int:
    """Index of the first segment of a level in cache order; where there is none, of what would follow it."""
    found = next((at for at, segment in enumerate(request.segments) if segment.level == level), None)
    if found is not None:
        return found
    earlier = order[: order.index(level)]
    return sum(segment.level in earlier for segment in request.segments)
