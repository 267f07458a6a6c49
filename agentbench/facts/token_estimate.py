"""How a vendor's input count comes about beyond the tokens of the texts: a dated, fitted estimate per family."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from functools import cache, lru_cache

from agentbench.facts.card import ModelCard
from agentbench.facts.door import HERE, Strict, load
from agentbench.facts.names import covers, words


@dataclass(frozen=True, slots=True, kw_only=True)
class TokenEstimate:
    """Tokens of each part of a request."""

    text: float
    """Per token of the vocabulary, for texts."""
    tool_json: float | None
    """Per token of the vocabulary, for the JSON of a tool; None where tools are rendered as TypeScript."""
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


class _Estimate(Strict):
    text: float
    tool_json: float | None = 1.0
    per_tool: float = 0.0
    per_property: float = 0.0
    tools: float = 0.0
    message: float = 0.0
    call: float = 0.0
    result: float = 0.0
    always: float = 0.0


class _Model(Strict):
    match: list[str]
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
def token_estimate(card: ModelCard) -> TokenEstimate:
    """The estimate for a model: its own, its family's, or its family's text factor alone."""
    own: Mapping[str, _Estimate] = {p: row.estimate for row in _file().models for p in row.match}
    matching = [(len(words(pattern)), pattern) for pattern in own if covers(pattern, card.name)]
    found = own[max(matching)[1]] if matching else _file().families.get(card.family)
    return TokenEstimate(**(found or _Estimate(text=card.token_factor)).model_dump())
