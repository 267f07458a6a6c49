"""Models without a prompt cache of their own: nothing is read, nothing is stored."""

from agentbench.caching.outcome import NotAsked, Outcome
from agentbench.caching.prepared import Prepared
from agentbench.caching.state import State
from agentbench.tape.exchange import Usage


def look_up(state: State, prepared: Prepared, now: float) -> Outcome:
    """Never asked."""
    return NotAsked()


def store(state: State, prepared: Prepared, outcome: Outcome, now: float, readable_at: float) -> State:
    """The state as it was."""
    return state


def usage(prepared: Prepared, outcome: Outcome, output_tokens: int | None) -> Usage:
    """All input is uncached."""
    total = prepared.total
    return Usage(uncached=total, read=0, output=output_tokens, input_total=total)
