"""The prompt cache as a pure state machine: look up, store, and what the provider would report.

Time is a number of seconds that the caller passes in; nothing here reads a clock.
"""

from typing import assert_never

from agentbench.caching import by_marks, by_prefix
from agentbench.caching.outcome import NotAsked, Outcome
from agentbench.caching.prepared import Prepared
from agentbench.caching.state import State
from agentbench.tape.exchange import Usage


def look_up(state: State, prepared: Prepared, now: float) -> Outcome:
    """What the cache answers a request with at a time."""
    match prepared.rule.mechanism:
        case "explicit_marks" | "breakpoints":
            return by_marks.look_up(state, prepared, now)
        case "implicit_prefix" | "stored_units" | "uncounted":
            return by_prefix.look_up(state, prepared, now)
        case "upstream" | "none":
            return NotAsked()
        case unknown:
            assert_never(unknown)


def store(state: State, prepared: Prepared, outcome: Outcome, now: float, readable_at: float) -> State:
    """The cache after the request was answered.

    `readable_at` is when the response began: until then other requests cannot read what this one stores.
    """
    match prepared.rule.mechanism:
        case "explicit_marks" | "breakpoints":
            return by_marks.store(state, prepared, outcome, now, readable_at)
        case "implicit_prefix" | "stored_units" | "uncounted":
            return by_prefix.store(state, prepared, outcome, now, readable_at)
        case "upstream" | "none":
            return state
        case unknown:
            assert_never(unknown)


def usage(prepared: Prepared, outcome: Outcome, output_tokens: int | None) -> Usage:
    """The usage that the provider reports for such an outcome."""
    match prepared.rule.mechanism:
        case "explicit_marks" | "breakpoints":
            return by_marks.usage(prepared, outcome, output_tokens)
        case "implicit_prefix" | "stored_units" | "uncounted":
            return by_prefix.usage(prepared, outcome, output_tokens)
        case "upstream" | "none":
            return by_prefix.usage(prepared, outcome, output_tokens)
        case unknown:
            assert_never(unknown)
