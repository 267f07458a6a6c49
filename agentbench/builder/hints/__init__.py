"""Platform hints: a declarative table, and overrides that people write."""

from agentbench.builder.hints.hint import hint, hints, overridden
from agentbench.builder.hints.overrides import Override, Overrides, overrides_at_the_door, read_overrides

__all__ = ["Override", "Overrides", "hint", "hints", "overridden", "overrides_at_the_door", "read_overrides"]
