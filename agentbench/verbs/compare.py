"""Two values of one axis, paired: the same cells, and what differs between them."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import TYPE_CHECKING

import pandas as pd

from agentbench import measure
from agentbench.errors import BadInput, NotFound
from agentbench.measure import Comparison
from agentbench.measure.compare import known_axis
from agentbench.report import Table, markdown_table, plain_table, tables_page, wording
from agentbench.verbs.comparison_table import comparison_table, notes, pairs_table
from agentbench.verbs.html import quiet, table_html

if TYPE_CHECKING:
    from agentbench.builder import Bench
    from agentbench.harness.matrix import Progress
    from agentbench.verbs.run import Filters, Run


@dataclass(frozen=True, kw_only=True, repr=False)
class Compared(Comparison):
    """A comparison that shows itself."""

    failures: Mapping[str, str] = field(default_factory=dict)
    """Cells of the bench that could not be replayed, and why."""

    @property
    def table(self) -> Table:
        """One row per stratum and measure, with interval, p, detectable difference, and ties."""
        return comparison_table(self)

    @property
    def notes(self) -> tuple[str, ...]:
        """Why a figure is missing, what has no counterpart, what failed."""
        failed = (f"cell {slug} failed: {why}" for slug, why in self.failures.items())
        return (*notes(self), *failed)

    def written(self, pairs: bool = False) -> Mapping[str, Callable[[], str]]:
        """The comparison, or its pairs, as `table`, or as `markdown` and `html` with the notes."""
        table = pairs_table(self) if pairs else self.table
        said = [table.caption, *self.notes]
        return {
            "table": lambda: plain_table(table, 500),
            "markdown": lambda: "\n".join([*(f"* {line}" for line in said), "", markdown_table(table)]),
            "html": lambda: tables_page([replace(table, caption=" ".join(said))]),
        }

    def __repr__(self) -> str:
        return "\n".join([plain_table(self.table, 200), *self.notes])

    def _repr_html_(self) -> str:
        return table_html(self.table) + "".join(quiet(note) for note in self.notes)


def compare(
    subject: "Bench | Run | pd.DataFrame | str | Path",
    axis: str,
    *,
    baseline: str,
    candidate: str,
    seed: int = 0,
    progress: "Progress" = iter,
) -> Compared:
    """The candidate against the baseline along one axis (`layout`, `presentation`, `model`), all else equal.

    The subject is a run, a frame, a run's `frame.parquet`, or a bench, whose cells with one of the two values are
    replayed from their cassettes. `seed`: of resampling; the same seed gives the same answer.

    Raises:
        BadInput: no such axis, a file that is no frame, or a bench of which no cell of a side can be replayed.
        NotFound: the bench or file is not there, or it has no exchange with one of the values.
    """
    known_axis(axis)
    frame, failures = _read(subject, {axis: (baseline, candidate)}, progress)
    try:
        found = measure.compare(frame, axis, baseline, candidate, seed)
    except NotFound:
        for slug, why in failures.items():
            raise BadInput(
                f"asked to replay both sides of {axis}, {wording.plural(len(failures), 'cell')} failed and left none of"
                f" one side, first {slug}: {why}"
            ) from None
        raise
    return Compared(**{name.name: getattr(found, name.name) for name in fields(found)}, failures=failures)


def _read(
    subject: "Bench | Run | pd.DataFrame | str | Path", only: "Filters", progress: "Progress"
) -> tuple[pd.DataFrame, Mapping[str, str]]:
    """The frame of a run, of a `frame.parquet` (or the folder with it), or of a bench; and what failed in it."""
    from agentbench.verbs.run import Run, run

    if isinstance(subject, pd.DataFrame):
        return subject, {}
    if isinstance(subject, str | Path) and (file := frame_file(subject)):
        return read_frame(file), {}
    found = (
        subject if isinstance(subject, Run) else run(subject, recordings=False, only=only, progress=progress)
    )
    return found.frame, found.failures


def frame_file(subject: str | Path) -> Path | None:
    """The `frame.parquet` that a path means (itself, or in that folder); None where it means something else."""
    path = Path(subject)
    if path.suffix == ".parquet":
        return path
    inside = path / "frame.parquet"
    return inside if inside.is_file() else None


def read_frame(path: Path) -> pd.DataFrame:
    """A frame that `run` has written.

    Raises:
        NotFound: no such file.
        BadInput: it is no frame of ours.
    """
    if not path.is_file():
        raise NotFound(
            f"asked for the frame {str(path)!r}, found no such file; `agentbench run` writes reports/<bench>/"
        )
    try:
        frame = pd.read_parquet(path, dtype_backend="numpy_nullable")
    except (OSError, ValueError) as error:
        raise BadInput(
            f"asked for the frame {str(path)!r}, found no parquet file ({error}); name a run's frame.parquet"
        ) from None
    missing = {"kind", "provenance", "scenario", "cost_usd", "common_prefix_bytes"} - set(frame.columns)
    if missing:
        raise BadInput(
            f"asked for the frame {str(path)!r}, found a table without {', '.join(sorted(missing))};"
            " name a run's frame.parquet"
        )
    return frame
