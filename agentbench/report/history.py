"""A baseline's history as a drawing: one column of panels per model."""

import io
from functools import partial

import pandas as pd
from matplotlib.axes import Axes

from agentbench.measure.arm import grouped
from agentbench.report import figures
from agentbench.report.page import figure_page
from agentbench.report.table import Heading, table
from agentbench.report.theme import themed

_COLUMN, _ROW = 5.2, 2.5
_HEADINGS = (
    Heading(name="commit", title="Commit", kind="code"),
    Heading(name="date", title="Date"),
    Heading(name="subject", title="Subject", kind="note"),
    Heading(name="layout", title="Layout", kind="key"),
    Heading(name="presentation", title="Tools shown", kind="key"),
    Heading(name="model", title="Model", kind="key"),
    Heading(name="hit_share", title="Hit share", kind="share"),
    Heading(name="cost_per_session_usd", title="Cost a session", kind="usd"),
    Heading(name="stale_turns", title="Stale turns", kind="count"),
    Heading(name="breaks", title="Breaks", kind="count"),
    Heading(name="stable_prefix", title="Stable prefix", kind="code"),
)


def draw_history(history: pd.DataFrame, suffix: str) -> bytes:
    """The rows of `agentbench.history` as `.svg`, `.png` or `.html`: hit share, cost and prefix over the commits."""
    points = figures.history_points(history)
    panels = _panels(points)
    across = len(panels) // 3
    width = _COLUMN * max(across, 1.6)
    if suffix == ".html":
        svg = figures.svg(panels, "history", width, _ROW, columns=across)
        dated = history.assign(date=history["date"].dt.strftime("%Y-%m-%d").astype("string"))
        shown = table(dated, _HEADINGS, "Oldest first.")
        return figure_page("History of a baseline", svg, _CAPTION, shown).encode()
    with themed():
        figure = figures.panels(panels, width, _ROW, columns=across)
        file = io.BytesIO()
        metadata = {"Date": None, "Creator": None} if suffix == ".svg" else {"Software": None}
        figure.savefig(
            file, format=suffix[1:], dpi=110, facecolor="white", transparent=False, metadata=metadata
        )
    return file.getvalue()


_CAPTION = (
    "What the committed baseline says of each arm at each commit that changed it. A cross: the arm's stable prefix"
    " became another one, so that every cache of it was cold once."
)


def _panels(points: pd.DataFrame) -> list["partial[Axes]"]:
    """Row by row: hit share, cost, prefixes; in each row one panel per provenance and model."""
    models = [rows for _, rows in grouped(points, ("provenance", "model"))]
    return [
        *(partial(figures.draw_history, rows, measure="hit_share") for rows in models),
        *(partial(figures.draw_history, rows, measure="cost_per_session_usd") for rows in models),
        *(partial(figures.draw_prefixes, rows) for rows in models),
    ]
