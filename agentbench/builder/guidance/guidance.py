"""Guidance by model family: who is told to use tools for real, and whose habits are corrected."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from functools import cache
from importlib.resources import files
from typing import Literal

import yaml
from pydantic import TypeAdapter

from agentbench.builder.guidance.gate import GuidanceGate
from agentbench.facts.names import words

Habits = Literal["google", "openai"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Guidance:
    """What a model is told about its use of tools."""

    enforce: bool
    """Told to call tools instead of describing the call."""
    habits: Habits | None = None
    """Whose operational advice it gets; None for none."""


NONE = Guidance(enforce=False)


def guidance(family: str | None, gate: GuidanceGate, *, tools: bool, model: str = "") -> Guidance:
    """The guidance of a model: by the family on its card, and by the words of its name where the gate lists some.

    Without tools there is none. Habits follow the family and come only with enforcement. Source: hermes.md 8.
    """
    known = enforced()
    enforce = tools and (
        gate == "on"
        or (gate == "auto" and family in known)
        or (isinstance(gate, tuple) and any(_means(entry, family, model) for entry in gate))
    )
    return Guidance(enforce=True, habits=known.get(family or "")) if enforce else NONE


def _means(entry: str, family: str | None, model: str) -> bool:
    wanted, there = words(entry), words(model)
    if not wanted:
        return False
    runs = (there[at : at + len(wanted)] for at in range(len(there)))
    return entry.strip().lower() == family or wanted in runs


@dataclass(frozen=True, slots=True, kw_only=True)
class _File:
    source: str
    as_of: date
    families: Mapping[str, Habits | None]


@cache
def enforced() -> Mapping[str, Habits | None]:
    """Families that need the reminder, with whose habits each has."""
    text = files(__package__).joinpath("families.yaml").read_text(encoding="utf-8")
    return TypeAdapter(_File).validate_python(yaml.safe_load(text)).families
