"""The prompt cache as a pure state machine: look up, store, and what the provider would report.

Time is a number of seconds that the caller passes in; nothing here reads a clock.
"""

from typing import Protocol, assert_never

from agentbench.caching import by_marks, by_prefix, uncached
from agentbench.caching.outcome import Outcome
from agentbench.caching.prepared import Prepared
from agentbench.caching.state import State
from agentbench.facts import Mechanism
from agentbench.tape.exchange import Usage


def look_up(state: State, prepared: Prepared, now: float) -> Outcome:
    """What the cache answers a request with at a time."""
    return _engine(prepared.rule.mechanism).look_up(state, prepared, now)


def store(state: State, prepared: Prepared, outcome: Outcome, now: float, readable_at: float) -> State:
    """The cache after the request was answered.

    `readable_at` is when the response began (when it ended, where the rule's `readable` says so): until then other
    requests cannot read what this one stores.
    """
    return _engine(prepared.rule.mechanism).store(state, prepared, outcome, now, readable_at)


def usage(prepared: Prepared, outcome: Outcome, output_tokens: int | None) -> Usage:
    """The usage that the provider reports for such an outcome."""
    return _engine(prepared.rule.mechanism).usage(prepared, outcome, output_tokens)


class _Engine(Protocol):
    """A module that knows one way in which prefixes are found."""

    def look_up(self, state: State, prepared: Prepared, now: float) -> Outcome: ...

    def store(
        self, state: State, prepared: Prepared, outcome: Outcome, now: float, readable_at: float
    ) -> State: ...

    def usage(self, prepared: Prepared, outcome: Outcome, output_tokens: int | None) -> Usage: ...


def _engine(mechanism: Mechanism) -> _Engine:
    match mechanism:
        case "explicit_marks" | "breakpoints":
            return by_marks
        case "implicit_prefix" | "stored_units" | "uncounted":
            return by_prefix
        case "upstream" | "none":
            return uncached
        case unknown:
            assert_never(unknown)
