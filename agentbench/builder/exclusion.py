"""Cells that a bench leaves out, as a matrix of GitHub Actions does."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import ClassVar

from pydantic import ValidationInfo

from agentbench.builder.deferral.presentation import Presentation
from agentbench.builder.profile import FORBID, Forbid
from agentbench.nearest import nearest

_AXES = {"layout": "layouts", "presentation": "presentations", "model": "models", "scenario": "scenarios"}
"""A key of an exclusion to the list of the bench whose names it takes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Exclusion:
    """Cells that are left out: those that match every key that is given."""

    __pydantic_config__: ClassVar[Forbid] = FORBID

    layout: str | None = None
    presentation: Presentation | None = None
    model: str | None = None
    scenario: str | None = None

    def matches(self, named: Mapping[str, str]) -> bool:
        """Whether a cell, by the names on its axes, is left out."""
        return all(getattr(self, axis) in (None, named[axis]) for axis in _AXES)


def each_leaves_something_out(exclude: tuple[Exclusion, ...], info: ValidationInfo) -> tuple[Exclusion, ...]:
    """The entries as they are.

    Raises:
        ValueError: an entry leaves out no cell that the ones before it have kept, or no cell is kept at all.
    """
    known: Mapping[str, Sequence[str]] = {axis: info.data.get(of, ()) for axis, of in _AXES.items()}
    if not exclude or not all(known.values()):  # a list with a problem of its own is named for that
        return exclude
    kept = [dict(zip(_AXES, names, strict=True)) for names in product(*known.values())]
    problems = []
    for number, entry in enumerate(exclude):
        left = [named for named in kept if not entry.matches(named)]
        if len(left) == len(kept):
            problems.append(f"entry {number} leaves out no cell{_why(entry, known)}")
        kept = left
    if not kept:
        problems.append("no cell is left")
    if problems:
        raise ValueError("; ".join(problems))
    return exclude


def _why(entry: Exclusion, known: Mapping[str, Sequence[str]]) -> str:
    unknown = [(axis, name) for axis in _AXES if (name := getattr(entry, axis)) not in (None, *known[axis])]
    hints = []
    for axis, name in unknown:
        near = nearest(name, known[axis])
        hint = f"did you mean {near!r}?" if near else f"it has {', '.join(known[axis])}"
        hints.append(f"the bench has no {axis} {name!r}, {hint}")
    return f": {', '.join(hints)}" if hints else " that the entries before it have kept"
