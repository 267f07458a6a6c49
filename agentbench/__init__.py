"""agentbench: what an agent's model is shown, what the provider's cache reuses, what it costs, what broke it."""

__version__ = "0.1.0"
