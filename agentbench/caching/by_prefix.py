"""Caches of common prefixes with no marks: any prefix in whole units, or only whole stored units.

OpenAI up to 5.5 (developers.openai.com, prompt caching; Prompt Caching 201): prompts of at least 1,024 tokens; the
longest prefix that any stored prompt shares, in steps of 128 tokens.
DeepSeek (api-docs.deepseek.com, kv_cache): a stored prefix is a unit that must match completely; units end where a
prompt or its answer ended, and where two prompts were found to part, so that A + B and A + C both miss A and A + D
reads it.
Generated text is counted as part of a stored prompt only where the rule says that it is reused; it is then taken to
be sent back as it was generated.
"""

import math
from collections.abc import Mapping
from dataclasses import replace

from agentbench.caching.common import common_length
from agentbench.caching.outcome import Hit, Missed, Outcome, Reason, TooSmall
from agentbench.caching.prepared import Prepared
from agentbench.caching.roles import is_reply
from agentbench.caching.state import Entry, State, renewed
from agentbench.facts import CacheRule
from agentbench.tape.exchange import Segment, Usage


def look_up(state: State, prepared: Prepared, now: float) -> Outcome:
    """The longest stored prefix, floored to the provider's unit."""
    return read_with(state, prepared, now, replies=prepared.rule.output_reused == "yes")


def read_with(state: State, prepared: Prepared, now: float, *, replies: bool) -> Outcome:
    """The same, with or without the reuse of the answer that followed the stored prompt."""
    least = prepared.rule.min_tokens or 0
    if prepared.total < least:
        return TooSmall(prepared.total, least)
    if not state.entries or not prepared.keys:
        return Missed("cold")
    stored = not state.entries.keys().isdisjoint(prepared.keys)
    position = _shared(state, prepared, now) if stored else -1
    if replies and position >= 0 and state.entries[prepared.keys[position]].unit:
        position = past_reply(prepared, position)
    common = _common_tokens(state, prepared, position, now)
    read = readable_tokens(common, prepared.total, prepared.rule)
    if read:
        return Hit(read, position)
    return Missed(_reason(state, prepared, now) if stored else "changed")


def store(state: State, prepared: Prepared, outcome: Outcome, now: float, readable_at: float) -> State:
    """Every prefix of the prompt; what was read begins its lifetime anew."""
    if isinstance(outcome, TooSmall) or not prepared.keys:
        return state
    return state.updated(_entries(state, prepared, now, readable_at), now)


def usage(prepared: Prepared, outcome: Outcome, output_tokens: int | None) -> Usage:
    """Disjoint counts; such providers report no writes."""
    read = outcome.read_tokens if isinstance(outcome, Hit) else 0
    return Usage(uncached=prepared.total - read, read=read, output=output_tokens, input_total=prepared.total)


def readable_tokens(common: int, total: int, rule: CacheRule) -> int:
    """Tokens that are read where so many are common: whole units and the provider's own offset; else 0."""
    if rule.whole_resend and common >= total:
        return total
    if rule.last_token_computed:
        common = min(common, total - 1)
    units = common // rule.unit * rule.unit
    read = units + rule.offset if units else 0
    return read if read >= max(rule.min_tokens or 0, 1) else 0


def past_reply(prepared: Prepared, position: int) -> int:
    """Index of the last segment of the reply that follows a position; the position itself where none follows."""
    while position + 1 < len(prepared.segments) and is_reply(prepared.segments[position + 1]):
        position += 1
    return position


def stored_ends(state: State, prepared: Prepared, now: float) -> tuple[int, ...]:
    """Positions at which earlier prompts ended that this one begins with, longest first."""
    found = ((at, state.entries.get(key)) for at, key in enumerate(prepared.keys))
    ends = [at for at, entry in found if entry is not None and entry.unit and entry.readable(now)]
    return tuple(reversed(ends))


def _shared(state: State, prepared: Prepared, now: float) -> int:
    """Index of the last segment of the longest stored prefix (for stored units: of the longest unit); -1 for none."""
    entries, keys, units = state.entries, prepared.keys, prepared.rule.mechanism == "stored_units"
    for position in range(len(keys) - 1, -1, -1):
        entry = entries.get(keys[position])
        if entry is not None and entry.readable(now) and (entry.unit or not units):
            return position
    return -1


def _common_tokens(state: State, prepared: Prepared, position: int, now: float) -> int:
    tokens = prepared.tokens[position] if position >= 0 else 0
    if position + 1 < len(prepared.keys) and prepared.rule.mechanism != "stored_units":
        tokens += _within_next(state, prepared, position + 1, now)
    return min(tokens, prepared.total)


def _within_next(state: State, prepared: Prepared, position: int, now: float) -> int:
    """Tokens that the next segment shares with a segment that stands there in a stored prompt."""
    stored, segment = state.entries.get(prepared.before[position]), prepared.segments[position]
    longest = 0
    for key, other in stored.following if stored is not None else ():
        entry = state.entries.get(key)
        if other.role == segment.role and entry is not None and entry.readable(now):
            longest = max(longest, common_length(other.text, segment.text))
    return prepared.count(segment.text[:longest]) if longest else 0


def _reason(state: State, prepared: Prepared, now: float) -> Reason:
    """Why nothing was read, from the longest prefix that was ever stored."""
    entry = state.longest(prepared.keys)
    assert entry is not None  # some key is known
    if now >= entry.expires_at:
        return "expired"
    return "not_readable" if now < entry.readable_at else "changed"


def _entries(state: State, prepared: Prepared, now: float, readable_at: float) -> Mapping[bytes, Entry]:
    """An entry at every segment's end and start (they differ where a level's parameters stand between)."""
    ttl_s = math.inf if prepared.ttl_s is None else float(prepared.ttl_s)
    entries: dict[bytes, Entry] = {}

    def touch(key: bytes, tokens: int, start: int, following: tuple[bytes, Segment] | None) -> None:
        known = entries.get(key) or state.entries.get(key)
        if known is None or now >= known.expires_at:
            known = Entry(tokens, ttl_s, now + ttl_s, readable_at, own_tokens=tokens - start, used_at=now)
        else:
            known = renewed(
                replace(known, readable_at=min(known.readable_at, readable_at)), prepared.rule, now
            )
        entries[key] = known if following is None else _followed(known, following, state, now)

    start = 0
    for before, after, end, segment in zip(
        prepared.before, prepared.keys, prepared.tokens, prepared.segments, strict=True
    ):
        touch(before, start, start, (after, segment))
        touch(after, end, start, None)
        start = end
    for key in _unit_keys(state, prepared, now):
        entries[key] = replace(entries[key], unit=True)
    return entries


def _unit_keys(state: State, prepared: Prepared, now: float) -> tuple[bytes, ...]:
    """Where this prompt ends, and for stored units where it parts from one that was stored before."""
    if prepared.rule.mechanism != "stored_units":
        return (prepared.keys[-1],)
    for position in reversed(range(len(prepared.keys))):
        entry = state.entries.get(prepared.keys[position])
        if entry is not None and now < entry.expires_at:
            return prepared.keys[-1], prepared.keys[position]
    return (prepared.keys[-1],)


def _followed(entry: Entry, following: tuple[bytes, Segment], state: State, now: float) -> Entry:
    """The entry with one more continuation; those whose own time is over are dropped."""
    kept = [
        pair
        for pair in entry.following
        if pair[0] != following[0] and (known := state.entries.get(pair[0])) and now < known.expires_at
    ]
    return replace(entry, following=(*kept, following))
