"""What gates know about a run, gathered once when it starts."""

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True, kw_only=True)
class RunFacts:
    """The facts that decide which tools stay."""

    available: Mapping[str, bool] = field(default_factory=dict)
    """Answer of each capability check; a capability without an answer is not there."""
    provider_tier: int = 0
    """Data classification that the provider is trusted with."""
    exempt: frozenset[str] = frozenset()
    """Names that stay although untrusted content is in the run."""
    denied: frozenset[str] = frozenset()
    """Names of tools or toolsets that the user switched off."""
    blocked_tags: frozenset[str] = frozenset()
    """Tags that the resolved model's provider may not be given (block mode)."""
