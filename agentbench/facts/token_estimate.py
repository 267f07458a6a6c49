"""How a vendor's input count comes about beyond the tokens of the texts: a dated, fitted estimate per family."""

from dataclasses import dataclass
from datetime import date
from functools import cache, lru_cache

from pydantic import Field

from agentbench.facts.card import ModelCard
from agentbench.facts.door import HERE, Strict, load
from agentbench.facts.names import covers, words
from agentbench.facts.provider import Wire


@dataclass(frozen=True, slots=True, kw_only=True)
class TokenEstimate:
    """Tokens of each part of a request."""

    text: float
    """Per token of the vocabulary, for texts."""
    tool_json: float | None
    """Per token of the vocabulary, for the JSON of a tool; None where tools are rendered as TypeScript."""
    typescript: float
    """Per token of the vocabulary, for tools that are rendered as TypeScript."""
    per_tool: float
    per_property: float
    """For each property of a tool's parameters."""
    tools: float
    """Once, where any tool is sent: the vendor's own words about tools."""
    message: float
    call: float
    """For each tool call in the history."""
    result: float
    """For each tool result in the history."""
    always: float
    """Once per request."""
    forced: float
    """Once, where the request forces a call of a tool."""
    parallel: float
    """For each message with several calls at once, beside each of them."""
    alone: float
    """Once, where Chat Completions sends tools without a system message to put them in."""
    name: float = 1.0
    """Per token of a speaker's name."""
    published: tuple[str, ...] = ()
    """Which of these sizes the vendor itself tells; all others are fitted."""


class _Estimate(Strict):
    text: float
    tool_json: float | None = 1.0
    typescript: float = 1.0
    per_tool: float = 0.0
    per_property: float = 0.0
    tools: float = 0.0
    message: float = 0.0
    call: float = 0.0
    result: float = 0.0
    always: float = 0.0
    forced: float = 0.0
    parallel: float = 0.0
    alone: float = 0.0
    published: list[str] = Field(default_factory=list)


class _Model(Strict):
    match: list[str]
    wire: Wire | None = None
    estimate: _Estimate


class _File(Strict):
    source: str
    as_of: date | str
    families: dict[str, _Estimate]
    models: list[_Model]


@cache
def _file() -> _File:
    return load(HERE / "token_estimates.yaml", _File)


@lru_cache(maxsize=1024)
def token_estimate(card: ModelCard, wire: str | None = None) -> TokenEstimate:
    """The estimate for a model on a wire format: its own, its family's, or its family's text factor alone."""
    matching = [
        (len(words(pattern)), row.wire is not None, at)
        for at, row in enumerate(_file().models)
        for pattern in row.match
        if row.wire in (None, wire) and covers(pattern, card.name)
    ]
    found = _file().models[max(matching)[2]].estimate if matching else _file().families.get(card.family)
    sizes = (found or _Estimate(text=card.token_factor)).model_dump()
    return TokenEstimate(**{**sizes, "published": tuple(sizes["published"])})
