"""Comparisons and rankings as tables to read: figures with their unit, intervals beside them."""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from agentbench.measure import Comparison
from agentbench.measure.arm import Cells, records
from agentbench.report import Cell, Heading, Table, wording

if TYPE_CHECKING:
    from agentbench.measure.selection import Result

Worded = Callable[[object], str]


def _count(value: object) -> str:
    return wording.count(round(value)) if isinstance(value, int | float) else wording.MISSING


def _points(value: object) -> str:
    return f"{100 * value:.1f} pp" if isinstance(value, int | float) else wording.MISSING


_DIFFERENCES: Mapping[str, Worded] = {"hit_share": _points, "cost_usd": wording.usd}
"""How differences are written: those of shares in percentage points."""
_WORDED: Mapping[str, Worded] = {"hit_share": wording.share, "cost_usd": wording.usd}
"""How a measure's figures are written; the others are whole numbers."""


def comparison_table(found: Comparison) -> Table:
    """One row per arm and measure: baseline, candidate, difference, over how many pairs, its range over them."""
    keys = tuple(name for name in found.totals.columns[: list(found.totals.columns).index("measure")])
    figures = ("baseline", "candidate", "difference", "lowest", "highest")
    titles = {"baseline": found.baseline, "candidate": found.candidate, "n": "pairs"}
    headings = [
        *(Heading(name=name, title=name, kind="key") for name in (*keys, "measure")),
        *(Heading(name=name, title=titles.get(name, name), kind="count") for name in (*figures[:3], "n")),
        *(Heading(name=name, title=f"{name} pair", kind="count") for name in figures[3:]),
    ]
    by_arm = found.totals.sort_values(list(keys), kind="stable")
    rows = tuple(_compared(row, headings) for row in records(by_arm))
    alone = f"; {wording.plural(found.unpaired, 'cell')} of one side only left out" if found.unpaired else ""
    return Table(
        caption=f"{found.axis}: {found.candidate} against {found.baseline}, cell by cell{alone}.",
        headings=tuple(headings),
        rows=rows,
    )


def _compared(row: Cells, headings: list[Heading]) -> tuple[Cell, ...]:
    worded, apart = (known.get(str(row["measure"]), _count) for known in (_WORDED, _DIFFERENCES))
    signed = ("difference", "lowest", "highest")
    cells = []
    for heading in headings:
        value = row[heading.name]
        if heading.kind == "key" or heading.name == "n":
            text = wording.key(value) if heading.kind == "key" else wording.count(value)
        else:
            differs = heading.name in signed
            plus = "+" if differs and isinstance(value, int | float) and value > 0 else ""
            text = plus + (apart if differs else worded)(value)
        cells.append(Cell(text=text, value=value))
    return tuple(cells)


_SHARES = ("recall_at_5", "main_recall_at_5", "all_gold_at_5", "mrr")


def ranking_table(found: "Result") -> Table:
    """One row per data set and ranker: shares with their 95 % intervals, and how far the default is ahead of it."""
    shares = [name for name in _SHARES if found.frame[name].notna().any()]
    headings = [
        Heading(name="dataset", title="Data set", kind="key"),
        Heading(name="ranker", title="Ranker", kind="key"),
        Heading(name="queries", title="Queries", kind="count"),
        Heading(name="tools", title="Tools", kind="count"),
    ]
    for name in shares:
        title = name.replace("_at_", "@").replace("_", " ")
        headings.append(Heading(name=name, title=title, kind="share"))
        if found.frame[f"{name}_difference"].notna().any():
            headings.append(Heading(name=f"{name}_difference", title="default ahead by", kind="share"))
    rows = tuple(tuple(_ranked(row, heading) for heading in headings) for row in records(found.frame))
    return Table(
        caption="Shares of needed tools found, with 95 % bootstrap intervals; differences are paired by query.",
        headings=tuple(headings),
        rows=rows,
    )


def _ranked(row: Cells, heading: Heading) -> Cell:
    value = row[heading.name]
    if heading.kind == "key":
        return Cell(text=wording.key(value), value=value)
    if heading.kind == "count":
        return Cell(text=wording.count(value), value=value)
    low, high = row[f"{heading.name}_low"], row[f"{heading.name}_high"]
    plus = "+" if heading.name.endswith("_difference") else ""
    if not (isinstance(value, float) and isinstance(low, float) and isinstance(high, float)):
        return Cell(text=wording.MISSING, value=None)
    return Cell(text=f"{value:{plus}.3f} [{low:{plus}.3f}, {high:{plus}.3f}]", value=value)
