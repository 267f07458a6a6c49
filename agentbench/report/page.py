"""The page: one file that needs no network, light and dark, summary first."""

from collections.abc import Sequence
from dataclasses import dataclass

import pandas as pd
from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from agentbench.facts import family
from agentbench.measure.arm import records
from agentbench.report.advice import advice
from agentbench.report.contents import COST_BY, Contents
from agentbench.report.drawings import drawings
from agentbench.report.misses import broken_places, miss_counts
from agentbench.report.selection_tables import (
    deferral_table,
    mistaken_table,
    outcomes_table,
    per_tool_table,
    prefixes_by_arm_table,
    prefixes_table,
)
from agentbench.report.table import Table
from agentbench.report.tables import billed_table, cost_table, layouts_table, misses_table, unpriced_table
from agentbench.report.wording import plural
from agentbench.tape.exchange import Exchange

TEMPLATES = Environment(
    loader=PackageLoader("agentbench.report"),
    autoescape=True,
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
)
"""The package's templates: everything that comes from a recording is escaped."""
_MOST = 40
"""Breaks and unreadable rows listed on the page; the frame holds all."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Family:
    """What the page says of one model family."""

    name: str
    advice: str | None
    table: Table


def page(says: Contents, frame: pd.DataFrame, exchanges: Sequence[Exchange] = ()) -> str:
    """The whole HTML document; the same contents give the same text. The exchanges are for the prefix map."""
    figures = drawings(frame, exchanges)
    ours, others = frame[frame["layout"].notna()], frame[frame["layout"].isna()]
    return TEMPLATES.get_template("index.html").render(
        says=says,
        families=_families(says),
        outcomes=outcomes_table(says.outcomes),
        mistaken=mistaken_table(says.mistaken),
        tools=per_tool_table(says.per_tool),
        deferral=deferral_table(says.deferral),
        prefixes=prefixes_table(says.prefixes),
        prefixes_by_arm=prefixes_by_arm_table(says.prefixes),
        traffic=cost_table(says.traffic, COST_BY),
        billed=billed_table(says.traffic, COST_BY),
        unpriced=unpriced_table(says.traffic, COST_BY),
        misses=misses_table(miss_counts(ours)),
        traffic_misses=misses_table(miss_counts(others)),
        breaks=broken_places(says.breaks, "layout"),
        traffic_breaks=broken_places(says.traffic_breaks, "family"),
        not_judged=records(says.unreadable.head(_MOST)),
        figures=[(Markup(one.svg), one.title, one.caption) for one in figures],  # made here
        plural=plural,
        most=_MOST,
    )


def _families(says: Contents) -> list[_Family]:
    """Our arms by model family, in alphabetical order, each with what to use."""
    named = says.layouts["model"].map(lambda model: family(str(model)) or "unknown family")
    found = []
    for name, arms in says.layouts.groupby(named, sort=True):
        told = advice(arms)
        said = told.short if told else None
        found.append(_Family(name=str(name), advice=said, table=layouts_table(arms)))
    return found


def tables_page(shown: Sequence[Table]) -> str:
    """A whole document of nothing but tables."""
    return TEMPLATES.get_template("tables.html").render(shown=shown)


def figure_page(title: str, svg: str, caption: str, shown: Table) -> str:
    """A whole document of one figure and the table of what it shows."""
    drawn = Markup(svg)  # made here
    return TEMPLATES.get_template("figure.html").render(title=title, svg=drawn, caption=caption, table=shown)


def table_html(shown: Table) -> str:
    """One table as HTML, without a page around it."""
    module = TEMPLATES.get_template("table.html").make_module()
    return str(module.show(shown))  # type: ignore[attr-defined]
