"""The page: one file that needs no network, light and dark, summary first."""

from collections.abc import Callable, Sequence

import pandas as pd
from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup
from matplotlib.axes import Axes

from agentbench.measure.arm import ARM, Cells, grouped, records
from agentbench.report.contents import COST_BY, Contents
from agentbench.report.figures import (
    draw_hit_share,
    draw_input_by_class,
    hit_share_by_turn,
    input_by_class,
    svg,
)
from agentbench.report.table import Table
from agentbench.report.tables import billed_table, cost_table, layouts_table, unpriced_table, with_place
from agentbench.report.wording import plural

_TEMPLATES = Environment(
    loader=PackageLoader("agentbench.report"),
    autoescape=True,
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
)
_MOST = 40
"""Breaks and unreadable rows listed on the page; the frame holds all."""


def page(says: Contents, frame: pd.DataFrame) -> str:
    """The whole HTML document; the same contents give the same text."""
    ours, others = frame[frame["layout"].notna()], frame[frame["layout"].isna()]
    return _TEMPLATES.get_template("index.html").render(
        says=says,
        layouts=layouts_table(says.layouts),
        traffic=cost_table(says.traffic, COST_BY),
        billed=billed_table(says.traffic, COST_BY),
        unpriced=unpriced_table(says.traffic, COST_BY),
        breaks=_first(with_place(says.breaks)),
        traffic_breaks=_first(with_place(says.traffic_breaks)),
        not_judged=_first(says.unreadable),
        turns=_turns(ours),
        layout_classes=_classes(ours, ARM, "layouts"),
        family_classes=_classes(others, COST_BY, "families"),
        arm_of=_arm_of,
        family_of=_family_of,
        plural=plural,
        most=_MOST,
    )


def tables_page(shown: Sequence[Table]) -> str:
    """A whole document of nothing but tables."""
    return _TEMPLATES.get_template("tables.html").render(shown=shown)


def table_html(shown: Table) -> str:
    """One table as HTML, without a page around it."""
    module = _TEMPLATES.get_template("table.html").make_module()
    return str(module.show(shown))  # type: ignore[attr-defined]


def _arm_of(row: Cells) -> str:
    return f"{row['layout']}, tools {row['presentation']}, {row['model']} ({row['provenance']})"


def _family_of(row: Cells) -> str:
    return f"{row['family'] or 'unknown family'} ({row['provenance']})"


def _first(frame: pd.DataFrame) -> list[Cells]:
    return records(frame.head(_MOST))


def _turns(ours: pd.DataFrame) -> Markup | None:
    points = hit_share_by_turn(ours)
    panels = [
        _panel(draw_hit_share, rows) for _, rows in grouped(points, ("provenance", "presentation", "model"))
    ]
    return Markup(svg(panels, "turns", 8.5, 2.9)) if panels else None


def _classes(rows: pd.DataFrame, by: tuple[str, ...], name: str) -> Markup | None:
    groups = [bars for _, bars in grouped(input_by_class(rows, by), ("provenance",))]
    if not groups:
        return None
    height = 1.4 + 0.3 * max(len(bars) for bars in groups)
    return Markup(svg([_panel(draw_input_by_class, bars) for bars in groups], name, 8.5, height))


def _panel(draw: Callable[[pd.DataFrame, Axes], Axes], rows: pd.DataFrame) -> Callable[[Axes], Axes]:
    return lambda axes: draw(rows, axes)
