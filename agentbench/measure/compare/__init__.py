"""Two values of one axis, paired: what differs, how sure that is, and what could have been seen at all.

A *pair* is the same cell on both sides (the same turn, for accuracy and where turns are conversations of their own); a
*unit* is what is drawn again: a scenario with all its turns and repeats, or such a conversation; a *stratum* is what is
never pooled: provenance and the other axes.
"""

from agentbench.measure.compare.comparison import Comparison, compare, known_axis
from agentbench.measure.compare.judged import FEWEST, LEVEL, POWER
from agentbench.measure.compare.measures import AXES, MEASURES, SHARES

__all__ = ["AXES", "FEWEST", "LEVEL", "MEASURES", "POWER", "SHARES", "Comparison", "compare", "known_axis"]
