"""Deferral: hundreds of tools behind an array whose bytes do not move."""

from agentbench.builder.deferral.bridge_tools import BRIDGE, RESERVED
from agentbench.builder.deferral.presentation import Presentation, Presented, deferrable, present

__all__ = ["BRIDGE", "RESERVED", "Presentation", "Presented", "deferrable", "present"]
