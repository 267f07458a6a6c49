"""How well a search finds the right tool: measures over labelled queries."""

from agentbench.measure.selection.dataset import Labelled, Query, load_labelled
from agentbench.measure.selection.evaluate import Result, evaluate

__all__ = ["Labelled", "Query", "Result", "evaluate", "load_labelled"]
