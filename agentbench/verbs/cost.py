"""Who pays what, what the cache saved, and what misses wasted."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

import pandas as pd

from agentbench import measure
from agentbench.errors import BadInput, NotFound
from agentbench.nearest import nearest
from agentbench.report import plain_table
from agentbench.report.cost import CostContents, cost_contents, cost_markdown, cost_page
from agentbench.report.cost.page import cost_figure
from agentbench.tape import Exchange
from agentbench.verbs.html import head_html, quiet, table_html
from agentbench.verbs.inspect import Exchanges, Files, recordings
from agentbench.verbs.other_model import as_other
from agentbench.verbs.predict import is_bench

if TYPE_CHECKING:
    from agentbench.harness.matrix import Progress
    from agentbench.verbs.run import Run

BY = (
    *("family", "model", "provider", "layout", "presentation", "scenario"),
    *("cassette", "conversation", "month"),
)
"""What a cost report can be broken down by."""


@dataclass(frozen=True, kw_only=True, repr=False)
class Costs:
    """The cost report of some calls."""

    calls: pd.DataFrame
    """The priced rows that it is about."""
    by: tuple[str, ...] = ("family",)
    model: str | None = None
    """The model that the calls were predicted for, where it is another one."""
    was: pd.DataFrame | None = None
    """The rows of the same calls as they really were; None where nothing was moved."""
    undated: int = 0
    """Model calls without a time, left out where a time was asked for."""
    unreadable: int = 0
    """Files or interactions that could not be read."""

    @cached_property
    def frame(self) -> pd.DataFrame:
        """See `measure.cost_report`: one row per innermost group, so that every call is in exactly one."""
        return measure.cost_report(self.calls, self.by)

    @cached_property
    def breakdown(self) -> pd.DataFrame:
        """See `measure.breakdown`: the same with a row for each level above; `level` says which."""
        return measure.breakdown(self.calls, self.by)

    @cached_property
    def wasted(self) -> pd.DataFrame:
        """See `measure.wasted`: what misses wasted, per class, and block or segment."""
        return measure.wasted(self.calls)

    @cached_property
    def contents(self) -> CostContents:
        """All that the report says."""
        return cost_contents(self.calls, self.by, self.model, self.was)

    @property
    def markdown(self) -> str:
        """The report as markdown; its first line is the answer."""
        return cost_markdown(self.contents)

    @property
    def html(self) -> str:
        """The report as a page of its own: no script, nothing fetched."""
        return cost_page(self.contents, self.calls, f"Cost as {self.model}" if self.model else "Cost")

    @property
    def text(self) -> str:
        """The report for a terminal of 200 columns."""
        return self._text(200)

    def _text(self, width: int) -> str:
        says = self.contents
        said = [*says.answers, says.predicted_from, *says.coverage, says.losses, f"Prices: {says.rates}."]
        tables = "\n".join(plain_table(one, width) for one in says.tables)
        return "\n".join(line for line in said if line) + f"\n\n{tables}"

    def __repr__(self) -> str:
        return self._text(160)

    def _repr_html_(self) -> str:
        says = self.contents
        heads = "".join(head_html(sentence) for sentence in says.answers)
        moved = quiet(says.predicted_from) if says.predicted_from else ""
        tables = "".join(table_html(one) for one in says.tables)
        rest = "".join(quiet(line) for line in (*says.spreads, *says.coverage, f"Prices: {says.rates}."))
        return f"{heads}{moved}{cost_figure(self.calls) or ''}{tables}{rest}"


def cost(
    subject: "Exchanges | Run | pd.DataFrame | str | Path",
    *more: str | Path,
    by: str | Sequence[str] = "family",
    as_model: str | None = None,
    since: datetime | None = None,
    until: datetime | None = None,
    cells: "Progress" = iter,
    files: Files = iter,
) -> Costs:
    """Tokens and money by class, saved by caching, wasted by misses, billed beside estimated, and coverage.

    The subject is a run, exchanges, a frame, recordings, or a bench file, which is predicted. `by` names one or
    several of `BY`, nested in their order ("family,model"). `as_model` predicts what the same calls would cost on
    another model. `since` is in, `until` is out; both in UTC where they have no zone.

    Raises:
        NotFound, BadInput: as `inspect` and `foresee`; a period that ends before it begins; no such grouping; a model
            without a cache rule or a price; a frame to be moved to another model, which needs the requests.
    """
    keys = groupings(by)
    exchanges, frame = _calls(subject, more, cells, files)
    unreadable = int((frame["kind"] == "unreadable").sum())
    kept, undated = _within(frame, since, until)
    moved = None if as_model is None else _moved(exchanges, as_model).loc[kept.index]
    return Costs(
        calls=kept if moved is None else moved,
        by=keys,
        model=as_model,
        was=None if moved is None else kept,
        undated=undated,
        unreadable=unreadable,
    )


def groupings(by: str | Sequence[str]) -> tuple[str, ...]:
    """The names in `by`, each once; several may stand in one text, with commas between.

    Raises:
        NotFound: no such grouping; names the nearest one.
    """
    given = (by,) if isinstance(by, str) else tuple(by)
    names = tuple(dict.fromkeys(name.strip() for text in given for name in text.split(",")))
    for name in names:
        if name not in BY:
            near = nearest(name, BY)
            hint = f"did you mean {near!r}?" if near else f"choose of {', '.join(BY)}"
            raise NotFound(f"asked for costs by {name!r}, found no such grouping; {hint}")
    return names


def _calls(
    subject: "Exchanges | Run | pd.DataFrame | str | Path",
    more: tuple[str | Path, ...],
    cells: "Progress",
    files: Files,
) -> tuple[tuple[Exchange, ...] | None, pd.DataFrame]:
    """The exchanges, where the subject has them, and their frame."""
    if isinstance(subject, pd.DataFrame):
        return None, subject
    if not isinstance(subject, str | Path):
        return subject.exchanges, subject.frame
    if is_bench([str(subject), *map(str, more)]):
        from agentbench.verbs.run import foresee

        run = foresee(subject, progress=cells)
        return run.exchanges, run.frame
    found = recordings(subject, *more, progress=files)
    return found.exchanges, found.frame


def _moved(exchanges: tuple[Exchange, ...] | None, model: str) -> pd.DataFrame:
    if exchanges is None:
        raise BadInput(
            f"asked for the cost as {model!r} of a frame, which holds no requests; give the run or the recordings"
        )
    return Exchanges(exchanges=as_other(exchanges, model)).frame


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
