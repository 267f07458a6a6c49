"""A candidate against a baseline along one axis."""

from collections.abc import Sequence
from dataclasses import dataclass

import pandas as pd

from agentbench.errors import BadInput, NotFound
from agentbench.measure.arm import Cells, model_calls, player, table
from agentbench.measure.compare.measures import AXES, MEASURES
from agentbench.measure.compare.pairs import Pair, paired, stratum_of
from agentbench.measure.compare.totals import TYPES, totals, value
from agentbench.nearest import nearest


@dataclass(frozen=True, kw_only=True)
class Comparison:
    """A candidate against a baseline along one axis, everything else equal."""

    axis: str
    baseline: str
    candidate: str
    pairs: pd.DataFrame
    """One row per pair and measure: the cell's other keys, `turn` (missing for a whole session), `measure`,
    `baseline`, `candidate`, `difference` (candidate less baseline)."""
    totals: pd.DataFrame
    """One row per stratum (provenance, the other axes, `profile` where not the scenario's own) and measure over all
    its pairs; shares are token- or turn-weighted. `low` and `high` are the
    95 % interval when `unit` is drawn again; `test` is what `p` comes from; `p_holm` is corrected over `family`;
    `detectable` is the difference that would have been found 4 times in 5; `better`, `worse`, `equal` count pairs,
    `left_out` those of which one side does not tell; `note` says why something is missing."""
    alone: pd.DataFrame
    """Cells and turns that only `side` has; they count nowhere."""
    family: int
    """How many p-values the correction is over."""
    seed: int
    """Of resampling."""


def compare(frame: pd.DataFrame, axis: str, baseline: str, candidate: str, seed: int = 0) -> Comparison:
    """Pair the cells of a priced frame that differ in nothing but `axis`.

    Raises:
        BadInput: no such axis, or one value given twice.
        NotFound: the frame has no exchange with that value; names the nearest one.
    """
    known_axis(axis)
    if baseline == candidate:
        raise BadInput(
            f"asked to compare {axis} {baseline!r} with itself, found no difference; name two values"
        )
    calls = model_calls(frame)
    ours = calls[calls["scenario"].notna()]
    ours = ours.assign(profile=ours["scenario"].map(player).astype("string"))
    was, now = (_side(ours, axis, value) for value in (baseline, candidate))
    found, names = paired(was, now, axis), stratum_of(axis)
    cell = (*names, "scenario", "repeat", "turn")
    rows = totals(found, names, seed)
    return Comparison(
        axis=axis,
        baseline=baseline,
        candidate=candidate,
        pairs=table(_shown(found.pairs, names), cell, ours, _PAIR_TYPES),
        totals=table(rows, names, ours, TYPES),
        alone=table(found.alone, cell, ours, {"side": "string"}),
        family=sum(row["p"] is not None for row in rows),
        seed=seed,
    )


def known_axis(axis: str) -> None:
    """Nothing for an axis that there is.

    Raises:
        BadInput: no such axis.
    """
    if axis not in AXES:
        raise BadInput(
            f"asked to compare along {axis!r}, found no such axis; choose one of {', '.join(AXES)}"
        )


_PAIR_TYPES = {"measure": "string", "baseline": "Float64", "candidate": "Float64", "difference": "Float64"}


def _side(calls: pd.DataFrame, axis: str, value: str) -> pd.DataFrame:
    known = set(calls[axis].dropna())
    if value not in known:
        near = nearest(value, known)
        hint = f"did you mean {near!r}?" if near else f"it has {', '.join(sorted(known)) or 'none'}"
        raise NotFound(f"asked for {axis} {value!r}, found no exchange of it; {hint}")
    return calls[calls[axis] == value]


def _shown(pairs: Sequence[Pair], names: Sequence[str]) -> list[Cells]:
    order = {measure: at for at, measure in enumerate(MEASURES)}
    return [_pair(pair, names) for pair in sorted(pairs, key=lambda pair: order[pair.measure])]


def _pair(pair: Pair, names: Sequence[str]) -> Cells:
    was, now = (None if part is None else value(part) for part in (pair.was, pair.now))
    key = dict(zip(names, pair.stratum, strict=True))
    return key | {
        "scenario": pair.scenario,
        "repeat": pair.repeat,
        "turn": pair.turn,
        "measure": pair.measure,
        "baseline": was,
        "candidate": now,
        "difference": None if was is None or now is None else now - was,
    }
