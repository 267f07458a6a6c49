"""The tables of a cost report: `measure.breakdown` as nested rows, `measure.wasted` as a list."""

from collections.abc import Sequence

import pandas as pd

from agentbench.measure.arm import Cells, records
from agentbench.measure.cost import COST_CLASSES
from agentbench.report import wording
from agentbench.report.table import Heading, Table, table

MOST = 400
"""Rows of a nested table; data formats hold all."""
MANY = 60
"""Rows from which on the innermost ones are folded away on a page."""
_STEP = "\u2003"  # an em space stays an indent in HTML, markdown and the terminal

_MONEY = (
    Heading(name="exchanges", title="Calls", kind="count"),
    Heading(name="cost_usd", title="Cost", kind="usd"),
    Heading(name="cost_without_cache_usd", title="Without cache", kind="usd"),
    Heading(name="saved_usd", title="Saved", kind="usd"),
    Heading(name="wasted_usd", title="Wasted", kind="usd"),
    Heading(name="wasted_most_by", title="Wasted mostly by", kind="code"),
    Heading(name="repeat_usd", title="One repeat", kind="usd"),
    Heading(name="repeat_low_usd", title="from", kind="usd"),
    Heading(name="repeat_high_usd", title="to", kind="usd"),
    Heading(name="coverage_share", title="Calls priced", kind="share"),
    Heading(name="token_coverage_share", title="Tokens priced", kind="share"),
)
_CLASSES = dict(
    zip(
        ("Uncached", "Written", "Written for 1 h", "Read", "Output", "Each call"),
        COST_CLASSES.values(),
        strict=True,
    )
)
_TOKENS = (
    Heading(name="exchanges", title="Calls", kind="count"),
    Heading(name="input_tokens", title="Input", kind="count"),
    Heading(name="uncached_input_tokens", title="Uncached", kind="count"),
    Heading(name="cache_write_tokens", title="Written", kind="count"),
    Heading(name="cache_write_5m_tokens", title="for 5 min", kind="count"),
    Heading(name="cache_write_1h_tokens", title="for 1 h", kind="count"),
    Heading(name="cache_read_tokens", title="Read", kind="count"),
    Heading(name="hit_share", title="Hit share", kind="share"),
    Heading(name="hit_share_n", title="over n", kind="count"),
    Heading(name="wasted_tokens", title="Wasted", kind="count"),
    Heading(name="output_tokens", title="Output", kind="count"),
    Heading(name="reasoning_tokens", title="Reasoning", kind="count"),
)
_WASTED = (
    Heading(name="wasted_by", title="Miss"),
    Heading(name="wasted_at", title="Block or segment", kind="code"),
    Heading(name="side", title="Side"),
    Heading(name="requests", title="Calls", kind="count"),
    Heading(name="wasted_tokens", title="Tokens", kind="count"),
    Heading(name="wasted_usd", title="Wasted", kind="usd"),
    Heading(name="unpriced", title="Without rate", kind="count"),
    Heading(name="advice", title="What to do", kind="note"),
)
_BILLED = (
    Heading(name="billed", title="Calls", kind="count"),
    Heading(name="billed_cost_usd", title="Billed", kind="usd"),
    Heading(name="billed_estimate_usd", title="Estimated", kind="usd"),
    Heading(name="billed_more_usd", title="Billed more", kind="usd"),
    Heading(name="billed_more_n", title="over n", kind="count"),
)
_UNPRICED = (
    Heading(name="without", title="Calls", kind="count"),
    Heading(name="unpriced", title="Because", kind="note"),
)


def money(nested: pd.DataFrame, by: Sequence[str]) -> Table:
    """What each group cost, saved and wasted."""
    return _nested(nested, by, _MONEY, "Each group adds up to the row above it. Dearest first.")


