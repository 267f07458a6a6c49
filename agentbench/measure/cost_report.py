"""The cost report: who uses which tokens, what they cost, and how much of the traffic that covers."""

from decimal import Decimal

import pandas as pd

from agentbench.measure.arm import By, Cells, apart, grouped, model_calls, table
from agentbench.measure.cost import saved, usd_sum
from agentbench.measure.hits import hit_share

_TOKENS = (
    "input_tokens",
    "uncached_input_tokens",
    "cache_read_tokens",
    "cache_write_tokens",
    "output_tokens",
)
_DTYPES = {
    "exchanges": "Int64",
    **dict.fromkeys(_TOKENS, "Int64"),
    "hit_share": "Float64",
    "hit_share_n": "Int64",
    "cost_usd": "Float64",
    "cost_without_cache_usd": "Float64",
    "saved_usd": "Float64",
    "priced": "Int64",
    "coverage_share": "Float64",
    "unpriced": "string",
    "billed_cost_usd": "Float64",
    "billed": "Int64",
    "billed_more_usd": "Float64",
    "billed_more_n": "Int64",
}
_READ = ("kind", *_TOKENS, "cost_usd", "cost_without_cache_usd", "price_note", "billed_cost_usd")


def cost_report(frame: pd.DataFrame, by: By = ("family",)) -> pd.DataFrame:
    """One row per group of a priced frame; provenances apart; `by` may name `month` (of `sent_at`, UTC).

    Token columns are sums over the calls that report them. `cost_usd`, `cost_without_cache_usd` and `saved_usd`
    cover the `priced` calls, which are `coverage_share` of all; `unpriced` is the commonest reason for the rest.
    `billed_cost_usd` is the providers' own figure over the `billed` calls, and `billed_more_usd` by how much it
    exceeds our cost over the `billed_more_n` calls that have both.
    """
    by = apart(by)
    calls = _with_month(model_calls(frame))
    wanted = list(dict.fromkeys([*by, *_READ]))
    rows = [key | _figures(group) for key, group in grouped(calls[wanted], by)]
    return table(rows, by, calls, _DTYPES)


def _with_month(calls: pd.DataFrame) -> pd.DataFrame:
    return calls.assign(month=calls["sent_at"].dt.strftime("%Y-%m").astype("string"))


def _figures(calls: pd.DataFrame) -> Cells:
    hits, money = hit_share(calls), saved(calls)
    billed = calls[calls["billed_cost_usd"].notna()]
    both = billed[billed["cost_usd"].notna()]
    paid, estimated = usd_sum(both["billed_cost_usd"]), usd_sum(both["cost_usd"])
    return {
        "exchanges": len(calls),
        **{name: calls[name].sum(min_count=1) for name in _TOKENS},
        "hit_share": hits.share,
        "hit_share_n": hits.n,
        "cost_usd": _float(money.cost_usd),
        "cost_without_cache_usd": _float(money.without_cache_usd),
        "saved_usd": _float(money.saved_usd),
        "priced": money.n,
        "coverage_share": money.n / len(calls),
        "unpriced": _commonest(calls[calls["cost_usd"].isna()]["price_note"]),
        "billed_cost_usd": _float(usd_sum(billed["billed_cost_usd"])),
        "billed": len(billed),
        "billed_more_usd": None if paid is None or estimated is None else float(paid - estimated),
        "billed_more_n": len(both),
    }


def _float(amount: Decimal | None) -> float | None:
    return None if amount is None else float(amount)


def _commonest(notes: "pd.Series[str]") -> str | None:
    known = notes.dropna().tolist()
    if not known:
        return None
    counts = {note: known.count(note) for note in sorted(set(known))}
    note = max(counts, key=lambda text: counts[text])
    others = len(counts) - 1
    return f"{counts[note]} x {note}" + (f" (and {others} other reason(s))" if others else "")
