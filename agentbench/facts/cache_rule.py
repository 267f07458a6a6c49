"""What a provider's prompt cache does for one model: a dated rule, read from `cache_rules/`.

A rule says how prefixes are found (*mechanism*), from what size on, in which units, for how long, and which request
parameters stand in front of which level of the prompt, so that changing them loses that level and all later ones.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Literal

Level = Literal["tools", "system", "messages"]
Mechanism = Literal[
    "explicit_marks",  # entries only where the request marks them (Anthropic)
    "implicit_prefix",  # any common prefix, floored to a unit (OpenAI up to 5.5, vLLM, llama.cpp)
    "breakpoints",  # marks, and one more at the newest user or tool message (OpenAI from 5.6)
    "stored_units",  # whole stored units that must match completely (DeepSeek)
    "uncounted",  # hits, but not a count of the common prefix (Gemini implicit)
    "upstream",  # a gateway: the rule of whoever serves it
    "none",
]
Precision = Literal["exact", "floor", "flaky"]
Confidence = Literal["high", "medium", "low"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Ttl:
    """How long an entry lives."""

    seconds: int | None
    """Lifetime where the request asks for none; None where the provider names no number."""
    options: tuple[int, ...] = ()
    """Lifetimes that a request may ask for."""
    kind: Literal["guaranteed", "minimum", "typical", "best_effort"]
    refreshed: bool | None
    """Whether a read starts the time anew; None where unknown."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CacheRule:
    """What a provider's prompt cache does for one model."""

    provider: str
    """The provider's own name (`anthropic`, `aws.bedrock` ...)."""
    pattern: str
    """The model pattern that won, `*` where the provider's rule covers all its models."""
    mechanism: Mechanism
    precision: Precision
    """How far a prediction can be trusted: `exact`, `floor` (that value or 0), `flaky`."""
    order: tuple[Level, ...]
    """The order in which the levels stand in the cached prefix."""
    min_tokens: int | None
    """Smallest prefix that is stored or read; None where unknown."""
    unit: int
    """Reads are whole multiples of this many tokens."""
    offset: int
    """Tokens by which a read differs from the floor: Mistral -16, Cohere -32, Azure's Grok +168."""
    last_token_computed: bool
    """Whether an identical resend still computes its last token, so that at most N - 1 are read."""
    whole_resend: bool
    """Whether an identical resend is read whole, whatever the unit."""
    marks: int
    """Marks that one request may carry; 0 for implicit caches."""
    look_back: int | None
    """Positions searched backwards from a mark, the marked one included; None for no limit."""
    read_candidates: int | None
    """The latest marks of a conversation that are considered for a read; None for no limit."""
    automatic_mark: str | None
    """The request field that marks the last block by itself."""
    ttl: Ttl
    ttl_parameter: str | None
    """The request parameter (dotted path) that asks for another TTL."""
    readable: Literal["first_byte", "response_end"]
    """From when on an entry can be read by other requests."""
    scope: tuple[str, ...]
    """What separates one cache from another (`workspace`, `model` ...)."""
    output_reused: Literal["yes", "no", "unknown"]
    """Whether generated tokens become part of a stored prefix without being sent again."""
    reasoning_apart: bool
    """Whether reported output leaves out reasoning tokens, which are part of a reused answer (xAI)."""
    hit_share: float | None
    """Share of stored, live, unchanged prefixes that recordings saw read at all; None where none were seen."""
    hidden_tokens: tuple[int, ...]
    """Sizes of the vendor's own preamble, which can be read where nothing of ours is."""
    invalidates: Mapping[str, Level]
    """Request parameter (dotted path) to the first level that is lost when it changes."""
    upstream: Mapping[str, str]
    """For a gateway: the vendor's word in a model's name to the provider whose rule holds."""
    neutral: Mapping[str, object]
    """Parameter values that are the same as leaving the parameter out."""
    read_price: float | None
    """Price of a read token as a multiple of an uncached input token."""
    write_price: Mapping[int, float]
    """Price of a written token as a multiple, by TTL in seconds."""
    valid_from: date | None
    """First day on which the rule holds; None for since ever."""
    valid_to: date | None
    """First day on which it holds no longer; None for still."""
    sources: tuple[str, ...]
    as_of: str
    """Date of the newest source that supports the rule (`2026-10` or a day)."""
    confidence: Confidence
    note: str | None = field(default=None)
    """Conflicts and limits of the rule, or None."""

    def holds_on(self, day: date) -> bool:
        """Whether the rule was in force on a day."""
        return (self.valid_from is None or self.valid_from <= day) and (
            self.valid_to is None or day < self.valid_to
        )
