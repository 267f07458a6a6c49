"""Caches of any common prefix, in whole units, with no marks.

OpenAI up to 5.5 (developers.openai.com, prompt caching; Prompt Caching 201): prompts of at least 1,024 tokens; the
longest prefix that any stored prompt shares, in steps of 128 tokens. Generated output is not assumed to be reusable
before it is sent back.
"""

import math
from collections.abc import Mapping
from dataclasses import replace

from agentbench.caching.outcome import Hit, Missed, Outcome, Reason, TooSmall
from agentbench.caching.prepared import Prepared
from agentbench.caching.state import Entry, State, renewed
from agentbench.facts import CacheRule
from agentbench.tape.exchange import Segment, Usage


def look_up(state: State, prepared: Prepared, now: float) -> Outcome:
    """The longest common prefix with any stored prompt, floored to the provider's unit."""
    least = prepared.rule.min_tokens or 0
    if prepared.total < least:
        return TooSmall(prepared.total, least)
    if not state.entries or not prepared.keys:
        return Missed("cold")
    position = _shared(state, prepared, now)
    tokens = prepared.tokens[position] if position >= 0 else 0
    if position + 1 < len(prepared.keys):
        tokens += _within_next(state, prepared, position + 1, now)
    read = readable_tokens(min(tokens, prepared.total), prepared.total, prepared.rule)
    return Hit(read, position) if read else Missed(_reason(state, prepared, now))


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
    """Tokens that are read where so many are common: whole units, less what the provider leaves out; else 0."""
    if rule.last_token_computed:
        common = min(common, total - 1)
    read = common // rule.unit * rule.unit - rule.dropped
    return read if read >= max(rule.min_tokens or 0, 1) else 0


def _shared(state: State, prepared: Prepared, now: float) -> int:
    """Index of the last segment that a stored prompt shares wholly; -1 for none."""
    entries, keys = state.entries, prepared.keys
    for position in range(len(keys) - 1, -1, -1):
        entry = entries.get(keys[position])
        if entry is not None and entry.readable(now):
            return position
    return -1


def _within_next(state: State, prepared: Prepared, position: int, now: float) -> int:
    """Tokens that the next segment shares with a segment that stands there in a stored prompt."""
    stored, segment = state.entries.get(prepared.before[position]), prepared.segments[position]
    longest = 0
    for key, other in stored.following if stored is not None else ():
        entry = state.entries.get(key)
        if other.role == segment.role and entry is not None and entry.readable(now):
            longest = max(longest, common_length(other.text, segment.text))
    return prepared.count(segment.text[:longest]) if longest else 0


def common_length(left: str, right: str) -> int:
    """Characters that two texts have in common at their beginning."""
    low, high = 0, min(len(left), len(right))
    while low < high:
        middle = (low + high + 1) // 2
        if left[low:middle] == right[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low


def _reason(state: State, prepared: Prepared, now: float) -> Reason:
    """Why nothing was read, from the longest prefix that was ever stored."""
    for key in reversed(prepared.keys):
        entry = state.entries.get(key)
        if entry is not None and now >= entry.expires_at:
            return "expired"
        if entry is not None and now < entry.readable_at:
            return "not_readable"
        if entry is not None:
            break
    return "changed"


def _entries(state: State, prepared: Prepared, now: float, readable_at: float) -> Mapping[bytes, Entry]:
    """An entry at every segment's end and start (they differ where a level's parameters stand between)."""
    ttl_s = math.inf if prepared.ttl_s is None else float(prepared.ttl_s)
    entries: dict[bytes, Entry] = {}

    def touch(key: bytes, tokens: int, following: tuple[bytes, Segment] | None) -> None:
        known = entries.get(key) or state.entries.get(key)
        if known is None or now >= known.expires_at:
            known = Entry(tokens, ttl_s, now + ttl_s, readable_at)
        else:
            known = renewed(
                replace(known, readable_at=min(known.readable_at, readable_at)), prepared.rule, now
            )
        entries[key] = known if following is None else _followed(known, following, state, now)

    start = 0
    for before, after, end, segment in zip(
        prepared.before, prepared.keys, prepared.tokens, prepared.segments, strict=True
    ):
        touch(before, start, (after, segment))
        touch(after, end, None)
        start = end
    return entries


def _followed(entry: Entry, following: tuple[bytes, Segment], state: State, now: float) -> Entry:
    """The entry with one more continuation; those whose own time is over are dropped."""
    kept = [
        pair
        for pair in entry.following
        if pair[0] != following[0] and (known := state.entries.get(pair[0])) and now < known.expires_at
    ]
    return replace(entry, following=(*kept, following))
