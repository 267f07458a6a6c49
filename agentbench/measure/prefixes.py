"""Byte stability per arm and scenario: one stable prefix, or the blocks that broke it."""

from collections.abc import Sequence

import pandas as pd

from agentbench.measure.arm import ARM, Cells, apart, cells, grouped, model_calls, records, table
from agentbench.measure.place import place_text
from agentbench.measure.stability import breaks, broken, compared

_DTYPES = {
    "requests": "Int64",
    "stable_prefixes": "Int64",
    "stable_prefix_sha256": "string",
    "broken": "Int64",
    "compared": "Int64",
    "breaks": "string",
}


def prefixes(frame: pd.DataFrame, by: Sequence[str] = (*ARM, "scenario")) -> pd.DataFrame:
    """One row per group: whether what should be the same in all its requests was so, byte for byte.

    Columns: `by`; `requests`; `stable_prefixes`: how many different ones they begin with; `stable_prefix_sha256`: the
    one, missing where there are several; `broken` of `compared` requests; `breaks`: every block (or segment) at which
    they break and in how many requests, commonest first, missing where none does.
    """
    by = apart(by)
    calls = model_calls(frame)
    places = _places(breaks(frame, by), by)
    rows = [
        key | _figures(group) | {"breaks": places.get(tuple(key.values()))}
        for key, group in grouped(calls, by)
    ]
    return table(rows, by, calls, _DTYPES)


def _figures(calls: pd.DataFrame) -> Cells:
    found = sorted({str(one) for one in cells(calls, "stable_prefix_sha256") if one is not None})
    return {
        "requests": len(calls),
        "stable_prefixes": len(found),
        "stable_prefix_sha256": found[0] if len(found) == 1 else None,
        "broken": broken(calls),
        "compared": compared(calls),
    }


def _places(found: pd.DataFrame, by: Sequence[str]) -> dict[tuple[object, ...], str]:
    said: dict[tuple[object, ...], list[str]] = {}
    for row in records(found):
        place = place_text(row["block"], row["segment"], row["byte"])
        said.setdefault(tuple(row[name] for name in by), []).append(f"{place} ({row['requests']})")
    return {key: "; ".join(texts) for key, texts in said.items()}
