"""The cost report: who uses which tokens, what they cost, and how much of the traffic that covers."""

from collections.abc import Iterator, Sequence

import pandas as pd

from agentbench.measure.arm import By, Cells, apart, model_calls, table
from agentbench.measure.cost.sums import DTYPES, calls_of, figures

_Groups = dict[tuple[object, ...], list[Cells]]


def cost_report(frame: pd.DataFrame, by: By = ("family",)) -> pd.DataFrame:
    """One row per group of a priced frame; provenances apart; `by` may name `month` (of `sent_at`, UTC).

    Token columns are sums over the calls that report them. `cost_usd`, its six classes, `cost_without_cache_usd` and
    `saved_usd` cover the `priced` calls, which are `coverage_share` of all calls and `token_coverage_share` of all
    reported tokens; `unpriced` is the commonest reason for the rest. `wasted_tokens` of `wasted_n` calls could have
    been read; `wasted_usd` is their price above the read rate, without the `wasted_unpriced` calls whose rates are
    not known; `wasted_most_by` cost most of it. `billed_cost_usd` is the providers' own figure over the `billed`
    calls, and `billed_more_usd` by how much it exceeds our `billed_estimate_usd` over the `billed_more_n` calls that
    have both. `repeat_usd` is what one repeat of all cells is expected to cost, with its 95 % interval; `repeat_note`
    says why there is none.
    """
    by = apart(by)
    rows = [
        dict(zip(by, key, strict=True)) | figures(calls)
        for key, calls in _groups(calls_of(frame, by), by).items()
    ]
    return table(rows, by, _typed(frame), DTYPES)


def breakdown(frame: pd.DataFrame, by: By = ("family",)) -> pd.DataFrame:
    """The same with the totals of every level above: one row per provenance, then per first key, and so on.

    `level` names the last key that a row is grouped by; the keys below are missing. Dearest first within each group.
    Each level adds up to the one above it, in exact decimals.
    """
    by = apart(by)
    rows = list(_nested(calls_of(frame, by), by, 0, {}))
    like = _typed(frame)
    types = {name: str(like[name].dtype) for name in by} | {"level": "string"} | DTYPES
    return pd.DataFrame(rows, columns=list(types)).astype(types)


def _nested(calls: Sequence[Cells], by: Sequence[str], depth: int, above: Cells) -> Iterator[Cells]:
    groups = _groups(calls, by[depth : depth + 1])
    found = [
        (above | {by[depth]: key[0], "level": by[depth]} | figures(rows), rows)
        for key, rows in groups.items()
    ]
    for row, rows in sorted(found, key=lambda one: _dearest(one[0], by[depth])):
        yield row
        if depth + 1 < len(by):
            keys = {name: row[name] for name in by[: depth + 1]}
            yield from _nested(rows, by, depth + 1, keys)


def _dearest(row: Cells, key: str) -> tuple[float, bool, str]:
    usd = row["cost_usd"]
    # an unknown cost comes behind 0, an unknown key behind all names
    return -usd if isinstance(usd, float) else 1.0, row[key] is None, str(row[key])


def _groups(calls: Sequence[Cells], by: Sequence[str]) -> _Groups:
    groups: _Groups = {}
    for call in calls:
        groups.setdefault(tuple(call[name] for name in by), []).append(call)
    return groups


def _typed(frame: pd.DataFrame) -> pd.DataFrame:
    """No rows, the dtypes of all that can be grouped by."""
    return model_calls(frame.iloc[:0]).assign(month=pd.Series(dtype="string"))
