"""Model cards: what is known about a model before anything is sent."""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from functools import cache, lru_cache

from agentbench.errors import UnknownModel
from agentbench.facts.door import HERE, Strict, load
from agentbench.facts.family import EncodingName, families, family, tokenizer
from agentbench.facts.names import covers, words
from agentbench.facts.provider import Wire, split_model_id
from agentbench.facts.tokens import vocabulary_count
from agentbench.nearest import nearest


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelCard:
    """What is known about one model."""

    model: str
    """The model as it was asked for."""
    provider: str | None
    """OpenTelemetry's provider name where it has one; None for a bare model name."""
    name: str
    """The bare model name, as the wire carries it."""
    family: str
    wire: Wire | None
    """Wire format that pydantic-ai speaks for this id; None for a bare name and for other protocols."""
    window: int | None
    """Context window in tokens; None where not known."""
    encoding: EncodingName
    """tiktoken's vocabulary that counts for it."""
    token_factor: float
    """Its tokens per token of that vocabulary; 1 for OpenAI's own models."""

    def count(self, text: str) -> int:
        """Tokens that this model is estimated to make of a text, rounded up."""
        return math.ceil(vocabulary_count(text, self.encoding) * self.token_factor)


@lru_cache(maxsize=1024)
def card(model_id: str) -> ModelCard:
    """The card of a model: a pydantic-ai id such as `anthropic:claude-sonnet-4-6`, or a bare model name.

    Raises:
        UnknownModel: no family's word stands in the name; says which family is nearest.
    """
    provider, wire, name = split_model_id(model_id)
    title = family(name)
    if title is None:
        near = nearest(words(name)[0] if words(name) else name, families())
        hint = f"did you mean the family {near!r}?" if near else f"known families: {', '.join(families())}"
        raise UnknownModel(f"asked for the model {model_id!r}, found no model family in its name; {hint}")
    of = tokenizer(title, name)
    return ModelCard(
        model=model_id,
        provider=provider,
        name=name,
        family=title,
        wire=wire,
        window=_window(name),
        encoding=of.encoding,
        token_factor=of.factor,
    )


class _Window(Strict):
    window: int
    match: list[str]


class _File(Strict):
    source: str
    as_of: date | str
    windows: list[_Window]


@cache
def _windows() -> Mapping[str, int]:
    return {pattern: row.window for row in load(HERE / "models.yaml", _File).windows for pattern in row.match}


def _window(name: str) -> int | None:
    matching = [
        (len(words(pattern)), window) for pattern, window in _windows().items() if covers(pattern, name)
    ]
    return max(matching)[1] if matching else None
