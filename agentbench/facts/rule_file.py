"""The shape of a provider's rule file, and how its defaults and a model's own lines make one rule."""

from datetime import date
from typing import Literal

from pydantic import Field, TypeAdapter, model_validator

from agentbench.facts.cache_rule import CacheRule, Confidence, Level, Mechanism, Precision
from agentbench.facts.door import Strict

_ORDER: tuple[Level, ...] = ("tools", "system", "messages")


class TtlLines(Strict):
    """Lifetime of entries."""

    seconds: int | None
    options: list[int] = Field(default_factory=list)
    kind: Literal["guaranteed", "minimum", "typical", "best_effort"]
    refreshed: bool | None


class PriceLines(Strict):
    """Price factors over an uncached input token."""

    read: float | None
    write: dict[int, float] = Field(default_factory=dict)


class RuleLines(Strict):
    """What the defaults of a file and the lines of some models may both say; fields as in `CacheRule`."""

    mechanism: Mechanism | None = None
    precision: Precision | None = None
    order: list[Level] = Field(default_factory=lambda: list(_ORDER))
    min_tokens: int | None = None
    unit: int = 1
    offset: int = 0
    last_token_computed: bool = False
    whole_resend: bool = False
    marks: int = 0
    look_back: int | None = None
    read_candidates: int | None = None
    automatic_mark: str | None = None
    ttl: TtlLines = TtlLines(seconds=None, kind="best_effort", refreshed=None)
    ttl_parameter: str | None = None
    readable: Literal["first_byte", "response_end"] = "first_byte"
    scope: list[str] = Field(default_factory=lambda: ["model"])
    output_reused: Literal["yes", "no", "unknown"] = "unknown"
    reasoning_apart: bool = False
    hit_share: float | None = None
    hidden_tokens: list[int] = Field(default_factory=list)
    invalidates: dict[str, Level] = Field(default_factory=dict)
    upstream: dict[str, str] = Field(default_factory=dict)
    neutral: dict[str, object] = Field(default_factory=dict)
    price: PriceLines = PriceLines(read=None)


class ModelLines(RuleLines):
    """The lines of some models, over the file's defaults."""

    match: list[str]
    valid_from: date | None = None
    valid_to: date | None = None
    sources: list[str] | None = None
    as_of: date | str | None = None
    confidence: Confidence | None = None
    note: str | None = None


class RuleFile(Strict):
    """One provider's file."""

    provider: str
    covers_all_models: bool
    sources: list[str]
    as_of: date | str
    confidence: Confidence
    note: str | None = None
    defaults: RuleLines
    models: list[ModelLines] = Field(default_factory=list)

    @model_validator(mode="after")
    def _is_whole(self) -> "RuleFile":
        if self.defaults.mechanism is None or self.defaults.precision is None:
            raise ValueError("the defaults name no mechanism or no precision")
        if any(sorted(lines.order) != sorted(_ORDER) for lines in (self.defaults, *self.models)):
            raise ValueError(f"an order must name each of {', '.join(_ORDER)} once")
        return self


_OF_A_ROW = set(ModelLines.model_fields) - set(RuleLines.model_fields)
_RULE = TypeAdapter(CacheRule)


def merged(file: RuleFile, row: ModelLines, pattern: str) -> CacheRule:
    """The rule of one pattern: the model's own line where it has one, else the file's default."""
    said = RuleLines.model_validate(
        file.defaults.model_dump(exclude_unset=True) | row.model_dump(exclude_unset=True, exclude=_OF_A_ROW)
    )
    own = {
        "provider": file.provider,
        "pattern": pattern,
        "read_price": said.price.read,
        "write_price": said.price.write,
        "valid_from": row.valid_from,
        "valid_to": row.valid_to,
        "sources": row.sources or file.sources,
        "as_of": str(row.as_of or file.as_of),
        "confidence": row.confidence or file.confidence,
        "note": row.note or file.note,
    }
    return _RULE.validate_python(said.model_dump(exclude={"price"}) | own)
