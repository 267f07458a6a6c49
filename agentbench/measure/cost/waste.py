"""What misses wasted, by class and place."""

import json
from collections import Counter

import pandas as pd

from agentbench.caching.diagnosis import miss_classes
from agentbench.measure.arm import By, Cells, apart, model_calls, table
from agentbench.measure.cost.sums import calls_of

# below the minimum nothing was stored
_NEVER = {"too_small"} | {name for name, known in miss_classes().items() if known.side == "report"}
_DTYPES = {
    "side": "string",
    "requests": "Int64",
    "wasted_tokens": "Int64",
    "wasted_usd": "Float64",
    "unpriced": "Int64",
    "advice": "string",
}


def wasted(frame: pd.DataFrame, by: By = ()) -> pd.DataFrame:
    """One row per provenance (and `by`), class of miss (`wasted_by`) and block or segment (`wasted_at`), dearest first.

    `side` says who can do something about it; `requests` lost `wasted_tokens`, which cost `wasted_usd` above being
    read, without the `unpriced` requests whose rates are not known. A request is counted once, for the miss that lost
    most.
    """
    keys = (*apart(by), "wasted_by", "wasted_at")
    groups: dict[tuple[object, ...], list[Cells]] = {}
    for call in calls_of(frame, keys):
        if call["wasted_tokens"]:
            groups.setdefault(tuple(call[name] for name in keys), []).append(call)
    rows = [dict(zip(keys, key, strict=True)) | _figures(calls) for key, calls in groups.items()]
    found = table(rows, keys, model_calls(frame.iloc[:0]), _DTYPES)
    order = ["provenance", "wasted_usd", "wasted_tokens"]
    return found.sort_values(order, ascending=[True, False, False], kind="stable").reset_index(drop=True)


def _figures(calls: list[Cells]) -> Cells:
    known = miss_classes()[str(calls[0]["wasted_by"])]
    usd = [call["wasted_usd"] for call in calls if call["wasted_usd"] is not None]
    return {
        "side": known.side,
        "requests": len(calls),
        "wasted_tokens": sum(int(str(call["wasted_tokens"])) for call in calls),
        "wasted_usd": float(sum(usd)) if usd else None,  # type: ignore[arg-type]
        "unpriced": len(calls) - len(usd),
        "advice": known.advice,
    }


def unknown_losses(frame: pd.DataFrame) -> dict[str, int]:
    """Classes of misses of which nobody knows what they lost, to how many calls have one; commonest first."""
    calls = frame[(frame["kind"] == "model_call") & frame["miss"].notna() & frame["wasted_tokens"].isna()]
    found = Counter(name for cell in calls["miss"] for name in json.loads(cell) if name not in _NEVER)
    return dict(found.most_common())
