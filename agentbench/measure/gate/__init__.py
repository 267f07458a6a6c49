"""The gate: is this change worse than the committed baseline?"""

from agentbench.measure.gate.baseline import ArmRecord, Baseline, Break, Prefix
from agentbench.measure.gate.compare import verdict
from agentbench.measure.gate.paired import ALPHA
from agentbench.measure.gate.record import baseline
from agentbench.measure.gate.tolerances import Tolerance, Tolerances
from agentbench.measure.gate.turns import Played, Selection
from agentbench.measure.gate.verdict import ColdWrite, Reason, Verdict

__all__ = [
    "ALPHA",
    "ArmRecord",
    "Baseline",
    "Break",
    "ColdWrite",
    "Played",
    "Prefix",
    "Reason",
    "Selection",
    "Tolerance",
    "Tolerances",
    "Verdict",
    "baseline",
    "verdict",
]
