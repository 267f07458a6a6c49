"""The neutral values that every recording becomes: Exchange, Request, Response, Segment, Usage.

A *segment* is one addressable piece of a request in the order in which that provider's cache sees it.
An *exchange* is one recorded interaction: a model call, something set aside, or something unreadable.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal

Kind = Literal["model_call", "set_aside", "unreadable"]
Provenance = Literal["recorded", "simulated", "predicted"]
Level = Literal["tools", "system", "messages"]
Tier = Literal["stable", "context", "volatile"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Segment:
    """One piece of a request, in cache order."""

    path: str
    """Where it stands in the body: `tools[3]`, `system[0]`, `messages[4].content[1]`."""
    level: Level
    """Which level of the provider's cache order it belongs to."""
    role: str | None
    """The role of the message that holds it; None for tools and for a system field of its own."""
    raw: bytes
    """Its JSON bytes as on the wire, cache markers removed."""
    text: str
    """What the model reads: the decoded text of a text part, else the JSON itself."""
    start: int | None
    """Byte offset of this piece in the body; None where the recording kept only parsed JSON."""
    marker: str | None = None
    """TTL of a cache marker at its end (`5m`, `1h`), or None."""

    @property
    def key(self) -> bytes:
        """What a cache compares: the role and the bytes, markers excluded."""
        return (self.role or "").encode() + b"\n" + self.raw


@dataclass(frozen=True, slots=True, kw_only=True)
class Usage:
    """Token counts in disjoint classes; None where the provider did not report one, never 0."""

    uncached: int | None = None
    """Input tokens neither read from nor written to a cache."""
    read: int | None = None
    """Input tokens read from the cache."""
    write_5m: int | None = None
    """Input tokens written with a 5-minute TTL."""
    write_1h: int | None = None
    """Input tokens written with a 1-hour TTL."""
    write_unsplit: int | None = None
    """Input tokens written, where the provider does not split them by TTL."""
    output: int | None = None
    """Output tokens, reasoning included where the provider includes it."""
    reasoning: int | None = None
    """The part of the output spent on reasoning."""
    input_total: int | None = None
    """All input tokens of the request, cached or not."""
    flags: tuple[str, ...] = ()
    """Oddities found and not repaired (`cached_exceeds_prompt`, `suspect_synthetic` ...)."""
    raw: Mapping[str, object] | None = None
    """The provider's own usage object, untouched."""
    billed_usd: float | None = None
    """The provider's own billed figure, where it reports one."""

    @property
    def write(self) -> int | None:
        """All tokens written, whatever their TTL; None where no write class was reported."""
        parts = [n for n in (self.write_5m, self.write_1h, self.write_unsplit) if n is not None]
        return sum(parts) if parts else None


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolCall:
    """One call that the model asked for."""

    name: str
    arguments: object
    """Parsed JSON, or the raw string where it does not parse."""
    id: str | None = None
    kind: str | None = None
    """As the provider spells it (`function`, `tool_use`, `server_tool_use` ...)."""
    namespace: str | None = None
    """The group of tools that the name belongs to, where the provider names one (Responses)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """What was sent, split into segments in cache order."""

    wire: str
    """Wire format: `openai_chat`, `anthropic_messages` ..."""
    model: str | None
    segments: tuple[Segment, ...]
    parameters: Mapping[str, object]
    """Everything else in the body (temperature, tool_choice, thinking ...), parsed."""
    tools: tuple[str, ...]
    """Names of the tools sent, in request order."""
    stream: bool
    message_count: int
    body: bytes
    """The body as recorded; a canonical dump where only parsed JSON was kept."""
    byte_exact: bool
    """False where the recording kept only parsed JSON or re-ordered keys."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Response:
    """What came back."""

    status: int | None
    model: str | None = None
    text: str | None = None
    tool_calls: tuple[ToolCall, ...] = ()
    stop_reason: str | None = None
    usage: Usage = field(default_factory=Usage)
    error: str | None = None
    id: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Origin:
    """Which cell of which bench an exchange of ours belongs to."""

    layout: str
    presentation: str
    model: str
    """The arm's model id as pydantic-ai spells it, `anthropic:claude-sonnet-4-6`."""
    scenario: str
    repeat: int
    turn: int
    """Index of the user's turn in the scenario, from 0."""
    step: int
    """Index of the model call within the turn, from 0."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BlockSpan:
    """The bytes of a segment's `raw` that one prompt block owns: [start, end)."""

    name: str
    tier: Tier
    start: int
    end: int


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Exchange:
    """One recorded, simulated or rendered interaction."""

    cassette: str
    """Path of the file as it was asked for."""
    index: int | None
    """Position in the file, from 0; None for a file that cannot be read at all."""
    kind: Kind
    reason: str | None = None
    """Why it was set aside or could not be read."""
    provenance: Provenance
    provider: str | None = None
    """OpenTelemetry's provider name where known (`anthropic`, `openai`, `openrouter` ...)."""
    host: str | None = None
    request: Request | None = None
    response: Response | None = None
    sent_at: datetime | None = None
    first_byte_at: datetime | None = None
    conversation: str | None = None
    """Groups the requests of one growing conversation within one cassette."""
    origin: Origin | None = None
    blocks: Mapping[str, tuple[BlockSpan, ...]] = field(default_factory=dict)
    """Block spans per segment path; empty for other people's recordings."""
    stale_blocks: tuple[str, ...] | None = None
    """Volatile blocks in force that this request did not show; None where unknown."""

    def __repr__(self) -> str:
        """One line: a request's bytes would fill a screen; its fields have them."""
        said = [f"{self.cassette} #{self.index}", f"{self.provenance} {self.kind}", self.reason]
        if self.request is not None:
            sent = self.request
            said += [f"{sent.model} ({sent.wire})", f"{len(sent.tools)} tools", f"{len(sent.body):,} bytes"]
        if self.response is not None:
            used = self.response.usage
            counts = {
                "input": used.input_total,
                "read": used.read,
                "written": used.write,
                "output": used.output,
            }
            said += [f"{count:,} tokens {name}" for name, count in counts.items() if count is not None]
        return f"Exchange({', '.join(part for part in said if part)})"
