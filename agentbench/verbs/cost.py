"""Who pays what, and what the cache saved."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import pandas as pd

from agentbench import measure
from agentbench.errors import BadInput
from agentbench.report import plain_table, readable
from agentbench.verbs.html import table_html
from agentbench.verbs.inspect import Exchanges, Files, recordings
from agentbench.verbs.predict import is_bench

if TYPE_CHECKING:
    from agentbench.harness.matrix import Progress
    from agentbench.verbs.run import Run


@dataclass(frozen=True, kw_only=True, repr=False)
class Costs:
    """The cost report of some exchanges."""

    frame: pd.DataFrame
    """See `measure.cost_report`: one row per group, provenances apart."""
    undated: int = 0
    """Model calls without a time, left out where a time was asked for."""
    unreadable: int = 0
    """Files or interactions that could not be read."""

    def __repr__(self) -> str:
        return "\n".join(plain_table(one, 160) for one in readable(self.frame))

    def _repr_html_(self) -> str:
        return "\n".join(table_html(one) for one in readable(self.frame))


def cost(
    subject: "Exchanges | Run | pd.DataFrame | str | Path",
    *more: str | Path,
    by: str | Sequence[str] = "family",
    since: datetime | None = None,
    until: datetime | None = None,
    cells: "Progress" = iter,
    files: Files = iter,
) -> Costs:
    """Tokens by class, cost with and without cache, saved, billed, and coverage, per group.

    The subject is a run, exchanges, a frame, recordings, or a bench file, which is predicted. `since` is in, `until`
    is out; both in UTC where they have no zone.

    Raises:
        NotFound, BadInput: as `inspect` and `foresee`; a period that ends before it begins.
    """
    whole = _frame(subject, more, cells, files)
    frame, undated = _within(whole, since, until)
    return Costs(
        frame=measure.cost_report(frame, by),
        undated=undated,
        unreadable=int((whole["kind"] == "unreadable").sum()),
    )


def _frame(
    subject: "Exchanges | Run | pd.DataFrame | str | Path",
    more: tuple[str | Path, ...],
    cells: "Progress",
    files: Files,
) -> pd.DataFrame:
    if isinstance(subject, pd.DataFrame):
        return subject
    if not isinstance(subject, str | Path):
        return subject.frame
    if is_bench([str(subject), *map(str, more)]):
        from agentbench.verbs.run import foresee

        return foresee(subject, progress=cells).frame
    return recordings(subject, *more, progress=files).frame


def _within(frame: pd.DataFrame, since: datetime | None, until: datetime | None) -> tuple[pd.DataFrame, int]:
    """The rows of a period, and how many model calls have no time."""
    if since is None and until is None:
        return frame, 0
    first, last = _utc(since), _utc(until)
    if first and last and last <= first:
        raise BadInput(
            f"asked for a period from {first.isoformat()} until {last.isoformat()}, found none; swap them"
        )
    sent = frame["sent_at"]
    kept = sent.notna()
    if first:
        kept &= sent >= first
    if last:
        kept &= sent < last
    undated = int((sent.isna() & (frame["kind"] == "model_call")).sum())
    return frame[kept], undated


def _utc(at: datetime | None) -> datetime | None:
    return at if at is None or at.tzinfo else at.replace(tzinfo=UTC)
