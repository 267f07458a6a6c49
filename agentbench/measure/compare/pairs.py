"""What stands against what: the same cell (or turn) of both sides, and what has no counterpart."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import pandas as pd

from agentbench.measure.arm import ARM, Cells, records
from agentbench.measure.compare.measures import OF_CALLS, READ, Fraction, verdicts
from agentbench.measure.hits import read_tokens

Key = tuple[object, ...]
"""Cells in the order of the key's columns; None is missing."""

_ByCell = dict[Key, list[Cells]]
_Sides = tuple[_ByCell, _ByCell]


@dataclass(frozen=True, slots=True, kw_only=True)
class Pair:
    """One measure of the same cell or turn on both sides."""

    stratum: Key
    """What is never pooled: provenance, the other axes, the profile."""
    scenario: object
    repeat: object
    turn: int | None
    """None where the pair is a whole session."""
    unit: Key
    """What is drawn again as one: the scenario, and the turn where turns are conversations of their own."""
    measure: str
    was: Fraction | None
    """The baseline's; None where its calls do not tell."""
    now: Fraction | None
    """The candidate's."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Paired:
    """Two sides, held against each other."""

    pairs: tuple[Pair, ...]
    apart: frozenset[Key]
    """Strata whose turns are conversations of their own throughout."""
    alone: tuple[Cells, ...]
    """Cells and turns that one side lacks: `side`, the cell's key, `turn` (None for a whole cell)."""


def stratum_of(axis: str) -> tuple[str, ...]:
    """What is never pooled along this axis: provenance, the other axes, and the profile that plays."""
    return (*(name for name in ARM if name != axis), "profile")


def paired(was: pd.DataFrame, now: pd.DataFrame, axis: str) -> Paired:
    """The model calls of both sides, matched by everything but the axis."""
    names = (*stratum_of(axis), "scenario", "repeat")
    sides = _by_cell(was, names), _by_cell(now, names)
    shared = sorted(sides[0].keys() & sides[1].keys(), key=repr)
    strata = {key[:-2] for key in shared}
    own = {key: all(turns_apart(side[key]) for side in sides) for key in shared}
    apart = frozenset(stratum for stratum in strata if all(own[key] for key in shared if key[:-2] == stratum))
    found = [_pairs(key, [side[key] for side in sides], key[:-2] in apart) for key in shared]
    return Paired(
        pairs=tuple(pair for of_cell in found for pair in of_cell),
        apart=apart,
        alone=(*_lone_cells(sides, names), *_lone_turns(sides, shared, names)),
    )


def _by_cell(calls: pd.DataFrame, names: Sequence[str]) -> _ByCell:
    found: _ByCell = {}
    told = calls.assign(cache_read_tokens=read_tokens(calls))
    for call in records(told, (*names, *READ)):
        found.setdefault(tuple(call[name] for name in names), []).append(call)
    return found


def turns_apart(calls: Sequence[Cells]) -> bool:
    """Whether no conversation goes over several turns of a session that has several."""
    spans: dict[object, set[object]] = {}
    for call in calls:
        spans.setdefault(call["conversation"], set()).add(call["turn"])
    return len(_turns(calls)) > 1 and None not in spans and all(len(turns) == 1 for turns in spans.values())


def _pairs(key: Key, sides: Sequence[Sequence[Cells]], apart: bool) -> list[Pair]:
    stratum, scenario, repeat = key[:-2], key[-2], key[-1]

    def pair(measure: str, turn: int | None, was: Fraction | None, now: Fraction | None) -> Pair:
        unit = (scenario, turn) if apart else (scenario,)
        return Pair(
            stratum=stratum,
            scenario=scenario,
            repeat=repeat,
            turn=turn,
            unit=unit,
            measure=measure,
            was=was,
            now=now,
        )

    turns = _turns(sides[0]) & _turns(sides[1])
    right = [verdicts(side) for side in sides]
    found = [
        pair("accuracy", turn, *((None if turn not in side else (float(side[turn]), 1)) for side in right))
        for turn in sorted(turns)
    ]
    for turn in sorted(turns) if apart else (None,):
        was, now = ([call for call in side if turn in (None, call["turn"])] for side in sides)
        found += [pair(name, turn, measured(was), measured(now)) for name, measured in OF_CALLS.items()]
    return found


def _turns(calls: Sequence[Cells]) -> set[int]:
    return {turn for call in calls if isinstance(turn := call["turn"], int)}


def _lone_cells(sides: _Sides, names: Sequence[str]) -> list[Cells]:
    return [
        {"side": side, **dict(zip(names, key, strict=True)), "turn": None}
        for side, mine, other in _both_ways(sides)
        for key in sorted(mine.keys() - other.keys(), key=repr)
    ]


def _lone_turns(sides: _Sides, shared: Sequence[Key], names: Sequence[str]) -> list[Cells]:
    return [
        {"side": side, **dict(zip(names, key, strict=True)), "turn": turn}
        for key in shared
        for side, mine, other in _both_ways(sides)
        for turn in sorted(_turns(mine[key]) - _turns(other[key]))
    ]


def _both_ways(sides: _Sides) -> Iterator[tuple[str, _ByCell, _ByCell]]:
    yield "baseline", sides[0], sides[1]
    yield "candidate", sides[1], sides[0]
