"""A scan for hidden instructions: the whole text, every finding with its place, and only the passage replaced."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from functools import cache, lru_cache
from importlib.resources import files
from typing import Literal

import yaml
from pydantic import TypeAdapter

from agentbench.builder.context.invisible import folded, hidden_runs

Severity = Literal["high", "low"]
Scope = Literal["context", "memory"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """One thing to look for."""

    id: str
    severity: Severity
    pattern: str
    scope: Scope = "context"
    passage: Literal["sentence", "match"] = "sentence"


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """Something found: the characters [start, end) of the scanned text."""

    rule: str
    severity: Severity
    """`high`: replaced. `low`: reported, the text stays. Invisible characters are taken out without a word."""
    start: int
    end: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Scanned:
    """A text that may go into a prompt, and what was found in it."""

    text: str
    findings: tuple[Finding, ...]
    """By position, then by rule."""

    @property
    def replaced(self) -> bool:
        """Whether a passage was replaced."""
        return any(finding.severity == "high" for finding in self.findings)


@lru_cache(maxsize=256)
def scan(text: str, scope: Scope = "context") -> Scanned:
    """The text without hidden instructions.

    The same text and scope give the same result in every process. Positions are those of the text as given.
    Source: hermes.md 5, with its fault 11 (a scan that stops at 65,536 characters, and blanks whole files) undone.
    """
    plain, places = folded(text)
    unseen = list(hidden_runs(text))
    found = [Finding(rule="invisible", severity="low", start=start, end=end) for start, end in unseen]
    passages: list[tuple[int, int, str]] = []
    for rule, pattern in _compiled():
        if rule.scope == "memory" and scope != "memory":
            continue
        for match in pattern.finditer(plain):
            start, end = _placed(match.span(), places)
            found.append(Finding(rule=rule.id, severity=rule.severity, start=start, end=end))
            if rule.severity == "high":
                span = match.span() if rule.passage == "match" else _sentence(plain, *match.span())
                passages.append((*_placed(span, places), rule.id))
    found.sort(key=lambda each: (each.start, each.end, each.rule))
    return Scanned(text=_without(text, passages, unseen), findings=tuple(found))


def _placed(span: tuple[int, int], places: list[int] | None) -> tuple[int, int]:
    start, end = span
    return (start, end) if places is None else (places[start], places[end - 1] + 1)


_START = re.compile(r"[.!?:;]\s+|\n\s*")
_END = re.compile(r"[.!?](?=\s|\Z)|(?=\n)|\Z")
_REACH = 400
"""A sentence is looked for in this many characters on each side of what was found."""


def _sentence(text: str, start: int, end: int) -> tuple[int, int]:
    before = text[max(0, start - _REACH) : start]
    borders = [match.end() for match in _START.finditer(before)]
    first = start - len(before) + (borders[-1] if borders else 0)
    after = _END.search(text, end, min(len(text), end + _REACH))
    return first, after.end() if after else end


def _without(text: str, passages: list[tuple[int, int, str]], unseen: list[tuple[int, int]]) -> str:
    """The text with passages replaced by a note that says which rules, and invisible characters gone."""
    pieces: list[str] = []
    at = 0
    for start, end, rules in _joined(passages):
        pieces.append(_visible(text, at, start, unseen))
        pieces.append(f"[removed: {', '.join(rules)}; {end - start} characters]")
        at = end
    pieces.append(_visible(text, at, len(text), unseen))
    return "".join(pieces)


def _joined(passages: list[tuple[int, int, str]]) -> Iterator[tuple[int, int, list[str]]]:
    """Passages in order, overlapping ones as one, with the names of their rules in code-point order."""
    current: tuple[int, int, set[str]] | None = None
    for start, end, rule in sorted(passages):
        if current is not None and start < current[1]:
            current = (current[0], max(end, current[1]), current[2] | {rule})
            continue
        if current is not None:
            yield current[0], current[1], sorted(current[2])
        current = (start, end, {rule})
    if current is not None:
        yield current[0], current[1], sorted(current[2])


def _visible(text: str, start: int, end: int, unseen: list[tuple[int, int]]) -> str:
    if not unseen:
        return text[start:end]
    kept: list[str] = []
    for first, last in unseen:
        if last <= start or first >= end:
            continue
        kept.append(text[start:first])
        start = last
    kept.append(text[start:end])
    return "".join(kept)


@dataclass(frozen=True, slots=True, kw_only=True)
class _File:
    source: str
    as_of: date
    rules: tuple[Rule, ...]


@cache
def rules() -> tuple[Rule, ...]:
    """Everything that is looked for."""
    text = files(__package__).joinpath("rules.yaml").read_text(encoding="utf-8")
    return TypeAdapter(_File).validate_python(yaml.safe_load(text)).rules


@cache
def _compiled() -> tuple[tuple[Rule, re.Pattern[str]], ...]:
    return tuple((rule, re.compile(rule.pattern, re.IGNORECASE | re.VERBOSE)) for rule in rules())
