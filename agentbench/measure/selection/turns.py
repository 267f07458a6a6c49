"""Turns: what belongs together when selection is judged, one row each."""

from collections.abc import Iterator, Mapping, Sequence

import pandas as pd

from agentbench.frame import names
from agentbench.frame.columns import cell
from agentbench.measure.arm import Cells, records
from agentbench.measure.hits import read_tokens

ARM = ("provenance", "layout", "presentation", "model", "catalogue_tools")
"""What figures of selection are never pooled across: a longer list is another arm."""
_TURN = ("cassette", "layout", "presentation", "model_id", "scenario", "repeat", "turn")
_SUMMED = {
    "input_tokens": "Int64",
    "cache_read_tokens": "Int64",
    "output_tokens": "Int64",
    "cost_usd": "Float64",
}
_DTYPES = {
    "provenance": "string",
    "layout": "string",
    "presentation": "string",
    "model": "string",
    "catalogue_tools": "Int64",
    "scenario": "string",
    "repeat": "Int64",
    "turn": "Int64",
    "expected_tools": "string",
    "called_tools": "string",
    "found_tools": "string",
    "search_calls": "Int64",
    "selection": "string",
    "failed": "boolean",
    "model_calls": "Int64",
    **_SUMMED,
}


def turns(frame: pd.DataFrame) -> pd.DataFrame:
    """One row per played turn of ours, from a scored frame: arm, scenario, repeat, turn, and over all its answers

    `called_tools`, `found_tools` (missing where it did not search, or one search's results were not seen),
    `search_calls`, `model_calls`, tokens and cost (missing where one answer does not tell); `selection`, and
    `failed`: the last answer was an error, or none came.
    """
    rows = records(frame.assign(cache_read_tokens=read_tokens(frame)))
    return pd.DataFrame(
        [_turn([rows[at] for at in positions]) for positions in positions_of_turns(rows)],
        columns=list(_DTYPES),
    ).astype(_DTYPES)


def told(frame: pd.DataFrame) -> pd.DataFrame:
    """The turns of `turns` that were scored."""
    played = turns(frame)
    return played[(played["selection"] != "not_scored").fillna(False)]


def positions_of_turns(rows: Sequence[Cells]) -> Iterator[list[int]]:
    """The positions of each turn's model calls, in the order in which they were made."""
    found: dict[tuple[object, ...], list[int]] = {}
    for at, row in enumerate(rows):
        if row["kind"] == "model_call" and row["turn"] is not None:
            found.setdefault(tuple(row[name] for name in _TURN), []).append(at)
    yield from found.values()


def called_in(rows: Sequence[Mapping[str, object]]) -> tuple[str, ...]:
    """Every real tool that the answers called, in order."""
    return tuple(name for row in rows for name in names(row["called_tools"]) or ())


def found_in(rows: Sequence[Mapping[str, object]]) -> tuple[str, ...] | None:
    """What the searches brought back; None where nothing was searched for, or the results of one were not seen."""
    results = [names(row["found_tools"]) for row in rows if row["search_calls"]]
    if not results or any(each is None for each in results):
        return None
    return tuple(dict.fromkeys(name for each in results for name in each or ()))


def failed_at_last(rows: Sequence[Mapping[str, object]]) -> bool:
    """Whether the last answer was an error, or none came."""
    status = rows[-1]["status"]
    unanswered = rows[-1]["called_tools"] is None
    return unanswered or rows[-1]["error"] is not None or (isinstance(status, int) and status >= 400)


def _turn(rows: Sequence[Cells]) -> Cells:
    last = rows[-1]
    kept = ("provenance", "layout", "presentation", "catalogue_tools", "scenario", "repeat", "turn")
    return {name: last[name] for name in (*kept, "expected_tools", "selection")} | {
        "model": last["model_id"],
        "called_tools": cell(called_in(rows)),
        "found_tools": cell(found_in(rows)),
        "search_calls": sum(int(str(row["search_calls"] or 0)) for row in rows),
        "failed": failed_at_last(rows),
        "model_calls": len(rows),
        **{name: _sum(rows, name) for name in _SUMMED},
    }


def _sum(rows: Sequence[Cells], name: str) -> float | None:
    """Of a column that every row fills; a partial sum would look like a saving."""
    values = [value for row in rows if isinstance(value := row[name], int | float)]
    return sum(values) if len(values) == len(rows) else None
