"""Rankings as tables to read: figures with their intervals beside them."""

from typing import TYPE_CHECKING

from agentbench.measure.arm import Cells, records
from agentbench.report import Cell, Heading, Table, wording

if TYPE_CHECKING:
    from agentbench.measure.selection import Result

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
