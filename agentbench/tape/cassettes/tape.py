"""What a cassette holds, before anything is read into it: raw interactions and, in ours, a header.

An *interaction* is one HTTP request with its answer, as bytes. A *tape* is a cassette in memory.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from agentbench.tape.exchange import BlockSpan, Provenance

SCHEMA_VERSION = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Interaction:
    """One recorded HTTP request with its answer; bodies as recorded, maybe still compressed."""

    method: str | None
    uri: str | None
    request_headers: Mapping[str, str]
    """By lower-case name; repeated values joined with a comma."""
    request_body: bytes
    """Empty where the recording kept none."""
    status: int | None
    response_headers: Mapping[str, str]
    response_body: bytes
    sent_at: datetime | None = None
    first_byte_at: datetime | None = None
    origin: Mapping[str, object] | None = None
    """`turn` and `step` of the scenario, in recordings of ours."""
    stale_blocks: tuple[str, ...] | None = None
    """Volatile blocks in force that this request did not show; None where unknown."""
    counted: Mapping[str, int] | None = None
    """Tokens counted beside the request while it was recorded, not taken from the answer: `prompt_tokens`,
    `common_prefix_tokens` ...; None where nobody counted."""
    byte_exact: bool = True
    """False where the recording kept only parsed JSON or re-ordered keys."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Unread:
    """An interaction that could not be read; it keeps its place."""

    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Header:
    """What a cassette of ours says about itself, under its top-level key `agentbench`."""

    schema: int = SCHEMA_VERSION
    versions: Mapping[str, str] = field(default_factory=dict)
    """Of agentbench, pydantic-ai and genai-prices when it was written."""
    provenance: Provenance = "recorded"
    arm: Mapping[str, str] = field(default_factory=dict)
    """`layout`, `presentation` and `model`."""
    scenario: str | None = None
    repeat: int = 0
    apart: bool = False
    """Whether it says that every turn is a conversation of its own."""
    server: Mapping[str, str] = field(default_factory=dict)
    """What answered, where we started it ourselves: version, model file and template with SHA-256, flags."""
    stable_prefix_sha256: str | None = None
    blocks: Mapping[str, tuple[BlockSpan, ...]] = field(default_factory=dict)
    """Spans of prompt blocks by `block_key` of the segment that holds them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Tape:
    """A cassette in memory; `header` is None for recordings of other people."""

    header: Header | None
    interactions: tuple[Interaction, ...]
