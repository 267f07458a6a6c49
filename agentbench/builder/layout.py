"""A layout: data about the prompt only. Which sections, in which tier and order, and where volatile text travels."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar, Literal

from agentbench.builder.block import Tier
from agentbench.builder.guidance.gate import GuidanceGate
from agentbench.builder.profile import FORBID, Forbid
from agentbench.builder.written import Written

Travel = Literal["inside", "second", "appended", "front"]
Clock = Literal["none", "date", "minute", "second"]
Framing = Literal["never", "always"]
Rebuild = Literal["turn", "compression", "model_switch", "midnight", "skill", "workspace", "mode"]
MarkerTtl = Literal["5m", "1h"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Placed:
    """A section at its place in a layout."""

    __pydantic_config__: ClassVar[Forbid] = FORBID

    section: str
    tier: Tier | None = None
    """None keeps the section's own tier."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Markers:
    """Which parts of a request end in a cache marker, and for how long they are kept."""

    __pydantic_config__: ClassVar[Forbid] = FORBID

    tools: bool = True
    """A marker behind the last tool that is not deferred."""
    instructions: bool = True
    """A marker behind the stable system text."""
    messages: bool = True
    """A marker behind the newest message, so that the conversation is reused."""
    ttl: MarkerTtl = "5m"
    messages_ttl: MarkerTtl | None = None
    """Another lifetime for the conversation; None for the same."""

    def __post_init__(self) -> None:
        if self.ttl == "5m" and self.messages_ttl == "1h":
            raise ValueError("messages_ttl '1h' behind ttl '5m': providers want the longer lifetime first")


@dataclass(frozen=True, slots=True, kw_only=True)
class Cache(Markers):
    """What the layout asks of providers whose cache can be steered; others ignore it."""

    __pydantic_config__: ClassVar[Forbid] = FORBID

    providers: Mapping[str, Markers] = field(default_factory=dict)
    """Markers for one provider (by OpenTelemetry's name) in place of the ones above."""
    key: bool = True
    """A routing key per session (OpenAI's `prompt_cache_key`, and those who copied it)."""
    retention: Literal["in_memory", "24h"] | None = None
    """How long OpenAI up to 5.5 may keep a prefix; None says nothing."""
    breakpoints: bool = True
    """From 5.6 on OpenAI writes at breakpoints: an explicit one behind the stable system text."""
    breakpoint_ttl: Literal["30m", "12h"] = "30m"


@dataclass(frozen=True, slots=True, kw_only=True)
class Layout(Written):
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
    the same, and a block that does not is a fault that the gate names). Without it, only at these events.
    The context tier is rendered at the session's start and at the events named here, but not at `turn`."""
    clock: Clock = "date"
    """Granularity of the clock wherever a section shows one."""
    framing: Framing = "never"
    """pydantic-ai's announcement about system messages in the conversation; constant within a session."""
    cache: Cache = field(default_factory=Cache)
    guidance: GuidanceGate = "auto"
    """Who is told to use tools for real: `auto` the families that need it, `on` all, `off` none, or a list of
    families or words of model names."""

    def __post_init__(self) -> None:
        names = [placed.section for placed in self.sections]
        twice = sorted({name for name in names if names.count(name) > 1})
        if twice:
            raise ValueError(f"sections placed twice: {', '.join(twice)}; a block has one place")
