"""Sentences that the money makes."""

from collections.abc import Mapping
from decimal import Decimal

import pandas as pd

from agentbench.caching.diagnosis import miss_classes
from agentbench.measure import usd_sum
from agentbench.measure.arm import Cells, records
from agentbench.report.wording import plural, share, usd


def answers(totals: pd.DataFrame, lost: pd.DataFrame, model: str | None) -> tuple[str, ...]:
    """One sentence per provenance; `totals` are rows of `measure.breakdown`, `lost` those of `measure.wasted`."""
    found = tuple(_answer(row, lost, model) for row in records(totals))
    return found or ("There is no model call here.",)


def _answer(row: Cells, lost: pd.DataFrame, model: str | None) -> str:
    as_model = f" as {model}" if model else ""
    calls = plural(_int(row["exchanges"]), f"{row['provenance']} call") + as_model
    if row["cost_usd"] is None:
        return f"{calls}: none has a price, so nothing can be said about money."
    spent = f"{calls} cost {usd(row['cost_usd'])}"
    if row["priced"] != row["exchanges"]:
        spent += f", as far as they have a price ({_int(row['priced']):,} do)"
    return f"{spent}; {_saved(row)}; {_wasted(row, lost)}."


def _saved(row: Cells) -> str:
    saved = Decimal(repr(row["saved_usd"]))
    whole = Decimal(repr(row["cost_without_cache_usd"]))
    if saved < 0:
        return f"caching cost {usd(-float(saved))} more than it gave back"
    part = f", {share(float(saved / whole))} of what they would have cost without" if whole else ""
    return f"caching saved {usd(float(saved))}{part}"


def _wasted(row: Cells, lost: pd.DataFrame) -> str:
    if row["wasted_tokens"] is None:
        return "no call follows another one under a known cache rule, so nothing is known of waste"
    if not row["wasted_n"]:
        return "misses wasted nothing"
    calls = f"{plural(_int(row['wasted_tokens']), 'token')} in {plural(_int(row['wasted_n']), 'call')}"
    if row["wasted_usd"] is None or not row["wasted_most_by"]:
        return f"misses wasted {calls} without a known rate"
    here = lost[(lost["provenance"] == row["provenance"]) & lost["wasted_usd"].notna()]
    most = records(here.iloc[:1])[0]
    at = f" at {most['wasted_at']}" if most["wasted_at"] else ""
    meaning = miss_classes()[str(most["wasted_by"])].meaning
    without = f", of which {_int(row['wasted_unpriced']):,} have no known rate" * bool(row["wasted_unpriced"])
    return (
        f"misses wasted {usd(row['wasted_usd'])} ({calls}{without}), most of it, {usd(most['wasted_usd'])},"
        f" by {most['wasted_by']}{at}: {meaning}"
    )


def predicted_from(frame: pd.DataFrame, was: pd.DataFrame, model: str) -> str:
    """What the calls that have a price on both sides cost, really and as the other model."""
    both = frame["cost_usd"].notna() & was["cost_usd"].notna()
    now, then = usd_sum(frame.loc[both, "cost_usd"]), usd_sum(was.loc[both, "cost_usd"])
    kept = (
        "Output tokens are those of the models that answered; input tokens are estimated, reads and writes foreseen"
        " by the rule."
    )
    marks, unseen = (_flagged(frame, flag) for flag in ("cache_marks_added", "not_estimated"))
    if marks:
        kept += f" {plural(marks, 'request')} that marked nothing got the cache markers that {model} needs."
    if unseen:
        kept += f" {plural(unseen, 'request')} with images, files or a vendor's own tools were left out."
    if now is None or then is None:
        return f"No call has a price both as it was and as {model}. {kept}"
    more = float(now - then)
    told = f"{usd(abs(more))} {'more' if more > 0 else 'less'} than" if more else "the same as"
    part = f" ({abs(more) / float(then):.1%})" if then and more else ""
    calls = plural(int(both.sum()), "call")
    return (
        f"The {calls} priced on both sides are predicted to cost {usd(float(now))} as {model}, {told} the"
        f" {usd(float(then))} of the models that were asked{part}. {kept}"
    )


def _flagged(frame: pd.DataFrame, flag: str) -> int:
    return int(frame["usage_flags"].str.contains(f'"{flag}"', regex=False).fillna(False).sum())


def spreads(totals: pd.DataFrame) -> tuple[str, ...]:
    """Per provenance the interval of one repeat of everything, or why there is none."""
    return tuple(_spread(row) for row in records(totals))


def _spread(row: Cells) -> str:
    if row["repeat_usd"] is None:
        return f"{row['provenance']}: no interval over repeats, since {row['repeat_note']}."
    if row["repeat_note"]:
        return f"{row['provenance']}: one repeat costs {usd(row['repeat_usd'])}; {row['repeat_note']}."
    return (
        f"{row['provenance']}: one repeat of all cells costs {usd(row['repeat_usd'])} on average, 95 % interval"
        f" {usd(row['repeat_low_usd'])} to {usd(row['repeat_high_usd'])} (t, {row['repeats']} or more repeats a cell)."
    )


def coverage(totals: pd.DataFrame) -> tuple[str, ...]:
    """Per provenance how much of the calls and of their tokens has a price."""
    return tuple(
        f"{row['provenance']}: {_int(row['priced']):,} of {plural(_int(row['exchanges']), 'call')} priced"
        f" ({share(row['coverage_share'])}), {share(row['token_coverage_share'])} of the reported tokens."
        for row in records(totals)
    )


def losses(unknown: Mapping[str, int]) -> str | None:
    """Classes of misses whose loss nobody knows."""
    if not unknown:
        return None
    named = ", ".join(f"{name} in {plural(count, 'call')}" for name, count in unknown.items())
    return f"Not in the waste, since what was lost is not known: {named}."


def rates_used(frame: pd.DataFrame, table: str) -> str:
    """The price table, and of which days its rates are."""
    used = frame["price_as_of"].dropna()
    dated = used[used != "newest"]
    newest = len(used) - len(dated)
    days = sorted({dated.min(), dated.max()}) if len(dated) else []
    parts = [f"rates of {' to '.join(days)} for {plural(len(dated), 'call')}"] if days else []
    parts += [f"the newest rates for {plural(newest, 'call')} without a date"] if newest else []
    noted = frame["price_note"][frame["cost_usd"].notna()].dropna().value_counts().sort_index()
    notes = [f"{note} ({plural(int(count), 'call')})" for note, count in noted.items()]
    return "; ".join([table, *parts, *notes])


def _int(value: object) -> int:
    return value if isinstance(value, int) else 0
