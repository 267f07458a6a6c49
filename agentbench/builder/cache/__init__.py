"""Cache settings of a layout, worked out for a provider and a model."""

from agentbench.builder.cache.marks import Mark, marks
from agentbench.builder.cache.plan import MOST_MARKERS, CachePlan, cache_plan
from agentbench.builder.cache.routes import Route, Routes, routes

__all__ = ["MOST_MARKERS", "CachePlan", "Mark", "Route", "Routes", "cache_plan", "marks", "routes"]
