"""A layout: data about the prompt only. Which sections, in which tier and order, and where volatile text travels."""

import dataclasses
from dataclasses import dataclass, field
from typing import ClassVar, Literal

from agentbench.builder.block import Tier
from agentbench.builder.profile import FORBID, Forbid

Travel = Literal["inside", "second", "appended", "front"]
Clock = Literal["none", "date", "minute", "second"]
Framing = Literal["never", "always"]
Rebuild = Literal["turn", "compression", "model_switch"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Placed:
    """A section at its place in a layout."""

    __pydantic_config__: ClassVar[Forbid] = FORBID

    section: str
    tier: Tier | None = None
    """None keeps the section's own tier."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Cache:
    """What the layout asks of providers whose cache can be steered; others ignore it."""

    __pydantic_config__: ClassVar[Forbid] = FORBID

    tools: bool = True
    """A marker behind the last tool (Anthropic, Bedrock, OpenRouter)."""
    instructions: bool = True
    """A marker behind the stable system text."""
    messages: bool = True
    """A marker behind the newest message, so that the conversation is reused."""
    ttl: Literal["5m", "1h"] = "5m"
    key: bool = True
    """A routing key per session (OpenAI's `prompt_cache_key`)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Layout:
    """How a prompt is assembled."""

    __pydantic_config__: ClassVar[Forbid] = FORBID

    name: str
    description: str = ""
    sections: tuple[Placed, ...]
    """In order of rendering."""
    volatile: Travel = "inside"
    """Where volatile text travels: `inside` the one system text at its place in the order, as a `second`
    system block, `appended` as messages when it changes, or in `front` of every user turn."""
    rebuild: tuple[Rebuild, ...] = ("turn",)
    """When the system text is rendered anew. `turn`: before every turn (what is not volatile must come out
    the same, and a block that does not is a fault that the gate names). Without it, only at these events."""
    clock: Clock = "date"
    """Granularity of the clock wherever a section shows one."""
    framing: Framing = "never"
    """pydantic-ai's announcement about system messages in the conversation; constant within a session."""
    cache: Cache = field(default_factory=Cache)

    def replace(self, **changes: object) -> "Layout":
        """The same layout with some fields changed: `layout.replace(clock="second", volatile="front")`."""
        return dataclasses.replace(self, **changes)  # type: ignore[arg-type]  # checked by the dataclass itself
