"""A tool as the builder sees it: a plain value, wherever it came from."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

Source = Literal["first_party", "integration", "mcp", "device"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Mention:
    """A sentence of a tool's description that speaks of other tools."""

    text: str
    """The sentence, as it stands in the description."""
    tools: tuple[str, ...]
    """The sentence is dropped when none of these is there."""


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
    device: str | None = None
    """Human name of the machine that a device tool acts on; it opens the shown description."""
    needs: tuple[str, ...] = ()
    """Capabilities that must be there (a key, a binary, a back end): names of checks."""
    tier: int = 0
    """Lowest provider tier (data classification) that may see it; 0 is any."""
    untrusted: bool = False
    """It brings text of strangers into the run (an MCP or OpenAPI source that nobody vouches for)."""
    high_privilege: bool = False
    """It drops out of a run that holds an untrusted source."""
    interaction: bool = False
    """It talks to the user (ask, confirm); it is never deferred."""
    tags: tuple[str, ...] = ()
    """Provider tags that the tag gate compares."""
    mentions: tuple[Mention, ...] = ()
    """Sentences of the description that hold only while other tools are there."""
    tool_list: str | None = None
    """The parameter whose `enum` lists tools; it is cut to those that are there."""

    @property
    def shown_description(self) -> str:
        """The description as the model reads it: a device tool says first on which machine it acts."""
        return f"[{self.device}] {self.description}" if self.device else self.description
