"""The figures of some calls: tokens, money, coverage. Money is summed as decimals, so that parts make the whole."""

from collections.abc import Sequence
from decimal import Decimal

import pandas as pd

from agentbench.measure.arm import Cells, model_calls, records
from agentbench.measure.cost.priced import COST_CLASSES
from agentbench.measure.cost.repeats import CELL, spread
from agentbench.measure.cost.saved import exact
from agentbench.measure.hits import both_reported, read_tokens

TOKENS = (
    "input_tokens",
    "uncached_input_tokens",
    "cache_read_tokens",
    "cache_write_tokens",
    "cache_write_5m_tokens",
    "cache_write_1h_tokens",
    "output_tokens",
    "reasoning_tokens",
)
_COSTS = ("cost_usd", *COST_CLASSES.values(), "cost_without_cache_usd")
_MONEY = (*_COSTS, "wasted_usd", "billed_cost_usd")
_REST = ("wasted_tokens", "wasted_by", "wasted_at", "price_note", "repeat", *CELL)
DTYPES = {
    "exchanges": "Int64",
    **dict.fromkeys(TOKENS, "Int64"),
    "hit_share": "Float64",
    "hit_share_n": "Int64",
    **dict.fromkeys(_COSTS, "Float64"),
    "saved_usd": "Float64",
    "wasted_tokens": "Int64",
    "wasted_usd": "Float64",
    "wasted_n": "Int64",
    "wasted_unpriced": "Int64",
    "wasted_most_by": "string",
    "priced": "Int64",
    "coverage_share": "Float64",
    "token_coverage_share": "Float64",
    "unpriced": "string",
    "billed_cost_usd": "Float64",
    "billed": "Int64",
    "billed_estimate_usd": "Float64",
    "billed_more_usd": "Float64",
    "billed_more_n": "Int64",
    "repeats": "Int64",
    "repeat_usd": "Float64",
    "repeat_low_usd": "Float64",
    "repeat_high_usd": "Float64",
    "repeat_note": "string",
}
"""Column of a cost report to its dtype, without what it is grouped by."""


def calls_of(frame: pd.DataFrame, by: Sequence[str]) -> list[Cells]:
    """The model calls of a priced frame as cells, money as decimals; `month` is that of `sent_at`."""
    calls = model_calls(frame)
    month = calls["sent_at"].dt.strftime("%Y-%m").astype("string")
    calls = calls.assign(month=month, cache_read_tokens=read_tokens(calls))
    wanted = list(dict.fromkeys([*by, *TOKENS, *_MONEY, *_REST]))
    # a frame that was written by an earlier version lacks the newer columns
    rows = records(calls.reindex(columns=wanted))
    for row in rows:
        for name in _MONEY:
            amount = row[name]
            row[name] = exact(amount) if isinstance(amount, float) and amount == amount else None
    return rows


def figures(calls: Sequence[Cells]) -> Cells:
    """The columns of `DTYPES` for these calls."""
    money = {name: _sum(calls, name) for name in _COSTS}
    paid, plain = money["cost_usd"], money["cost_without_cache_usd"]
    return {
        "exchanges": len(calls),
        **{name: _count(calls, name) for name in TOKENS},
        **_hits(calls),
        **{name: _float(amount) for name, amount in money.items()},
        "saved_usd": None if paid is None or plain is None else float(plain - paid),
        **_waste(calls),
        **_coverage(calls),
        **_billed(calls),
        **_repeats(calls),
    }


def _hits(calls: Sequence[Cells]) -> Cells:
    known = both_reported(calls)
    total = sum(total for _, total in known)
    return {"hit_share": sum(r for r, _ in known) / total if total else None, "hit_share_n": len(known)}


def _waste(calls: Sequence[Cells]) -> Cells:
    lost = [call for call in calls if call["wasted_tokens"]]
    usd: dict[str, Decimal] = {}
    for call in lost:
        if isinstance(amount := call["wasted_usd"], Decimal):
            usd[cause(call)] = usd.get(cause(call), Decimal()) + amount
    most = min(usd, key=lambda name: (-usd[name], name), default=None)
    return {
        "wasted_tokens": _count(calls, "wasted_tokens"),
        "wasted_usd": _float(_sum(calls, "wasted_usd")),
        "wasted_n": len(lost),
        "wasted_unpriced": sum(call["wasted_usd"] is None for call in lost),
        "wasted_most_by": most,
    }


def cause(call: Cells) -> str:
    """What wasted a call's tokens: the class of the miss and the block or segment where it happened."""
    return str(call["wasted_by"]) + (f" at {call['wasted_at']}" if call["wasted_at"] else "")


def _coverage(calls: Sequence[Cells]) -> Cells:
    tokens = [_known(call["input_tokens"]) + _known(call["output_tokens"]) for call in calls]
    with_price = [call["cost_usd"] is not None for call in calls]
    covered = sum(n for n, has in zip(tokens, with_price, strict=True) if has)
    notes = [str(call["price_note"]) for call in calls if call["cost_usd"] is None and call["price_note"]]
    return {
        "priced": sum(with_price),
        "coverage_share": sum(with_price) / len(calls),
        "token_coverage_share": covered / sum(tokens) if sum(tokens) else None,
        "unpriced": _commonest(notes),
    }


def _billed(calls: Sequence[Cells]) -> Cells:
    billed = [call for call in calls if call["billed_cost_usd"] is not None]
    both = [call for call in billed if call["cost_usd"] is not None]
    paid, estimated = _sum(both, "billed_cost_usd"), _sum(both, "cost_usd")
    return {
        "billed_cost_usd": _float(_sum(billed, "billed_cost_usd")),
        "billed": len(billed),
        "billed_estimate_usd": _float(estimated),
        "billed_more_usd": None if paid is None or estimated is None else float(paid - estimated),
        "billed_more_n": len(both),
    }


def _repeats(calls: Sequence[Cells]) -> Cells:
    found = spread(calls)
    return {
        "repeats": found.repeats,
        "repeat_usd": found.mean_usd,
        "repeat_low_usd": found.low_usd,
        "repeat_high_usd": found.high_usd,
        "repeat_note": found.note,
    }


def _count(calls: Sequence[Cells], name: str) -> int | None:
    known = [value for call in calls if isinstance(value := call[name], int)]
    return sum(known) if known else None


def _sum(calls: Sequence[Cells], name: str) -> Decimal | None:
    known = [value for call in calls if isinstance(value := call[name], Decimal)]
    return sum(known, Decimal()) if known else None


def _known(count: object) -> int:
    return count if isinstance(count, int) else 0


def _float(amount: Decimal | None) -> float | None:
    return None if amount is None else float(amount)


def _commonest(notes: Sequence[str]) -> str | None:
    if not notes:
        return None
    counts = {note: notes.count(note) for note in sorted(set(notes))}
    note = max(counts, key=lambda text: counts[text])
    others = len(counts) - 1
    return f"{counts[note]} x {note}" + (f" (and {others} other reason(s))" if others else "")
