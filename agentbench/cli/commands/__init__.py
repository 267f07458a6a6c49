"""One file per command; importing this registers them all."""

from agentbench.cli.commands import build, cost, diagnose, gate, inspect, predict, run

__all__ = ["build", "cost", "diagnose", "gate", "inspect", "predict", "run"]
