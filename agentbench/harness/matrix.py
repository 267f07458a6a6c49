"""All cells of a bench, played or rendered; a cell that fails is kept as a failure, and the others go on.

Each cell that asks simulated providers has a server of its own, in the process that plays it: nothing warm can pass
from one cell to another, so that neither the order nor the number of processes changes an answer.
"""

from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from contextlib import ExitStack, asynccontextmanager, nullcontext
from dataclasses import dataclass, field
from decimal import Decimal
from pathlib import Path
from tempfile import TemporaryDirectory

import httpx2

from agentbench.builder.bench import Cell
from agentbench.harness.answer import Limited, Live, Patience, Retried
from agentbench.harness.cells import RecordMode, Source, take
from agentbench.harness.clients import KEY_VARIABLES, TIMEOUT_S, provider_of
from agentbench.harness.failure import failure_row, one_line
from agentbench.harness.loop import run
from agentbench.harness.purse import Purse
from agentbench.harness.refresh import Change
from agentbench.harness.render import rendered, scripted
from agentbench.harness.simulate import Fault, Provider, serving
from agentbench.harness.workers import each
from agentbench.tape.exchange import Exchange

Progress = Callable[[Iterable[Cell]], Iterable[Cell]]
"""Wraps the cells to show how far the work is."""
PER_PROVIDER = 4
"""Calls that one provider gets at a time: a cell makes one call after the other."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Played:
    """What became of one cell."""

    cell: Cell
    exchanges: tuple[Exchange, ...] = ()
    """Where it failed: one row of kind `unreadable` that says why."""
    error: str | None = None
    """Why it failed, in one line; None where it did not."""
    change: Change | None = None
    """What recording did to its cassette."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Task:
    """A cell with all that a process needs to play it."""

    cell: Cell
    mode: RecordMode
    cassettes: Path
    simulate: bool
    key: str | None = field(repr=False)
    """Of this cell's provider alone."""
    resume: bool
    accept: bool
    purse: Purse | None
    patience: Patience
    faults: tuple[Fault, ...]


def play_cells(
    cells: tuple[Cell, ...],
    mode: RecordMode,
    cassettes: Path,
    *,
    simulate: bool = False,
    keys: dict[str, str] | None = None,
    progress: Progress = iter,
    jobs: int = 1,
    per_provider: int = PER_PROVIDER,
    resume: bool = False,
    accept: bool = False,
    cost_limit_usd: Decimal | None = None,
    patience: Patience | None = None,
    faults: Sequence[Fault] = (),
) -> tuple[Played, ...]:
    """Every cell from its cassette, in order; new answers come from simulated providers, or from vendors whose key
    is given.

    `jobs`: processes; 1 is this one. `cost_limit_usd`: no call is sent that could exceed it (what the run before an
    interruption spent is not counted). `faults` is what simulated providers do wrong on purpose.
    """
    known = keys or {}
    with ExitStack() as stack:
        purse = None
        if cost_limit_usd is not None:
            folder = Path(stack.enter_context(TemporaryDirectory()))
            purse = Purse(path=folder / "purse.sqlite", limit_usd=cost_limit_usd)
        tasks = tuple(
            _Task(
                cell=cell,
                mode=mode,
                cassettes=cassettes,
                simulate=simulate,
                key=_key(cell, known),
                resume=resume,
                accept=accept,
                purse=purse,
                patience=patience or Patience(),
                faults=tuple(faults),
            )
            for cell in cells
        )
        found = each(_play, tasks, jobs=jobs, lane=_provider, per_lane=per_provider, lost=_failed)
        by_slug = {one.cell.slug: one for _, one in zip(progress(cells), found, strict=True)}
    return tuple(by_slug[cell.slug] for cell in cells)


def _provider(task: _Task) -> str:
    return task.cell.model.partition(":")[0]


def _key(cell: Cell, keys: dict[str, str]) -> str | None:
    provider = cell.model.partition(":")[0]
    return "none" if provider.startswith("local") else keys.get(KEY_VARIABLES.get(provider, ""))


def _play(task: _Task) -> Played:
    return run(_played(task))


async def _played(task: _Task) -> Played:
    try:
        async with _sources(task) as source:
            took = await take(
                task.cell, task.mode, task.cassettes, source, resume=task.resume, accept=task.accept
            )
            return Played(cell=task.cell, exchanges=took.exchanges, change=took.change)
    except Exception as error:
        return _failed(task, error)


def _failed(task: _Task, error: Exception) -> Played:
    cassette = task.cassettes / f"{task.cell.slug}.yaml"
    why = one_line(error, cassette)
    row = failure_row(task.cell, cassette, why, "simulated" if task.simulate else None)
    return Played(cell=task.cell, exchanges=(row,), error=why)


@asynccontextmanager
async def _sources(task: _Task) -> AsyncIterator[Source | None]:
    provider_of(task.cell.model)
    if task.mode == "none" or (task.key is None and not task.simulate):
        yield None
        return
    provider = Provider({task.cell.slug: scripted(task.cell)}, task.faults)
    serves = serving(provider) if task.simulate else nullcontext()
    with serves as base_url:
        async with httpx2.AsyncClient(timeout=TIMEOUT_S) as client:
            live = Live(client, base_url, scope=task.cell.slug if base_url else "")
            yield _source(task, Retried(live, task.patience))


def _source(task: _Task, server: Retried) -> Source:
    return Source(
        answerer=Limited(server, task.purse) if task.purse else server,
        provenance="simulated" if task.simulate else "recorded",
        key="simulated" if task.simulate else str(task.key),
        reminded=server if task.simulate else None,
    )


def render_cells(cells: tuple[Cell, ...], progress: Progress = iter) -> tuple[Played, ...]:
    """Every cell's requests, with nothing sent."""
    return tuple(run(_rendered(cell)) for cell in progress(cells))


async def _rendered(cell: Cell) -> Played:
    try:
        return Played(cell=cell, exchanges=await rendered(cell))
    except Exception as error:
        why = one_line(error)
        return Played(
            cell=cell, exchanges=(failure_row(cell, Path(f"{cell.slug}.yaml"), why, "predicted"),), error=why
        )
