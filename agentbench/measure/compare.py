"""Two values of one axis, paired: the same cells, and what differs between them."""

from dataclasses import dataclass

import pandas as pd

from agentbench.errors import BadInput, NotFound
from agentbench.measure.arm import model_calls
from agentbench.measure.summary import summary
from agentbench.nearest import nearest

AXES = ("layout", "presentation", "model")
MEASURES = ("hit_share", "input_tokens", "cost_usd", "stale_turns", "broken")
_CELL = ("provenance", *AXES, "scenario", "repeat")


@dataclass(frozen=True, kw_only=True)
class Comparison:
    """A candidate against a baseline along one axis."""

    axis: str
    baseline: str
    candidate: str
    pairs: pd.DataFrame
    """One row per cell that both have and measure: the cell's other keys, `measure`, `baseline`, `candidate`,
    `difference` (candidate less baseline). Replays give the same bytes each time, so differences are exact."""
    totals: pd.DataFrame
    """The same over all paired cells of an arm, with `n` pairs and the `lowest` and `highest` difference of
    one pair; hit shares are token-weighted over all of them."""
    unpaired: int
    """Cells that only one side has; they count nowhere."""


def compare(frame: pd.DataFrame, axis: str, baseline: str, candidate: str) -> Comparison:
    """Pair the cells of a priced frame that differ in nothing but `axis`.

    Raises:
        BadInput: no such axis.
        NotFound: the frame has no exchange with that value; names the nearest one.
    """
    if axis not in AXES:
        raise BadInput(
            f"asked to compare along {axis!r}, found no such axis; choose one of {', '.join(AXES)}"
        )
    calls = model_calls(frame)
    ours = calls[calls["scenario"].notna()]
    was, now = (_side(ours, axis, value) for value in (baseline, candidate))
    shared = _keys(was, axis) & _keys(now, axis)
    lone = _keys(was, axis) ^ _keys(now, axis)
    was, now = (_only(side, axis, shared) for side in (was, now))
    cell = tuple(key for key in _CELL if key != axis)
    arm = tuple(key for key in cell if key not in ("scenario", "repeat"))
    pairs = _differences(was, now, cell)
    return Comparison(
        axis=axis,
        baseline=baseline,
        candidate=candidate,
        pairs=pairs,
        totals=_spread(_differences(was, now, arm), pairs, arm),
        unpaired=len(lone),
    )


def _side(calls: pd.DataFrame, axis: str, value: str) -> pd.DataFrame:
    known = set(calls[axis].dropna())
    if value not in known:
        near = nearest(value, known)
        hint = f"did you mean {near!r}?" if near else f"it has {', '.join(sorted(known)) or 'none'}"
        raise NotFound(f"asked for {axis} {value!r}, found no exchange of it; {hint}")
    return calls[calls[axis] == value]


def _cells(calls: pd.DataFrame, axis: str) -> list[tuple[object, ...]]:
    return list(calls[[key for key in _CELL if key != axis]].itertuples(index=False, name=None))


def _keys(calls: pd.DataFrame, axis: str) -> set[tuple[object, ...]]:
    return set(_cells(calls, axis))


def _only(calls: pd.DataFrame, axis: str, shared: set[tuple[object, ...]]) -> pd.DataFrame:
    return calls[[cell in shared for cell in _cells(calls, axis)]]


def _differences(was: pd.DataFrame, now: pd.DataFrame, by: tuple[str, ...]) -> pd.DataFrame:
    long = [
        summary(side, by)
        .melt([*by], list(MEASURES), "measure", name)
        .astype({"measure": "string", name: "Float64"})
        for side, name in ((was, "baseline"), (now, "candidate"))
    ]
    found = long[0].merge(long[1], on=[*by, "measure"], validate="one_to_one")
    return found.assign(difference=found["candidate"] - found["baseline"])


def _spread(totals: pd.DataFrame, pairs: pd.DataFrame, arm: tuple[str, ...]) -> pd.DataFrame:
    groups = pairs.groupby([*arm, "measure"], dropna=False)["difference"]
    spread = groups.agg(n="count", lowest="min", highest="max").reset_index()
    return totals.merge(spread, on=[*arm, "measure"], validate="one_to_one")
