"""An arm: what figures are never pooled across. Provenance is always part of it."""

import re
from collections.abc import Iterator, Mapping, Sequence

import pandas as pd

Cells = dict[str, object]
"""Values of one row by column name; None is missing."""

By = str | Sequence[str]
"""Column or columns to group by."""

_SESSION = ("cassette", "scenario", "repeat", "conversation")

ARM = ("provenance", "layout", "presentation", "model")

_PLAYER = re.compile(r"@([^@/]+)$")


def player(scenario: str) -> str | None:
    """The profile that `scenario@profile` names; None where the scenario is played by its own.

    The same turns played by another profile are never pooled with them: they would count twice.
    """
    found = _PLAYER.search(scenario)
    return found[1] if found else None


def model_calls(frame: pd.DataFrame) -> pd.DataFrame:
    """The rows that are model calls; `model` is the arm's own id where the exchange is ours.

    The name on the wire stays in `wire_model`.
    """
    calls = frame[frame["kind"] == "model_call"]
    wire = calls["wire_model"] if "wire_model" in calls else calls["model"]
    return calls.assign(model=calls["model_id"].fillna(wire), wire_model=wire)


def apart(by: By) -> tuple[str, ...]:
    """The grouping with provenance in it: what was recorded, simulated and predicted is never pooled.

    Conversations are counted within a cassette, so that a grouping by conversation gets the cassette too.
    """
    keys = (by,) if isinstance(by, str) else tuple(by)
    if "conversation" in keys and "cassette" not in keys:
        keys = ("cassette", *keys)
    return keys if "provenance" in keys else ("provenance", *keys)


def grouped(frame: pd.DataFrame, by: Sequence[str]) -> Iterator[tuple[Cells, pd.DataFrame]]:
    """Each group's key cells with its rows, in order of appearance."""
    for _, rows in frame.groupby(list(by), dropna=False, sort=False):
        yield records(rows.iloc[:1], by)[0], rows


def cells(frame: pd.DataFrame, column: str) -> list[object]:
    """The column's values, missing ones as None."""
    return [None if value is pd.NA or value is pd.NaT else value for value in frame[column].tolist()]


def records(frame: pd.DataFrame, columns: Sequence[str] | None = None) -> list[Cells]:
    """Each row as cells by column name (all columns, or these)."""
    wanted = list(frame.columns) if columns is None else list(columns)
    rows = zip(*(cells(frame, name) for name in wanted), strict=True)
    return [dict(zip(wanted, row, strict=True)) for row in rows]


def table(
    rows: Sequence[Cells], by: Sequence[str], like: pd.DataFrame, dtypes: Mapping[str, str]
) -> pd.DataFrame:
    """The rows as a table of `by` (typed as in `like`) and the columns of `dtypes`; sorted by `by`, missing last."""
    types = {name: str(like[name].dtype) for name in by} | dict(dtypes)
    found = pd.DataFrame(list(rows), columns=list(types)).astype(types)
    return found.sort_values(list(by), kind="stable").reset_index(drop=True)


def sessions(frame: pd.DataFrame) -> int:
    """How many sessions these rows come from: cells of ours, or conversations of others."""
    keys = zip(*(cells(frame, name) for name in _SESSION), strict=True)
    return len({(cassette, s, repeat, None if s else talk) for cassette, s, repeat, talk in keys})
