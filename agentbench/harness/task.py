"""One cell's work, as any process can do it: all that it needs is in the task, and a failure is a result.

Each cell that asks simulated providers has a server of its own, in the process that plays it: nothing warm can pass
from one cell to another, so that neither the order nor the number of processes changes an answer.
"""

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

import httpx2

from agentbench.builder.bench import Cell
from agentbench.builder.fault import Fault
from agentbench.harness.answer import WITHOUT_WAITS, Limited, Live, Patience, Retried
from agentbench.harness.cells import RecordMode, Source, take
from agentbench.harness.clients import KEY_VARIABLES, TIMEOUT_S, provider_of, routes
from agentbench.harness.failure import failure_row, one_line
from agentbench.harness.loop import run
from agentbench.harness.purse import Purse
from agentbench.harness.refresh import Change
from agentbench.harness.render import scripted
from agentbench.harness.simulate import Provider, serving
from agentbench.tape.exchange import Exchange


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
class Terms:
    """What holds for every cell of a run."""

    mode: RecordMode
    cassettes: Path
    simulate: bool = False
    """Whether new answers come from simulated providers; else from vendors whose key is there."""
    resume: bool = False
    accept: bool = False
    purse: Purse | None = None
    """None without a limit."""
    patience: Patience | None = None
    """None for what suits whoever is asked."""
    faults: tuple[Fault, ...] = ()
    """What simulated providers do wrong on purpose."""
    seed: int = 0
    """Draws which calls a fault's share hits."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    """A cell with all that a process needs to play it."""

    cell: Cell
    terms: Terms
    keys: Mapping[str, str] | None = field(repr=False)
    """By provider, of those that this cell asks; None where one is missing."""
    routes: Mapping[str, str]
    """The address of each provider that is asked at another one, to that."""

    @property
    def lane(self) -> str:
        """The provider whose limit of concurrent calls counts."""
        return self.cell.model.partition(":")[0]


def task(cell: Cell, terms: Terms, environment: Mapping[str, str]) -> Task:
    """The cell's task, with the keys of its own providers and of no other."""
    providers = {model.partition(":")[0] for model in cell.models}
    keys = {
        name: environment.get(variable, "") for name, variable in KEY_VARIABLES.items() if name in providers
    }
    return Task(
        cell=cell,
        terms=terms,
        keys=keys if all(keys.values()) else None,
        routes=routes(cell.models, environment),
    )


def play_task(of: Task) -> Played:
    """The cell, played; an error is a failure row."""
    return run(_played(of))


def failed(of: Task, error: Exception) -> Played:
    """The result of a cell that came to no end."""
    cassette = of.terms.cassettes / f"{of.cell.slug}.yaml"
    why = one_line(error, cassette)
    row = failure_row(of.cell, cassette, why, "simulated" if of.terms.simulate else None)
    return Played(cell=of.cell, exchanges=(row,), error=why)


async def _played(of: Task) -> Played:
    terms = of.terms
    try:
        async with _source(of) as source:
            took = await take(
                of.cell, terms.mode, terms.cassettes, source, resume=terms.resume, accept=terms.accept
            )
            return Played(cell=of.cell, exchanges=took.exchanges, change=took.change)
    except Exception as error:
        return failed(of, error)


@asynccontextmanager
async def _source(of: Task) -> AsyncIterator[Source | None]:
    """Who is asked for what the cassette does not hold; None where nobody may be."""
    for model in of.cell.models:
        provider_of(model)
    terms = of.terms
    if terms.mode == "none" or (of.keys is None and not terms.simulate):
        yield None
        return
    async with httpx2.AsyncClient(timeout=TIMEOUT_S) as client:
        if not terms.simulate:
            server = Retried(Live(client, routes=of.routes), terms.patience or Patience())
            yield Source(
                answerer=_limited(server, terms),
                provenance="recorded",
                keys=of.keys or {},
                server=of.routes,
            )
            return
        provider = Provider({of.cell.slug: scripted(of.cell)}, terms.faults, terms.seed)
        with serving(provider) as base_url:
            live = Live(client, base_url, scope=of.cell.slug)
            server = Retried(live, terms.patience or WITHOUT_WAITS)
            yield Source(answerer=_limited(server, terms), provenance="simulated", reminded=server)


def _limited(server: Retried, terms: Terms) -> Retried | Limited:
    return Limited(server, terms.purse) if terms.purse else server
