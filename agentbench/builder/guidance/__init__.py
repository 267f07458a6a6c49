"""Guidance by model family, as data and a gate, so that a layout can leave it out and its effect be measured."""

from agentbench.builder.guidance.gate import GuidanceGate, read_gate
from agentbench.builder.guidance.guidance import Guidance, enforced, guidance

__all__ = ["Guidance", "GuidanceGate", "enforced", "guidance", "read_gate"]
