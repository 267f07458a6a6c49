"""Which tool is chosen: how well a search finds it, over labelled queries; and what models called in played turns."""

from agentbench.measure.selection.dataset import Labelled, Query, load_labelled
from agentbench.measure.selection.deferral import deferral
from agentbench.measure.selection.evaluate import Result, evaluate
from agentbench.measure.selection.intervals import wilson_interval
from agentbench.measure.selection.labels import Labels, labels
from agentbench.measure.selection.mistakes import mistaken, per_tool
from agentbench.measure.selection.outcomes import outcomes
from agentbench.measure.selection.scored import scored
from agentbench.measure.selection.turns import ARM, turns
from agentbench.measure.selection.verdict import Verdict, verdict

__all__ = [
    "ARM",
    "Labelled",
    "Labels",
    "Query",
    "Result",
    "Verdict",
    "deferral",
    "evaluate",
    "labels",
    "load_labelled",
    "mistaken",
    "outcomes",
    "per_tool",
    "scored",
    "turns",
    "verdict",
    "wilson_interval",
]
