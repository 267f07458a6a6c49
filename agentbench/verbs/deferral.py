"""What hiding tools saves and what it loses: tokens, cache, money and right choices, beside showing all of them."""

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import pandas as pd

from agentbench.measure import selection
from agentbench.report import Table, plain_table
from agentbench.report.selection_tables import deferral_table
from agentbench.verbs.html import table_html

if TYPE_CHECKING:
    from agentbench.builder import Bench
    from agentbench.harness.matrix import Progress
    from agentbench.verbs.run import Run


@dataclass(frozen=True, kw_only=True, repr=False)
class Deferral:
    """Each presentation beside eager on the same turns."""

    frame: pd.DataFrame
    """See `measure.selection.deferral`: one row per arm; a missing arm is a row that says why."""

    @property
    def missing(self) -> pd.DataFrame:
        """The arms without figures, with the reason."""
        return self.frame[self.frame["missing"].notna()][[*selection.ARM, "missing"]]

    @property
    def table(self) -> Table:
        """The same to be read."""
        return deferral_table(self.frame)

    def __repr__(self) -> str:
        return plain_table(self.table, 200)

    def _repr_html_(self) -> str:
        return table_html(self.table)


def deferral(subject: "Bench | Run | pd.DataFrame | str | Path", progress: "Progress" = iter) -> Deferral:
    """Input tokens, hit share, cost and right choices of each presentation beside eager's, on the same turns.

    The subject is a run, a frame of a run, or a bench, which is replayed; cells that it has no cassette for are
    missing arms, and no error.

    Raises:
        BadInput, NotFound: no such bench, or a file that is no frame.
    """
    from agentbench.verbs.compare import frame_file, read_frame
    from agentbench.verbs.run import Run, run

    if isinstance(subject, pd.DataFrame):
        frame = subject
    elif isinstance(subject, Run):
        frame = subject.frame
    elif isinstance(subject, str | Path) and (file := frame_file(subject)):
        frame = read_frame(file)
    else:
        frame = run(subject, recordings=False, progress=progress).frame
    return Deferral(frame=selection.deferral(frame))
