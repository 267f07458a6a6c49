"""Judge a change against a committed baseline: dry on a bench, or on recordings."""

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import pandas as pd

from agentbench.builder import Bench
from agentbench.measure.gate import Baseline, Verdict, baseline, verdict
from agentbench.verbs.run import Run, foresee
from agentbench.versions import versions

if TYPE_CHECKING:
    from agentbench.harness.matrix import Progress


@dataclass(frozen=True, slots=True, kw_only=True)
class Judged:
    """A verdict with both sides of it."""

    verdict: Verdict
    current: Baseline
    baseline: Baseline


def compared(current: Baseline, path: str | Path) -> Verdict:
    """What is now against a baseline file.

    Raises:
        NotFound, BadInput: as `Baseline.load`.
    """
    return verdict(current, Baseline.load(Path(path)))


def gate(subject: Bench | Run | str | Path, against: str | Path, *, progress: "Progress" = iter) -> Judged:
    """Is this bench (rendered and predicted, nothing sent) or run worse than the baseline file?

    Raises:
        NotFound: the bench or the baseline is not there.
        BadInput: one of them cannot be read.
    """
    known = Baseline.load(Path(against))
    current = measured(subject, progress=progress)
    return Judged(verdict=verdict(current, known), current=current, baseline=known)


def measured(subject: Bench | Run | str | Path, *, progress: "Progress" = iter) -> Baseline:
    """What the bench or run does now, in a baseline's terms."""
    found = subject if isinstance(subject, Run) else foresee(subject, progress=progress)
    return baseline(_ours(found.frame), versions())


def _ours(frame: pd.DataFrame) -> pd.DataFrame:
    return frame[frame["scenario"].notna()]
