"""Figures to SVG text that can stand inside a page: the same figure gives the same bytes."""

import io
import re
from collections.abc import Callable, Sequence
from itertools import zip_longest

from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from agentbench.report.theme import INK, themed

Drawing = Callable[[Axes], object]
"""What fills one panel."""


def svg(
    draw: Sequence[Drawing | None],
    name: str,
    width: float,
    height: float,
    *,
    columns: int = 1,
    shared: bool = False,
) -> str:
    """One panel per drawing, row by row, None leaves its place empty; sizes in inches, `height` for each row.

    Text keeps being text, in the page's colour; ids begin with `name`, so that several figures share a page. `shared`:
    all panels have the same axes. Several panels have one legend, below them.
    """
    with themed():
        figure = panels(draw, width, height, columns=columns, shared=shared)
        file = io.StringIO()
        figure.savefig(file, format="svg", metadata={"Date": None, "Creator": None})
    return _inline(file.getvalue(), name)


def panels(
    draw: Sequence[Drawing | None],
    width: float,
    height: float,
    *,
    columns: int = 1,
    shared: bool = False,
    figure: Figure | None = None,
) -> Figure:
    """The figure with its panels, as `svg` writes it; to be called within `themed()`."""
    rows = -(-len(draw) // columns)
    made = figure or Figure()
    made.set_size_inches(width, height * rows + 0.3 * (len(draw) > 1))
    axes = made.subplots(rows, columns, squeeze=False, sharex=shared, sharey=shared).ravel()
    drawn = []
    for panel, one in zip_longest(axes, draw):
        if one is None:
            panel.set_visible(False)
            continue
        one(panel)
        # a panel below may be empty: each says its own figures
        panel.tick_params(labelbottom=True, labelleft=True)
        drawn.append(panel)
    if len(drawn) > 1:
        _one_legend(made, drawn)
    return made


def _one_legend(figure: Figure, axes: Sequence[Axes]) -> None:
    """One entry per label of all panels, below them, in place of one legend each."""
    found: dict[str, Artist] = {}
    for panel in axes:
        for handle, label in zip(*panel.get_legend_handles_labels(), strict=True):
            found.setdefault(label, handle)
    for panel in axes:
        if (legend := panel.get_legend()) is not None:
            legend.remove()
    if found:
        figure.legend(list(found.values()), list(found), loc="outside lower left", ncols=min(len(found), 5))


def _inline(document: str, name: str) -> str:
    text = document[document.index("<svg") :]
    text = text.replace(INK, "currentColor")
    # a style element would hold for the whole page, and metadata is for files
    text = re.sub(r"<metadata>.*?</metadata>|<defs>\s*<style.*?</style>\s*</defs>", "", text, flags=re.DOTALL)
    text = text.replace("<svg ", '<svg style="stroke-linejoin: round; stroke-linecap: butt" ', 1)
    text = re.sub(r'\bid="', f'id="{name}-', text)
    text = re.sub(r'(xlink:href="#|url\(#)', rf"\1{name}-", text)
    # its width is the page's to set; the view box keeps the proportions
    text = re.sub(r'<svg ([^>]*?)height="[^"]*"', r"<svg \1", text, count=1)
    return re.sub(r'<svg ([^>]*?)\bwidth="[^"]*"', r"<svg \1", text, count=1)
