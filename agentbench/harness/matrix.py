"""All cells of a bench, played or rendered; a cell that fails is kept as a failure, and the others go on."""

from collections.abc import Callable, Iterable, Sequence
from contextlib import ExitStack
from decimal import Decimal
from pathlib import Path
from tempfile import TemporaryDirectory

from agentbench.builder.bench import Cell
from agentbench.builder.fault import Fault
from agentbench.errors import BadInput
from agentbench.harness.answer import Patience
from agentbench.harness.answer.limited import kept_usd
from agentbench.harness.cells import RecordMode
from agentbench.harness.failure import failure_row, one_line
from agentbench.harness.journal import Journal
from agentbench.harness.loop import run
from agentbench.harness.purse import Purse
from agentbench.harness.render import rendered
from agentbench.harness.task import Played, Terms, failed, play_task, task
from agentbench.harness.workers import each

__all__ = ["Finished", "Played", "Progress", "play_cells", "render_cells"]

Progress = Callable[[Iterable[Cell]], Iterable[Cell]]
"""Wraps the cells to show how far the work is."""
Finished = Callable[[Played], object]
"""Told of each cell as it is done, before `Progress` is asked for the next."""
PER_PROVIDER = 4
"""Calls that one provider gets at a time: a cell makes one call after the other."""


def play_cells(
    cells: tuple[Cell, ...],
    mode: RecordMode,
    cassettes: Path,
    *,
    simulate: bool = False,
    keys: dict[str, str] | None = None,
    progress: Progress = iter,
    finished: Finished | None = None,
    jobs: int = 1,
    per_provider: int = PER_PROVIDER,
    resume: bool = False,
    accept: bool = False,
    cost_limit_usd: Decimal | None = None,
    patience: Patience | None = None,
    faults: Sequence[Fault] = (),
    seed: int = 0,
) -> tuple[Played, ...]:
    """Every cell from its cassette, in order; new answers come from simulated providers, or from vendors whose key
    is given.

    `keys`: the environment, with the vendors' own variables for keys and addresses. `jobs`: processes; 1 is this
    one. `cost_limit_usd`: no call is sent that could exceed it; what the interrupted recordings that are gone on
    from have spent counts. `faults` is what simulated providers do wrong on purpose, `seed` draws which calls a share
    of them hits.

    Raises:
        BadInput: faults are to be committed by a provider that is not simulated.
    """
    if faults and mode != "none" and not simulate:
        raise BadInput(
            f"asked to record with {len(faults)} faults, found no simulated provider, and no other one commits them;"
            " add --simulate or take `faults` out of the bench"
        )
    with ExitStack() as stack:
        terms = Terms(
            mode=mode,
            cassettes=cassettes,
            simulate=simulate,
            resume=resume,
            accept=accept,
            purse=_purse(stack, cost_limit_usd, cells if resume else (), cassettes),
            patience=patience,
            faults=tuple(faults),
            seed=seed,
        )
        tasks = tuple(task(cell, terms, keys or {}) for cell in cells)
        found = each(play_task, tasks, jobs=jobs, lane=lambda of: of.lane, per_lane=per_provider, lost=failed)
        by_slug = {}
        for _, one in zip(progress(cells), found, strict=True):
            by_slug[one.cell.slug] = one
            if finished is not None:
                finished(one)
    return tuple(by_slug[cell.slug] for cell in cells)


def _purse(
    stack: ExitStack, limit_usd: Decimal | None, resumed: Iterable[Cell], cassettes: Path
) -> Purse | None:
    """The run's purse, with what the interrupted recordings of the resumed cells have spent; None without a limit."""
    if limit_usd is None:
        return None
    purse = Purse(path=Path(stack.enter_context(TemporaryDirectory())) / "purse.sqlite", limit_usd=limit_usd)
    for cell in resumed:
        purse.enter(kept_usd(Journal(cassettes / f"{cell.slug}.yaml").finished()))
    return purse


def render_cells(cells: tuple[Cell, ...], progress: Progress = iter) -> tuple[Played, ...]:
    """Every cell's requests, with nothing sent."""
    return tuple(run(_rendered(cell)) for cell in progress(cells))


async def _rendered(cell: Cell) -> Played:
    try:
        return Played(cell=cell, exchanges=await rendered(cell))
    except Exception as error:
        why = one_line(error)
        row = failure_row(cell, Path(f"{cell.slug}.yaml"), why, "predicted")
        return Played(cell=cell, exchanges=(row,), error=why)
