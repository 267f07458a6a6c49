"""The shape of a provider's rule file, and how its defaults and a model's own lines make one rule."""

from datetime import date
from typing import Literal

from pydantic import Field, model_validator

from agentbench.facts.cache_rule import CacheRule, Confidence, Level, Mechanism, Precision, Ttl
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


def merged(file: RuleFile, row: ModelLines, pattern: str) -> CacheRule:
    """The rule of one pattern: the model's own line where it has one, else the file's default."""
    said = RuleLines.model_validate(
        file.defaults.model_dump(exclude_unset=True) | row.model_dump(exclude_unset=True, exclude=_OF_A_ROW)
    )
    assert said.mechanism is not None
    assert said.precision is not None
    return CacheRule(
        provider=file.provider,
        pattern=pattern,
        mechanism=said.mechanism,
        precision=said.precision,
        order=tuple(said.order),
        min_tokens=said.min_tokens,
        unit=said.unit,
        offset=said.offset,
        last_token_computed=said.last_token_computed,
        whole_resend=said.whole_resend,
        marks=said.marks,
        look_back=said.look_back,
        read_candidates=said.read_candidates,
        automatic_mark=said.automatic_mark,
        ttl=Ttl(
            seconds=said.ttl.seconds,
            options=tuple(said.ttl.options),
            kind=said.ttl.kind,
            refreshed=said.ttl.refreshed,
        ),
        ttl_parameter=said.ttl_parameter,
        readable=said.readable,
        scope=tuple(said.scope),
        output_reused=said.output_reused,
        reasoning_apart=said.reasoning_apart,
        hit_share=said.hit_share,
        hidden_tokens=tuple(said.hidden_tokens),
        invalidates=said.invalidates,
        upstream=said.upstream,
        neutral=said.neutral,
        read_price=said.price.read,
        write_price=said.price.write,
        valid_from=row.valid_from,
        valid_to=row.valid_to,
        sources=tuple(row.sources or file.sources),
        as_of=str(row.as_of or file.as_of),
        confidence=row.confidence or file.confidence,
        note=row.note or file.note,
    )