def by_class(nested: pd.DataFrame, by: Sequence[str]) -> Table:
    """The cost of each class of tokens."""
    headings = [Heading(name=column, title=title, kind="usd") for title, column in _CLASSES.items()]
    used = [h for h in headings if (nested[h.name] > 0).any()]
    whole = Heading(name="cost_usd", title="Cost", kind="usd")
    return _nested(nested, by, (whole, *used), "What the cost was for. Output includes reasoning.")


def tokens(nested: pd.DataFrame, by: Sequence[str]) -> Table:
    """The tokens of each class."""
    needless = {"hit_share_n"} if (nested["hit_share_n"] == nested["exchanges"]).all() else set()
    needless |= {
        name for name in ("cache_write_1h_tokens", "reasoning_tokens") if not (nested[name] > 0).any()
    }
    if "cache_write_1h_tokens" in needless:
        needless.add("cache_write_5m_tokens")
    said = "Tokens by class, over the calls that report them. Reasoning is a part of the output."
    return _nested(nested, by, tuple(h for h in _TOKENS if h.name not in needless), said)


def wasted_rows(lost: pd.DataFrame, by: Sequence[str]) -> Table:
    """What misses wasted, dearest first."""
    headings = [
        *_keys(by),
        *(h for h in _WASTED if h.name != "unpriced" or (lost["unpriced"] > 0).any()),
    ]
    said = "Tokens that had been stored and were paid for again: their price less what reading them costs."
    return table(lost.head(MOST), headings, said + _more(len(lost)))


def billed(nested: pd.DataFrame, by: Sequence[str]) -> Table:
    """What providers say they billed, beside the same calls by our prices."""
    told = nested[nested["billed"] > 0]
    said = "What providers say they billed; estimate and difference over the n calls that have both."
    return _nested(told, by, _BILLED, said)


def unpriced(nested: pd.DataFrame, by: Sequence[str]) -> Table:
    """The groups that are not wholly priced, and why."""
    told = nested.assign(without=nested["exchanges"] - nested["priced"])
    return _nested(told[told["without"] > 0], by, _UNPRICED, "Calls without a price.")


def readable_rows(nested: pd.DataFrame) -> pd.DataFrame:
    """Without a group whose key is missing and that is all of the row above: others' recordings have no layout."""
    kept: list[bool] = []
    above: object = None
    for row in records(nested):
        alone = row[str(row["level"])] is None and row["exchanges"] == above
        kept.append(not alone)
        above = row["exchanges"]
    return nested.loc[pd.Series(kept, index=nested.index, dtype=bool)]


def outermost(nested: pd.DataFrame, by: Sequence[str]) -> pd.DataFrame | None:
    """The rows of the outermost grouping, where there are too many of the others to see what they add up to."""
    if len(nested) <= MANY or len(by) < 3:
        return None
    return nested[nested["level"].isin(list(by[:2]))]


def _nested(rows: pd.DataFrame, by: Sequence[str], headings: Sequence[Heading], caption: str) -> Table:
    labels = [_label(row, by) for row in records(rows.head(MOST), [*by, "level"])]
    shown = rows.head(MOST).assign(group=pd.Series(labels, dtype="string", index=rows.index[:MOST]))
    title = ", ".join(_said(name) for name in by[1:]).capitalize() or "All"
    group = Heading(name="group", title=title)
    return table(shown, (group, *headings), caption + _more(len(rows)))


def _label(row: Cells, by: Sequence[str]) -> str:
    level = str(row["level"])
    if level == "provenance":
        return f"all {row[level]}"
    named = wording.key(row[level]) if row[level] is not None else f"unknown {_said(level)}"
    return _STEP * list(by).index(level) + named


def _said(name: str) -> str:
    return name.replace("_", " ")


def _keys(by: Sequence[str]) -> tuple[Heading, ...]:
    return tuple(Heading(name=name, title=_said(name).capitalize(), kind="key") for name in by)


def _more(rows: int) -> str:
    return f" {rows - MOST:,} more rows are in the data formats (csv, json, parquet)." if rows > MOST else ""
