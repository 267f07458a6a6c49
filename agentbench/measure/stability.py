"""Where prefixes break: the first change of each request against the one before it."""

import pandas as pd

from agentbench.measure.arm import ARM, By, Cells, apart, grouped, model_calls, records, table


def compared(frame: pd.DataFrame) -> int:
    """How many requests had an earlier one to be held against."""
    return int(frame["common_prefix_bytes"].notna().sum())


def broken(frame: pd.DataFrame) -> int:
    """How many of them no longer begin with the earlier one."""
    return int(frame["first_change"].notna().sum())


def breaks(frame: pd.DataFrame, by: By = ARM) -> pd.DataFrame:
    """One row per group and broken block (or segment, where blocks are unknown), most requests first.

    Columns: `by`, then `block`, `tier`, `segment`, `byte`, `turn`, `cassette` and excerpts (`lead`, `was`,
    `now`) of the first request that broke there, `requests` (how many broke there), `compared` (of how many).
    """
    by = apart(by)
    calls = model_calls(frame)
    wanted = list(dict.fromkeys([*by, "index", "common_prefix_bytes", *_SHOWN.values()]))
    rows = [key | row for key, group in grouped(calls[wanted], by) for row in _places(group)]
    return table(rows, by, calls, _DTYPES)


_SHOWN = {
    "block": "first_change_block",
    "tier": "first_change_tier",
    "segment": "first_change",
    "byte": "first_change_byte",
    "turn": "turn",
    "cassette": "cassette",
    "lead": "first_change_lead",
    "was": "first_change_from",
    "now": "first_change_to",
}
_DTYPES = {
    "block": "string",
    "tier": "string",
    "segment": "string",
    "byte": "Int64",
    "turn": "Int64",
    "cassette": "string",
    "lead": "string",
    "was": "string",
    "now": "string",
    "requests": "Int64",
    "compared": "Int64",
}


def _places(calls: pd.DataFrame) -> list[Cells]:
    changed = [row for row in records(calls) if row["first_change"] is not None]
    changed.sort(key=_order)
    places: dict[object, list[Cells]] = {}
    for row in changed:
        # a block is one place wherever it stands; without blocks the segment is the place
        places.setdefault(row["first_change_block"] or row["first_change"], []).append(row)
    ordered = sorted(places.items(), key=lambda place: (-len(place[1]), str(place[0])))
    return [_place(rows, compared(calls)) for _, rows in ordered]


def _order(row: Cells) -> tuple[str, int, str]:
    index = row["index"]
    return str(row["cassette"]), index if isinstance(index, int) else -1, str(row["first_change"])


def _place(rows: list[Cells], of: int) -> Cells:
    shown = {name: rows[0][column] for name, column in _SHOWN.items()}
    return shown | {"requests": len(rows), "compared": of}
