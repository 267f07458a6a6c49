"""Predicted against reported: how well the cache and the tokens of recordings could have been foreseen."""

from agentbench.measure.accuracy.ahead import ahead
from agentbench.measure.accuracy.classes import by_provider, disagreement, figures, frame_of, of_pairs, table
from agentbench.measure.accuracy.counted import Count, counts, hidden_requests
from agentbench.measure.accuracy.pairs import EXCLUSIONS, LeftOut, Pair, Pairs, pairs
from agentbench.measure.accuracy.tokens import token_errors
from agentbench.measure.accuracy.unseen import unseen

__all__ = [
    "EXCLUSIONS",
    "Count",
    "LeftOut",
    "Pair",
    "Pairs",
    "ahead",
    "by_provider",
    "counts",
    "disagreement",
    "figures",
    "frame_of",
    "hidden_requests",
    "of_pairs",
    "pairs",
    "table",
    "token_errors",
    "unseen",
]
