"""A bench dry, row by row: each cell is rendered, predicted and put into rows where it is, and only the rows are kept.

A wide bench's requests would fill the memory; a process that renders a cell sends back some rows of a table.
"""

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import pandas as pd

from agentbench import caching, measure
from agentbench.builder import Bench, Cell
from agentbench.measure import selection
from agentbench.verbs import load
from agentbench.verbs.calibrate import learned
from agentbench.verbs.inspect import Exchanges, Files
from agentbench.verbs.run import DEFAULT_BENCH, Filters, chosen

if TYPE_CHECKING:
    from agentbench.harness.matrix import Progress


@dataclass(frozen=True, slots=True, kw_only=True)
class Dry:
    """What a bench would do, without its requests."""

    frame: pd.DataFrame
    """The frame of `Run.frame`: one priced row per request, cells in the bench's order."""
    failures: Mapping[str, str]
    """Cell slug to why it cannot be rendered."""

    @property
    def summary(self) -> pd.DataFrame:
        """As `Run.summary`."""
        return measure.summary(self.frame)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Rows:
    slug: str
    frame: pd.DataFrame
    error: str | None


def dry(
    bench: Bench | str | Path = DEFAULT_BENCH,
    *,
    only: Filters | None = None,
    calibrate: Sequence[str | Path] = (),
    progress: "Progress" = iter,
    files: Files = iter,
    jobs: int | None = 1,
) -> Dry:
    """The bench rendered and predicted as by `foresee`, nothing sent; the same whatever the number of `jobs`.

    `jobs`: processes, None for as many as pay; more than one needs a script's `if __name__ == "__main__"`.

    Raises:
        NotFound, BadInput: as `foresee`.
    """
    from agentbench.harness.workers import each, enough

    loaded = load.bench(bench)
    cells = chosen(loaded, only or {})
    many = enough(len(cells), os.cpu_count() or 1) if jobs is None else jobs
    work = partial(_rows, learned(calibrate, files))
    found = each(work, cells, jobs=many, lane=lambda cell: cell.model, per_lane=many, lost=_lost)
    by_slug = {one.slug: one for _, one in zip(progress(cells), found, strict=True)}
    ordered = [by_slug[cell.slug] for cell in cells]
    rows = pd.concat([one.frame for one in ordered], ignore_index=True)
    return Dry(
        frame=selection.scored(rows, selection.labels(loaded.casts)),
        failures={one.slug: one.error for one in ordered if one.error is not None},
    )


def _rows(known: caching.Calibration | None, cell: Cell) -> _Rows:
    from agentbench.harness.matrix import render_cells

    (rendered,) = render_cells((cell,))
    foreseen = Exchanges(exchanges=caching.foresee(rendered.exchanges, known))
    return _Rows(slug=cell.slug, frame=foreseen.frame, error=rendered.error)


def _lost(cell: Cell, error: Exception) -> _Rows:
    from agentbench.harness.failure import failure_row, one_line

    why = one_line(error)
    row = failure_row(cell, Path(f"{cell.slug}.yaml"), why, "predicted")
    return _Rows(slug=cell.slug, frame=Exchanges(exchanges=(row,)).frame, error=why)
