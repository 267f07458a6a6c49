"""Figures to SVG text that can stand inside a page: the same figure gives the same bytes."""

import io
import re
from collections.abc import Callable, Sequence

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from agentbench.report.theme import INK, themed


def svg(draw: Sequence[Callable[[Axes], object]], name: str, width: float, height: float) -> str:
    """One panel per drawing, below one another; sizes in inches, `height` for each panel.

    Text keeps being text, in the page's colour; ids begin with `name`, so that several figures share a page.
    """
    with themed():
        figure = Figure(figsize=(width, height * len(draw)))
        axes = figure.subplots(len(draw), 1, squeeze=False)[:, 0]
        for panel, one in zip(axes, draw, strict=True):
            one(panel)
        file = io.StringIO()
        figure.savefig(file, format="svg", metadata={"Date": None, "Creator": None})
    return _inline(file.getvalue(), name)


def _inline(document: str, name: str) -> str:
    text = document[document.index("<svg") :]
    text = text.replace(INK, "currentColor")
    text = re.sub(r'\bid="', f'id="{name}-', text)
    text = re.sub(r'(xlink:href="#|url\(#)', rf"\1{name}-", text)
    # its width is the page's to set; the view box keeps the proportions
    text = re.sub(r'<svg ([^>]*?)height="[^"]*"', r"<svg \1", text, count=1)
    return re.sub(r'<svg ([^>]*?)\bwidth="[^"]*"', r"<svg \1", text, count=1)
