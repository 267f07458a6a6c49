"""Two values of one axis, paired: the same cells, and what differs between them."""

from dataclasses import dataclass, fields
from pathlib import Path
from typing import TYPE_CHECKING

import pandas as pd

from agentbench import measure
from agentbench.errors import BadInput, NotFound
from agentbench.measure import Comparison
from agentbench.report import Table, plain_table
from agentbench.verbs.html import table_html
from agentbench.verbs.tables import comparison_table

if TYPE_CHECKING:
    from agentbench.builder import Bench
    from agentbench.harness.matrix import Progress
    from agentbench.verbs.run import Run


@dataclass(frozen=True, kw_only=True, repr=False)
class Compared(Comparison):
    """A comparison that shows itself."""

    @property
    def table(self) -> Table:
        """Every measure of every arm: baseline, candidate, difference, and its range over the pairs."""
        return comparison_table(self)

    def __repr__(self) -> str:
        return plain_table(self.table, 160)

    def _repr_html_(self) -> str:
        return table_html(self.table)


def compare(
    subject: "Bench | Run | pd.DataFrame | str | Path",
    axis: str,
    *,
    baseline: str,
    candidate: str,
    progress: "Progress" = iter,
) -> Compared:
    """The candidate against the baseline along one axis (`layout`, `presentation`, `model`), all else equal.

    The subject is a run, a frame, a run's `frame.parquet`, or a bench, which is replayed from its cassettes.

    Raises:
        BadInput: no such axis, or a file that is no frame.
        NotFound: the bench or file is not there, or it has no exchange with one of the values.
    """
    found = measure.compare(frame_of(subject, progress), axis, baseline, candidate)
    return Compared(**{name.name: getattr(found, name.name) for name in fields(found)})


def frame_of(subject: "Bench | Run | pd.DataFrame | str | Path", progress: "Progress" = iter) -> pd.DataFrame:
    """The frame of a run, of a `frame.parquet` (or the folder with it), or of a bench, replayed; errors as above."""
    from agentbench.verbs.run import Run, run

    if isinstance(subject, pd.DataFrame):
        return subject
    if isinstance(subject, Run):
        return subject.frame
    if isinstance(subject, str | Path) and (file := frame_file(subject)):
        return read_frame(file)
    replayed = run(subject, recordings=False, progress=progress)
    for slug, why in replayed.failures.items():
        raise BadInput(
            f"asked to replay bench {replayed.bench.name!r}, {len(replayed.failures)} of"
            f" {len(replayed.cells)} cells failed, first {slug}: {why}"
        )
    return replayed.frame


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
