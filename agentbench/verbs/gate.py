"""Judge a change against a committed baseline: dry on a bench, on a run, or on recordings."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import pandas as pd

from agentbench.builder import Bench
from agentbench.measure.gate import Baseline, Tolerances, Verdict, baseline, verdict
from agentbench.report import Table, plain_table
from agentbench.report.gate import changes, lines
from agentbench.verbs.compare import frame_file, read_frame
from agentbench.verbs.dry import dry
from agentbench.verbs.html import table_html, verdict_html
from agentbench.verbs.inspect import Exchanges, Files, recordings
from agentbench.verbs.predict import is_bench
from agentbench.verbs.run import Run
from agentbench.versions import versions

if TYPE_CHECKING:
    from agentbench.harness.matrix import Progress

Subject = Bench | Run | Exchanges | str | Path


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Judged:
    """A verdict with both sides of it."""

    verdict: Verdict
    current: Baseline
    baseline: Baseline

    @property
    def table(self) -> Table:
        """Every figure of every arm, in the baseline and now."""
        return changes(self.current, self.baseline)

    @property
    def head(self) -> str:
        """The verdict in one line."""
        unknown = len(self.verdict.unknown)
        return (
            f"cannot tell: {unknown} reason(s)"
            if self.verdict.outcome == "cannot_tell"
            else self.verdict.text
        )

    @property
    def text(self) -> str:
        """The verdict first, then what it rests on, one line each."""
        return "\n".join((self.head, *(f"  {line}" for line in lines(self.verdict))))

    def __repr__(self) -> str:
        return f"{self.text}\n{plain_table(self.table, 160)}"

    def _repr_html_(self) -> str:
        return verdict_html(self.verdict, self.head, lines(self.verdict)) + table_html(self.table)


def gate(
    subject: Subject,
    against: str | Path,
    *more: str | Path,
    tolerances: Tolerances | None = None,
    calibrate: Sequence[str | Path] = (),
    progress: "Progress" = iter,
    files: Files = iter,
    jobs: int | None = 1,
) -> Judged:
    """Is this worse than the baseline file?

    A bench (value, name or file) is rendered and predicted, nothing is sent; a run, its `frame.parquet`, exchanges
    and recordings are judged as they are. `more` are further recordings. `calibrate`: recordings that teach the token
    counts of a bench; the baseline should have been measured with them too. `jobs`: processes that render, as in `dry`.

    Raises:
        NotFound: the subject or the baseline is not there.
        BadInput: one of them cannot be read.
    """
    known = Baseline.load(Path(against))
    current = measured(subject, *more, calibrate=calibrate, progress=progress, files=files, jobs=jobs)
    return judged(current, known, tolerances)


def judged(current: Baseline, known: Baseline, tolerances: Tolerances | None = None) -> Judged:
    """What is now against what was known."""
    return Judged(verdict=verdict(current, known, tolerances), current=current, baseline=known)


def measured(
    subject: Subject,
    *more: str | Path,
    calibrate: Sequence[str | Path] = (),
    progress: "Progress" = iter,
    files: Files = iter,
    jobs: int | None = 1,
) -> Baseline:
    """What a bench, a run or recordings do now, in a baseline's terms."""
    return baseline(_ours(_frame(subject, more, calibrate, progress, files, jobs)), versions())


def _frame(
    subject: Subject,
    more: tuple[str | Path, ...],
    calibrate: Sequence[str | Path],
    progress: "Progress",
    files: Files,
    jobs: int | None,
) -> pd.DataFrame:
    if isinstance(subject, Run | Exchanges):
        return subject.frame
    if isinstance(subject, str | Path):
        if file := frame_file(subject):
            return read_frame(file)
        if more or _recordings(subject):
            return recordings(subject, *more, progress=files).frame
    return dry(subject, calibrate=calibrate, progress=progress, files=files, jobs=jobs).frame


def _recordings(subject: str | Path) -> bool:
    """Whether recordings are meant: a glob, or what is there and is no bench."""
    return "*" in str(subject) or (Path(subject).exists() and not is_bench([str(subject)]))


def _ours(frame: pd.DataFrame) -> pd.DataFrame:
    """A bench's own cells, where there are some: a run's frame holds the traffic recorded beside it as well."""
    ours = frame[frame["scenario"].notna()]
    return ours if len(ours) else frame
