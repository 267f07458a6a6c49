"""Run a bench: every cell from its cassette, and the recorded traffic that lies beside it."""

import dataclasses
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

import pandas as pd

from agentbench import measure, tape
from agentbench.builder import Bench, Cell
from agentbench.errors import NotFound
from agentbench.measure import selection
from agentbench.nearest import nearest
from agentbench.report import layouts_table, plain_table, wording
from agentbench.tape import Exchange
from agentbench.verbs import load
from agentbench.verbs.calibrate import learned
from agentbench.verbs.deferral import Deferral, deferral
from agentbench.verbs.figures import Figures
from agentbench.verbs.html import head_html, quiet, table_html
from agentbench.verbs.inspect import Exchanges, Files, inspect
from agentbench.versions import versions

if TYPE_CHECKING:
    from agentbench.harness.cells import RecordMode
    from agentbench.harness.matrix import Finished, Played, Progress
    from agentbench.harness.refresh import Change

DEFAULT_BENCH = "default"
Filters = Mapping[str, Sequence[str]]
"""Axis (`layout`, `presentation`, `model`, `scenario`) to the names that are kept; an absent axis keeps all."""


@dataclass(frozen=True, kw_only=True, repr=False)
class Run:
    """What a bench gave."""

    bench: Bench
    cells: tuple[Cell, ...]
    exchanges: tuple[Exchange, ...]
    """The cells' exchanges, then those of other recordings."""
    failures: Mapping[str, str]
    """Cell slug to why it failed."""
    absent: tuple[Path, ...] = ()
    """Where recorded traffic was looked for in vain; empty where some was found."""
    changes: tuple["Change", ...] = ()
    """What recording did to each cassette that it changed: create, fix, update or trim, with the difference."""

    @cached_property
    def frame(self) -> pd.DataFrame:
        """The frame: one priced row per interaction, turns judged by the labels of the bench's scenarios."""
        found = Exchanges(exchanges=self.exchanges).frame
        return selection.scored(found, selection.labels(self.bench.casts))

    @cached_property
    def summary(self) -> pd.DataFrame:
        """Per provenance, layout, presentation and model of the bench: hit share, cost, stale turns, breaks."""
        return measure.summary(self.frame[self.frame["scenario"].notna()])

    @cached_property
    def prefixes(self) -> pd.DataFrame:
        """Per arm and scenario: the stable prefix's SHA-256, and where prefixes break. See `measure.prefixes`."""
        return measure.prefixes(self.frame[self.frame["layout"].notna()])

    @cached_property
    def selection(self) -> pd.DataFrame:
        """Per arm and catalogue size: how often the right tool was chosen. See `measure.selection.outcomes`."""
        return selection.outcomes(self.frame)

    @cached_property
    def deferral(self) -> Deferral:
        """Each presentation of tools beside eager, on the same turns; missing arms are named."""
        return deferral(self)

    @property
    def figures(self) -> Figures:
        """The figures of this run; each returns its axes."""
        return Figures(frame=self.frame, exchanges=self.exchanges)

    def save(self, folder: Path) -> Path:
        """Write the report there; the path of its page."""
        from agentbench import report

        return report.write(self.frame, folder, self.bench.name, versions(), self.exchanges)[-1]

    def __repr__(self) -> str:
        failed = "".join(f"\ncell {slug} failed: {why}" for slug, why in self.failures.items())
        return f"{self._head}\n{plain_table(layouts_table(self.summary), 200)}{failed}"

    def _repr_html_(self) -> str:
        failed = "".join(quiet(f"cell {slug} failed: {why}") for slug, why in self.failures.items())
        return f"{head_html(self._head)}{table_html(layouts_table(self.summary))}{failed}"

    @property
    def _head(self) -> str:
        failed = f", {len(self.failures)} failed" if self.failures else ""
        return f"bench {self.bench.name}: {wording.plural(len(self.cells), 'cell')}{failed}"


