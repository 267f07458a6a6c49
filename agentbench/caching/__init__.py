"""The prompt cache: provider rules as a pure state machine, and what it predicts."""

from agentbench.caching.calibration import Calibration, calibration
from agentbench.caching.causes import UNDETERMINED, Cause, disagreement
from agentbench.caching.countable import Hidden, hidden
from agentbench.caching.estimates import input_tokens, segment_tokens
from agentbench.caching.foresee import foresee
from agentbench.caching.machine import look_up, store, usage
from agentbench.caching.marks import Mark, refusal
from agentbench.caching.outcome import Hit, Missed, NotAsked, Outcome, TooSmall
from agentbench.caching.predict import Prediction, predict
from agentbench.caching.prepared import Prepared, prepare
from agentbench.caching.state import Entry, State
from agentbench.caching.under import under

__all__ = [
    "UNDETERMINED",
    "Calibration",
    "Cause",
    "Entry",
    "Hidden",
    "Hit",
    "Mark",
    "Missed",
    "NotAsked",
    "Outcome",
    "Prediction",
    "Prepared",
    "State",
    "TooSmall",
    "calibration",
    "disagreement",
    "foresee",
    "hidden",
    "input_tokens",
    "look_up",
    "predict",
    "prepare",
    "refusal",
    "segment_tokens",
    "store",
    "under",
    "usage",
]
