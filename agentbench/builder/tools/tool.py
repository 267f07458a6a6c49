"""A tool as the builder sees it: a plain value, wherever it came from."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

Source = Literal["first_party", "integration", "mcp", "device"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Tool:
    """One tool that a model may be shown."""

    name: str
    description: str
    parameters: Mapping[str, object] = field(default_factory=lambda: {"type": "object", "properties": {}})
    """JSON schema of the arguments."""
    toolset: str = "core"
    """Name of the toolset that it belongs to; skills' conditions may name it."""
    source: Source = "first_party"
