"""The figures of a run, drawn in the one theme; each returns its axes and shows nothing by itself."""

import io
from collections.abc import Callable
from dataclasses import dataclass

import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from agentbench.errors import NotFound
from agentbench.facts import Precision
from agentbench.measure.arm import grouped
from agentbench.nearest import nearest
from agentbench.report import figures
from agentbench.report.theme import themed
from agentbench.tape import Exchange
from agentbench.tape.exchange import Provenance

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
    exchanges: tuple[Exchange, ...] = ()
    """Those of the frame, whose bytes the prefix map shows."""

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

    def prefix_map(
        self,
        layout: str,
        *,
        model: str | None = None,
        scenario: str | None = None,
        presentation: str | None = None,
    ) -> Axes:
        """Which bytes of each request were reusable, by block: the first session of that layout that fits.

        Raises:
            NotFound: there is no exchange of such a layout, model, scenario or presentation.
        """
        parts = figures.prefix_map(self.exchanges)
        wanted = {"layout": layout, "model": model, "scenario": scenario, "presentation": presentation}
        for column, value in wanted.items():
            parts = parts if value is None else _of(parts, column, value)
        session = next(rows for _, rows in grouped(parts, figures.SESSION))
        return _drawn(lambda axes: figures.draw_prefix_map(session, axes), 8.5, 4.2)

    def predicted(self, provider_class: Precision = "exact", provenance: Provenance = "recorded") -> Axes:
        """Predicted against reported reads of one class of provider; the dashed line is where both agree.

        Raises:
            NotFound: no later request of that class and provenance reports its read and has a predicted interval.
        """
        points = figures.predicted_against_reported(self.frame, (provenance,))
        chosen = _of(points, "class", provider_class)
        return _drawn(lambda axes: figures.draw_predicted_against_reported(chosen, axes), 8.5, 3.6)

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
