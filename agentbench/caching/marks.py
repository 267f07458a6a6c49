"""Marks: the positions at which a request asks for cache entries, and with which lifetime."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice, pairwise

from agentbench.caching.parameters import asked_ttl_s, at_path, duration_s
from agentbench.caching.roles import is_input, is_reply
from agentbench.facts import CacheRule
from agentbench.tape.exchange import Request


@dataclass(frozen=True, slots=True, kw_only=True)
class Mark:
    """A place where the request asks for an entry."""

    position: int
    """Index of the segment at whose end it stands."""
    ttl_s: int
    """Lifetime in seconds that it asks for."""


def marks_of(request: Request, rule: CacheRule) -> tuple[Mark, ...]:
    """The marks of a request in order; empty for a rule without marks."""
    if rule.mechanism not in ("explicit_marks", "breakpoints"):
        return ()
    usual = asked_ttl_s(request.parameters, rule)
    assert usual is not None, rule.pattern  # rules with marks name a lifetime; the rulebook checks it
    found = {
        position: Mark(position=position, ttl_s=_ttl_s(segment.marker, usual, rule))
        for position, segment in enumerate(request.segments)
        if segment.marker is not None and not (rule.mechanism == "breakpoints" and is_reply(segment))
    }
    if (
        rule.mechanism == "breakpoints"
        and at_path(request.parameters, "prompt_cache_options.mode") != "explicit"
    ):
        newest = newest_input(request)
        if newest is not None:
            found.setdefault(newest, Mark(position=newest, ttl_s=usual))
    return tuple(found[position] for position in sorted(found))


def within_reach(request: Request, marks: Sequence[Mark], rule: CacheRule) -> tuple[int, ...]:
    """Positions at which a read looks, longest prefix first; empty without marks."""
    if not marks:
        return ()
    if rule.mechanism == "breakpoints":
        marked = {mark.position for mark in marks}
        found = (
            at
            for at in reversed(range(marks[-1].position + 1))
            if at in marked or is_input(request.segments[at])
        )
        return tuple(islice(found, rule.read_candidates))
    positions: list[int] = []
    unseen = marks[-1].position + 1
    for mark in reversed(marks):
        stop = -1 if rule.look_back is None else max(mark.position - rule.look_back, -1)
        positions += range(min(mark.position, unseen - 1), stop, -1)
        unseen = min(unseen, stop + 1)
    return tuple(positions)


def newest_input(request: Request) -> int | None:
    """Index of the last segment of the newest user or tool message, or None."""
    segments = request.segments
    return next((at for at in reversed(range(len(segments))) if is_input(segments[at])), None)


def refusal(marks: tuple[Mark, ...], rule: CacheRule) -> str | None:
    """Why the provider answers such marks with an error; None where it takes them.

    Anthropic's page: at most 4 marks, and a longer lifetime must stand before a shorter one.
    """
    if rule.mechanism != "explicit_marks":
        return None
    if len(marks) > rule.marks:
        return f"{len(marks)} cache markers, at most {rule.marks} are allowed"
    for earlier, later in pairwise(marks):
        if later.ttl_s > earlier.ttl_s:
            return f"a marker of {later.ttl_s} s stands after one of {earlier.ttl_s} s; the longer must come first"
    return None


def _ttl_s(marker: str | None, usual: int, rule: CacheRule) -> int:
    asked = duration_s(marker)
    return asked if asked in rule.ttl.options and asked is not None else usual
