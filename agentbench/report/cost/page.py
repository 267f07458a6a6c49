"""The cost report as one HTML file: no script, nothing fetched, light and dark."""

from collections.abc import Callable

import pandas as pd
from markupsafe import Markup
from matplotlib.axes import Axes

from agentbench.measure.arm import grouped
from agentbench.report.cost.contents import CostContents
from agentbench.report.figures import cost_by_class, draw_cost_by_class, svg
from agentbench.report.page import TEMPLATES

_MOST_BARS = 25


def cost_page(says: CostContents, frame: pd.DataFrame, title: str) -> str:
    """The whole HTML document; the same contents give the same text."""
    return TEMPLATES.get_template("cost.html").render(
        says=says, title=title, figure=cost_figure(frame), most_bars=_MOST_BARS
    )


def cost_figure(frame: pd.DataFrame) -> Markup | None:
    """Cost by class and family, one panel per provenance; None where nothing has a price."""
    panels = [bars.head(_MOST_BARS) for _, bars in grouped(cost_by_class(frame), ("provenance",))]
    if not panels:
        return None
    height = 1.3 + 0.3 * max(len(bars) for bars in panels)
    return Markup(svg([_panel(bars) for bars in panels], "cost", 8.5, height))


def _panel(bars: pd.DataFrame) -> Callable[[Axes], Axes]:
    return lambda axes: draw_cost_by_class(bars, axes)
