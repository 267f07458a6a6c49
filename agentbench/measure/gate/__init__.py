"""The gate: is this change worse than the committed baseline?"""

from agentbench.measure.gate.baseline import ArmRecord, Baseline, Break, Prefix
from agentbench.measure.gate.compare import verdict
from agentbench.measure.gate.record import baseline
from agentbench.measure.gate.verdict import ColdWrite, Reason, Tolerances, Verdict

__all__ = [
    "ArmRecord",
    "Baseline",
    "Break",
    "ColdWrite",
    "Prefix",
    "Reason",
    "Tolerances",
    "Verdict",
    "baseline",
    "verdict",
]
