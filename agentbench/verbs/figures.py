"""The figures of a run, drawn in the one theme; each returns its axes and shows nothing by itself."""

import io
from collections.abc import Callable
from dataclasses import dataclass

import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from agentbench.errors import NotFound
from agentbench.nearest import nearest
from agentbench.report import figures
from agentbench.report.theme import themed

_ARM = ("provenance", "layout", "presentation", "model")


class Picture(Figure):
    """A figure of its own (not pyplot's: no global state) that a notebook shows when it is a cell's value."""

    def _repr_png_(self) -> bytes:
        file = io.BytesIO()
        self.savefig(
            file, format="png", dpi=110, transparent=False, facecolor="white", metadata={"Software": None}
        )
        return file.getvalue()


@dataclass(frozen=True, kw_only=True)
class Figures:
    """Figures of one frame; `.figure` of the axes that each returns is what a notebook shows."""

    frame: pd.DataFrame

    def hit_share(self, model: str) -> Axes:
        """Hit share by turn, one line per layout, of one model.

        Raises:
            NotFound: the frame has no such model.
        """
        points = _of(figures.hit_share_by_turn(self.frame), "model", model)
        return _drawn(lambda axes: figures.draw_hit_share(points, axes), 8.5, 3.2)

    def input_by_class(self) -> Axes:
        """Input tokens of every arm by what happened to them: uncached, written, read."""
        bars = figures.input_by_class(self.frame[self.frame["layout"].notna()], _ARM)
        return _drawn(lambda axes: figures.draw_input_by_class(bars, axes), 8.5, 2.8)

    def accuracy(self, model: str) -> Axes:
        """How often one model called the right tool, against input tokens per turn, by presentation.

        Raises:
            NotFound: the frame has no scored turn of such a model.
        """
        points = _of(figures.accuracy_by_tokens(self.frame), "model", model)
        return _drawn(lambda axes: figures.draw_accuracy_by_tokens(points, axes), 8.5, 3.2)


def _drawn(draw: Callable[[Axes], Axes], width: float, height: float) -> Axes:
    with themed():
        return draw(Picture(figsize=(width, height)).subplots())


def _of(points: pd.DataFrame, column: str, value: str) -> pd.DataFrame:
    found = points[points[column] == value]
    if found.empty:
        known = sorted(points[column].dropna().unique())
        near = nearest(value, known)
        hint = f"did you mean {near!r}?" if near else f"there are {', '.join(known) or 'none'}"
        raise NotFound(f"asked for the {column} {value!r}, found no row of it; {hint}")
    return found
