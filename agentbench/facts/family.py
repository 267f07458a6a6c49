"""Model families: which one a name belongs to, and how its tokens relate to o200k tokens."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from functools import cache, lru_cache
from typing import Literal

from pydantic import Field

from agentbench.facts.door import HERE, Strict, load
from agentbench.facts.names import covers, first_position, words
from agentbench.facts.provider import split_model_id

EncodingName = Literal["o200k_base", "cl100k_base"]


class _Generation(Strict):
    match: list[str]
    token_factor: float
    encoding: EncodingName = "o200k_base"
    source: str
    as_of: date | str


class _Family(Strict):
    home: str | None = None
    words: list[str]
    token_factor: float
    source: str
    as_of: date | str
    generations: list[_Generation] = Field(default_factory=list)


class _File(Strict):
    families: dict[str, _Family]


@cache
def _families() -> Mapping[str, _Family]:
    return load(HERE / "families.yaml", _File).families


def families() -> tuple[str, ...]:
    """The names of all families known here."""
    return tuple(_families())


@lru_cache(maxsize=4096)
def family(name: str) -> str | None:
    """The family whose word comes first in a model name or id; None where none does.

    `deepseek-r1-distill-qwen-7b` is deepseek; a GPTQ-quantised Llama is llama. The provider in front of a model id
    counts only where the model's own name says nothing (`mistral:open-model`).
    """
    return _first_family(split_model_id(name)[2]) or _first_family(name)


def home_provider(name: str) -> str | None:
    """The provider that serves a plainly named model, where a recording kept no host; None for `vendor/model`."""
    facts = _families().get(family(name) or "")
    return facts.home if facts is not None and "/" not in name else None


def _first_family(name: str) -> str | None:
    found = [
        (position, -len(words(word)), title)
        for title, facts in _families().items()
        for word in facts.words
        if (position := first_position(word, name)) is not None
    ]
    return min(found)[2] if found else None


@dataclass(frozen=True, slots=True, kw_only=True)
class Tokenizer:
    """How to estimate a model's token counts: tokens of an encoding times a factor."""

    encoding: EncodingName
    factor: float


@lru_cache(maxsize=4096)
def tokenizer(family_name: str | None, model: str = "") -> Tokenizer:
    """The estimate for a family, or for one model where its generation has a factor of its own.

    An unknown family counts as o200k itself.
    """
    facts = _families().get(family_name or "")
    if facts is None:
        return Tokenizer(encoding="o200k_base", factor=1.0)
    matching = [
        (len(words(pattern)), generation.encoding, generation.token_factor)
        for generation in facts.generations
        for pattern in generation.match
        if covers(pattern, model)
    ]
    if not matching:
        return Tokenizer(encoding="o200k_base", factor=facts.token_factor)
    _, encoding, factor = max(matching)
    return Tokenizer(encoding=encoding, factor=factor)
