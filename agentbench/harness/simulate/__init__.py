"""Simulated providers: a real server on loopback that says the scenario's words and counts as the rules say."""

from agentbench.harness.simulate.provider import Provider
from agentbench.harness.simulate.server import serving

__all__ = ["Provider", "serving"]
