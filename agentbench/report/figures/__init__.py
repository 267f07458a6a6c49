"""Figures: each a tested summary (frame in, frame out) and a drawing (frame and axes in, axes out)."""

from agentbench.report.figures.accuracy_by_tokens import accuracy_by_tokens, draw_accuracy_by_tokens
from agentbench.report.figures.cost_by_class import cost_by_class, draw_cost_by_class
from agentbench.report.figures.history import draw_history, draw_prefixes, history_points
from agentbench.report.figures.hit_share_by_turn import draw_hit_share, hit_share_by_turn
from agentbench.report.figures.input_by_class import draw_input_by_class, input_by_class
from agentbench.report.figures.predicted_against_reported import (
    draw_predicted_against_reported,
    predicted_against_reported,
)
from agentbench.report.figures.prefix_map import SESSION, draw_prefix_map, prefix_map
from agentbench.report.figures.svg import panels, svg

__all__ = [
    "SESSION",
    "accuracy_by_tokens",
    "cost_by_class",
    "draw_accuracy_by_tokens",
    "draw_cost_by_class",
    "draw_history",
    "draw_hit_share",
    "draw_input_by_class",
    "draw_predicted_against_reported",
    "draw_prefix_map",
    "draw_prefixes",
    "history_points",
    "hit_share_by_turn",
    "input_by_class",
    "panels",
    "predicted_against_reported",
    "prefix_map",
    "svg",
]
