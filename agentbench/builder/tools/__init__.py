"""Tools as plain values: where they come from, which sets they form, in which order they are shown."""

from agentbench.builder.tools.catalogue import load_catalogue
from agentbench.builder.tools.order import ordered
from agentbench.builder.tools.tool import Mention, Source, Tool

__all__ = ["Mention", "Source", "Tool", "load_catalogue", "ordered"]
