"""The one table that answers: what is reused, what it costs, what broke."""

from collections.abc import Sequence

import pandas as pd

from agentbench.measure.arm import ARM, By, Cells, apart, grouped, model_calls, records, sessions, table
from agentbench.measure.cost import saved
from agentbench.measure.hits import hit_share
from agentbench.measure.place import place_text
from agentbench.measure.stability import breaks, broken, compared
from agentbench.measure.stale import stale_turns

_READ = (
    "kind",
    "cassette",
    "scenario",
    "repeat",
    "conversation",
    "turn",
    "provider",
    "wire_format",
    "input_tokens",
    "cache_read_tokens",
    "cost_usd",
    "cost_without_cache_usd",
    "stale_turns",
    "common_prefix_bytes",
    "first_change",
)
_DTYPES = {
    "exchanges": "Int64",
    "sessions": "Int64",
    "input_tokens": "Int64",
    "hit_share": "Float64",
    "hit_share_n": "Int64",
    "cost_usd": "Float64",
    "cost_without_cache_usd": "Float64",
    "saved_usd": "Float64",
    "priced": "Int64",
    "stale_turns": "Int64",
    "broken": "Int64",
    "compared": "Int64",
    "breaks_at": "string",
}


def summary(frame: pd.DataFrame, by: By = ARM) -> pd.DataFrame:
    """One row per group of a priced frame, in the order of `by`.

    Columns: `by`; `exchanges`, `sessions`, `input_tokens` (model calls); `hit_share` over `hit_share_n` rows;
    `cost_usd`, `cost_without_cache_usd`, `saved_usd` over the `priced` rows; `stale_turns`; `broken` of
    `compared` requests; `breaks_at`: the block that broke most often, as `block @ segment byte N`.
    """
    by = apart(by)
    calls = model_calls(frame)
    worst = _worst(breaks(frame, by), by)
    wanted = list(dict.fromkeys([*by, *_READ]))
    rows = [
        key | _figures(group) | {"breaks_at": worst.get(tuple(key.values()))}
        for key, group in grouped(calls[wanted], by)
    ]
    return table(rows, by, calls, _DTYPES)


def _figures(calls: pd.DataFrame) -> Cells:
    hits, money = hit_share(calls), saved(calls)
    return {
        "exchanges": len(calls),
        "sessions": sessions(calls),
        "input_tokens": calls["input_tokens"].sum(min_count=1),
        "hit_share": hits.share,
        "hit_share_n": hits.n,
        "cost_usd": None if money.cost_usd is None else float(money.cost_usd),
        "cost_without_cache_usd": None if money.without_cache_usd is None else float(money.without_cache_usd),
        "saved_usd": None if money.saved_usd is None else float(money.saved_usd),
        "priced": money.n,
        "stale_turns": stale_turns(calls).turns,
        "broken": broken(calls),
        "compared": compared(calls),
    }


def _worst(found: pd.DataFrame, by: Sequence[str]) -> dict[tuple[object, ...], str]:
    """Per group the break that hit most requests: `breaks` lists it first."""
    places: dict[tuple[object, ...], list[str]] = {}
    for row in records(found):
        place = place_text(row["block"], row["segment"], row["byte"])
        places.setdefault(tuple(row[name] for name in by), []).append(place)
    return {key: texts[0] + _more(len(texts) - 1) for key, texts in places.items()}


def _more(others: int) -> str:
    return f" (and {others} more)" if others else ""
