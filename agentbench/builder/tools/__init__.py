"""Tools as plain values."""

from agentbench.builder.tools.tool import Source, Tool

__all__ = ["Source", "Tool"]
