"""Stale turns."""

from agentbench.frame import build
from agentbench.measure import StaleTurns, stale_turns
from tests.exchanges import exchange, origin


def test_a_turn_counts_once() -> None:
    """Two stale calls in one turn are one stale turn; turns of other scenarios are other turns."""
    calls = [
        exchange(origin=origin(turn=0), stale_blocks=()),
        exchange(origin=origin(turn=1, step=0), stale_blocks=("world",), index=1),
        exchange(origin=origin(turn=1, step=1), stale_blocks=("world",), index=2),
        exchange(origin=origin(turn=1, scenario="coding"), stale_blocks=(), index=3),
    ]
    assert stale_turns(build(calls)) == StaleTurns(turns=1, n=3, left_out=0)


def test_unknown_is_none() -> None:
    """Recordings that do not say are left out; where none says, the count is None."""
    assert stale_turns(build([exchange()])) == StaleTurns(turns=None, n=0, left_out=1)
