"""All cells of a bench, played or rendered one after the other; a cell that fails is kept as a failure."""

from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import AbstractAsyncContextManager, asynccontextmanager, nullcontext
from dataclasses import dataclass
from pathlib import Path

import httpx2

from agentbench.builder.bench import Cell
from agentbench.errors import AgentbenchError
from agentbench.harness.answer import Live
from agentbench.harness.cells import RecordMode, Source, play_cell
from agentbench.harness.clients import KEY_VARIABLES, TIMEOUT_S, provider_of
from agentbench.harness.loop import run
from agentbench.harness.render import rendered, scripted
from agentbench.harness.simulate import Provider, serving
from agentbench.tape.exchange import Exchange

Progress = Callable[[Iterable[Cell]], Iterable[Cell]]
"""Wraps the cells to show how far the work is."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Played:
    """What became of one cell."""

    cell: Cell
    exchanges: tuple[Exchange, ...] = ()
    error: str | None = None
    """Why it failed, in one line; None where it did not."""


def play_cells(
    cells: tuple[Cell, ...],
    mode: RecordMode,
    cassettes: Path,
    *,
    simulate: bool = False,
    keys: dict[str, str] | None = None,
    progress: Progress = iter,
) -> tuple[Played, ...]:
    """Every cell from its cassette; new answers come from simulated providers, or from vendors whose key is given."""
    scenarios = {cell.slug: scripted(cell) for cell in cells}
    with serving(Provider(scenarios)) if simulate else nullcontext() as base_url:
        return tuple(
            run(_played(cell, mode, cassettes, _sources(cell, base_url, keys or {})))
            for cell in progress(cells)
        )


async def _played(
    cell: Cell, mode: RecordMode, cassettes: Path, source: AbstractAsyncContextManager[Source | None]
) -> Played:
    try:
        async with source as answers:
            return Played(cell=cell, exchanges=await play_cell(cell, mode, cassettes, answers))
    except (AgentbenchError, httpx2.HTTPError, OSError) as error:
        return Played(cell=cell, error=" ".join(f"{type(error).__name__}: {error}".split()))


@asynccontextmanager
async def _sources(cell: Cell, base_url: str | None, keys: dict[str, str]) -> AsyncIterator[Source | None]:
    provider = provider_of(cell.model)
    key = "none" if provider.startswith("local") else keys.get(KEY_VARIABLES[provider])
    if base_url is None and key is None:
        yield None
        return
    async with httpx2.AsyncClient(timeout=TIMEOUT_S) as client:
        if base_url is not None:
            live = Live(client, base_url, scope=cell.slug)
            yield Source(answerer=live, provenance="simulated", key="simulated")
        else:
            yield Source(answerer=Live(client), provenance="recorded", key=str(key))


def render_cells(cells: tuple[Cell, ...], progress: Progress = iter) -> tuple[Played, ...]:
    """Every cell's requests, with nothing sent."""
    return tuple(run(_rendered(cell)) for cell in progress(cells))


async def _rendered(cell: Cell) -> Played:
    try:
        return Played(cell=cell, exchanges=await rendered(cell))
    except AgentbenchError as error:
        return Played(cell=cell, error=" ".join(f"{type(error).__name__}: {error}".split()))
