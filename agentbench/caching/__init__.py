"""The prompt cache: provider rules as a pure state machine, and what it predicts."""

from agentbench.caching.machine import look_up, store, usage
from agentbench.caching.marks import Mark, refusal
from agentbench.caching.outcome import Hit, Missed, NotAsked, Outcome, TooSmall
from agentbench.caching.prepared import Prepared, prepare
from agentbench.caching.state import Entry, State

__all__ = [
    "Entry",
    "Hit",
    "Mark",
    "Missed",
    "NotAsked",
    "Outcome",
    "Prepared",
    "State",
    "TooSmall",
    "look_up",
    "prepare",
    "refusal",
    "store",
    "usage",
]
