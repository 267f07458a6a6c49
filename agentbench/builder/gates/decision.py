"""What a gate leaves behind: the tools that stay, and for each that went, which gate and why."""

from dataclasses import dataclass
from typing import Literal

from agentbench.builder.tools.tool import Tool

Gate = Literal["capability", "tier", "untrusted", "denied", "tag", "dropped"]
"""`dropped` is no gate: a tool of the run whose server went away."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    """One tool that is not there."""

    tool: str
    gate: Gate
    reason: str
    """For people and for the model: one clause, without a full stop."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Gated:
    """The outcome of one gate or of all."""

    kept: tuple[Tool, ...]
    removed: tuple[Decision, ...]
