"""Caches with marks: one entry per mark, found by an exact prefix key.

Anthropic (platform.claude.com, prompt caching, 2026-10): exactly one entry per marker, under a cumulative hash up to
that block; a read tries the marked position, then walks back at most 20 positions with the marked one counted, then
goes on from the next earlier marker; reading starts the lifetime anew.
OpenAI from 5.6 (developers.openai.com, prompt caching, 2026-10): entries end at breakpoints; the latest 80
breakpoints of the conversation are considered for a read.
"""

from dataclasses import replace

from agentbench.caching.marks import Mark
from agentbench.caching.outcome import Hit, Missed, NotAsked, Outcome, Reason, TooSmall
from agentbench.caching.prepared import Prepared
from agentbench.caching.state import Entry, State, renewed
from agentbench.tape.exchange import Usage


def look_up(state: State, prepared: Prepared, now: float) -> Outcome:
    """The longest readable entry within reach of a mark."""
    if not prepared.marks:
        return NotAsked()
    least, largest = prepared.rule.min_tokens or 0, prepared.tokens[prepared.marks[-1].position]
    if largest < least:
        return TooSmall(largest, least)
    entries, keys = state.entries, prepared.keys
    if not entries:
        return Missed("cold")
    if entries.keys().isdisjoint(keys):
        return Missed("changed")
    for position in prepared.reach:
        entry = entries.get(keys[position])
        if entry is not None and entry.readable(now):
            return Hit(entry.tokens, position)
    return Missed(_reason(state, prepared, now))


def store(state: State, prepared: Prepared, outcome: Outcome, now: float, readable_at: float) -> State:
    """One entry per mark of at least the minimum; what was read begins its lifetime anew."""
    if isinstance(outcome, NotAsked | TooSmall):
        return state
    changes = {
        prepared.keys[mark.position]: _stored(state, prepared, mark, now, readable_at)
        for mark in storable(prepared)
    }
    read = prepared.keys[outcome.position] if isinstance(outcome, Hit) else None
    if read is not None and read not in changes:
        changes[read] = renewed(state.entries[read], prepared.rule, now)
    return state.updated(changes, now)


def usage(prepared: Prepared, outcome: Outcome, output_tokens: int | None) -> Usage:
    """Disjoint counts.

    Anthropic bills by three positions: A the highest hit, B the last 1-hour mark behind it, C the last mark: read
    A, write 1 h B - A, write 5 min C - B; what stands behind C is uncached.
    """
    at = prepared.tokens
    marks = storable(prepared)
    read = outcome.read_tokens if isinstance(outcome, Hit) else 0
    last = max([read, *(at[mark.position] for mark in marks)])
    long = max([read, *(at[mark.position] for mark in marks if mark.ttl_s > prepared.rule.ttl.options[0])])
    split = prepared.rule.mechanism == "explicit_marks"
    return Usage(
        uncached=prepared.total - last,
        read=read,
        write_5m=last - long if split else None,
        write_1h=long - read if split else None,
        write_unsplit=None if split else last - read,
        output=output_tokens,
        input_total=prepared.total,
    )


def storable(prepared: Prepared) -> tuple[Mark, ...]:
    """The marks whose prefix reaches the provider's minimum: only these store an entry."""
    least = prepared.rule.min_tokens or 0
    return tuple(mark for mark in prepared.marks if prepared.tokens[mark.position] >= least)


def _reason(state: State, prepared: Prepared, now: float) -> Reason:
    """Why nothing was read, from the longest prefix that was ever stored."""
    entry = state.longest(prepared.keys)
    assert entry is not None  # some key is known
    if now >= entry.expires_at:
        return "expired"
    return "not_readable" if now < entry.readable_at else "out_of_reach"


def _stored(state: State, prepared: Prepared, mark: Mark, now: float, readable_at: float) -> Entry:
    """The entry of a mark: a live one begins its lifetime anew, else it is written.

    A live entry keeps the lifetime that it was written with: no write is billed in front of the highest hit.
    """
    known = state.entries.get(prepared.keys[mark.position])
    if known is None or now >= known.expires_at:
        return Entry(prepared.tokens[mark.position], mark.ttl_s, now + mark.ttl_s, readable_at)
    if readable_at < known.readable_at:
        known = replace(known, readable_at=readable_at)
    return renewed(known, prepared.rule, now)
