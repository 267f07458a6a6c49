"""Deferral: hundreds of tools behind an array whose bytes do not move."""

from agentbench.builder.deferral.bridge import Answer, Bridge, Outcome, Refusal, Run, bridge, call
from agentbench.builder.deferral.bridge_tools import BRIDGE, RESERVED
from agentbench.builder.deferral.decide import Agent, Deferral, decide, schema_tokens, threshold_tokens
from agentbench.builder.deferral.policy import Policy, policy
from agentbench.builder.deferral.presentation import Presentation, Presented, deferrable, present

__all__ = [
    "BRIDGE",
    "RESERVED",
    "Agent",
    "Answer",
    "Bridge",
    "Deferral",
    "Outcome",
    "Policy",
    "Presentation",
    "Presented",
    "Refusal",
    "Run",
    "bridge",
    "call",
    "decide",
    "deferrable",
    "policy",
    "present",
    "schema_tokens",
    "threshold_tokens",
]
