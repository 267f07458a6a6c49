"""Which provider a name means, and which wire format a pydantic-ai model id is spoken in."""

from collections.abc import Mapping
from datetime import date
from functools import cache
from typing import Literal

from pydantic import Field

from agentbench.facts.door import HERE, Strict, load

Wire = Literal["anthropic_messages", "openai_chat", "openai_responses", "gemini_generate", "bedrock_converse"]


class _Provider(Strict):
    names: list[str] = Field(default_factory=list)
    prefixes: dict[str, Wire | None] = Field(default_factory=dict)
    silent_zero: list[str] = Field(default_factory=list)


class _File(Strict):
    source: str
    as_of: date | str
    providers: dict[str, _Provider]


@cache
def _providers() -> Mapping[str, _Provider]:
    return load(HERE / "providers.yaml", _File).providers


@cache
def _known_as() -> Mapping[str, str]:
    return {
        other: name
        for name, provider in _providers().items()
        for other in (name, *provider.names, *provider.prefixes)
    }


def provider_name(name: str) -> str | None:
    """The provider's own name (OpenTelemetry's where it has one) for any spelling of it; None if unknown."""
    return _known_as().get(name.lower())


def silent_zero(provider: str, wire_format: str) -> bool:
    """Whether an answer that names no cached tokens says that none were read; else it says nothing."""
    known = _providers().get(provider)
    return known is not None and wire_format in known.silent_zero


def split_model_id(model_id: str) -> tuple[str | None, Wire | None, str]:
    """Provider, wire format and bare model name of a pydantic-ai model id.

    A bare name (also one with a colon of its own, `llama3.1:8b`) has neither provider nor wire.
    """
    prefix, colon, name = model_id.removeprefix("gateway/").partition(":")
    for provider, facts in _providers().items():
        if colon and prefix in facts.prefixes:
            return provider, facts.prefixes[prefix], name
    return None, None, model_id