def run(
    bench: Bench | str | Path = DEFAULT_BENCH,
    *,
    mode: "RecordMode" = "none",
    cassettes: Path | None = None,
    only: Filters | None = None,
    simulate: bool = False,
    keys: Mapping[str, str] | None = None,
    recordings: bool = True,
    progress: "Progress" = iter,
    finished: "Finished | None" = None,
    files: Files = iter,
    jobs: int | None = 1,
    resume: bool = False,
    accept: bool = False,
    cost_limit_usd: Decimal | None = None,
) -> Run:
    """Play the bench's cells from their cassettes (or record them), and read the recordings beside it.

    The cassettes lie in `cassettes/` beside the `fixtures` folder, unless another folder is named. `jobs`: processes,
    None for as many as pay; more than one needs a script's `if __name__ == "__main__"`. `resume`: go on from an
    interrupted recording. `accept`: a recording may change requests of a cassette. `cost_limit_usd`: no call is sent
    that could exceed it. `finished` is called with each cell as it is done.

    Raises:
        NotFound, BadInput: the bench, something that it names, or a filter is not there.
    """
    from agentbench.harness.matrix import play_cells
    from agentbench.harness.workers import enough

    loaded = load.bench(bench)
    cells = chosen(loaded, only or {})
    tapes = cassettes or load.root().parent / "cassettes"
    played = play_cells(
        *(cells, mode, tapes),
        simulate=simulate,
        keys=dict(keys or {}),
        progress=progress,
        finished=finished,
        jobs=enough(len(cells), os.cpu_count() or 1) if jobs is None else jobs,
        resume=resume,
        accept=accept,
        cost_limit_usd=cost_limit_usd,
        faults=loaded.faults,
        seed=loaded.seed,
    )
    places = loaded.recordings if recordings else ()
    there = tape.find(str(place) for place in places if place.exists())
    read = inspect(*there.files, progress=files).exchanges if there.files else ()
    return _run(loaded, played, read, () if read else places)


def foresee(
    bench: Bench | str | Path = DEFAULT_BENCH,
    *,
    only: Filters | None = None,
    calibrate: Sequence[str | Path] = (),
    progress: "Progress" = iter,
    files: Files = iter,
) -> Run:
    """The bench rendered and predicted: nothing is sent, no cassette and no key is needed.

    `calibrate`: recordings from which the token counts of the same provider, model and wire format are learned.

    Raises:
        NotFound, BadInput: as `run`; nothing under `calibrate` teaches a token count.
    """
    from agentbench import caching
    from agentbench.harness.matrix import render_cells

    loaded = load.bench(bench)
    known = learned(calibrate, files)
    rendered = render_cells(chosen(loaded, only or {}), progress=progress)
    foreseen = [dataclasses.replace(one, exchanges=caching.foresee(one.exchanges, known)) for one in rendered]
    return _run(loaded, foreseen, ())


def _run(
    bench: Bench, played: Sequence["Played"], others: tuple[Exchange, ...], absent: tuple[Path, ...] = ()
) -> Run:
    return Run(
        bench=bench,
        cells=tuple(one.cell for one in played),
        exchanges=(*(exchange for one in played for exchange in one.exchanges), *others),
        failures={one.cell.slug: one.error for one in played if one.error is not None},
        absent=absent,
        changes=tuple(one.change for one in played if one.change is not None),
    )


def chosen(bench: Bench, only: Filters) -> tuple[Cell, ...]:
    """The bench's cells whose axes have one of the named values.

    Raises:
        NotFound: a name that no cell has; names the nearest one.
    """
    axes = {
        "layout": lambda cell: cell.layout.name,
        "presentation": lambda cell: cell.presentation,
        "model": lambda cell: cell.model,
        "scenario": lambda cell: cell.cast.scenario.name,
    }
    cells = bench.cells
    for axis, names in only.items():
        known = {axes[axis](cell) for cell in bench.cells}
        for name in names:
            if name not in known:
                near = nearest(name, known)
                hint = f"did you mean {near!r}?" if near else f"it has {', '.join(sorted(known))}"
                raise NotFound(f"asked for {axis} {name!r} of bench {bench.name!r}, found none; {hint}")
        cells = tuple(cell for cell in cells if not names or axes[axis](cell) in names)
    return cells
