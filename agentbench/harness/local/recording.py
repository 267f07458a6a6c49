"""Record the cells of a bench from local models, one server start per cell; what is recorded already is skipped.

A cassette is written whole, when its cell has been played to the end; until then a journal beside it keeps every call.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import httpx2

from agentbench import tape
from agentbench.builder.bench import Bench, Cell
from agentbench.errors import AgentbenchError, BadInput
from agentbench.harness.answer import Live
from agentbench.harness.clients import TIMEOUT_S, provider_of
from agentbench.harness.journal import Journal
from agentbench.harness.local.counting import Counting
from agentbench.harness.local.described import described
from agentbench.harness.local.interrupted import Journalled, restarts
from agentbench.harness.local.models import LocalModel, launch
from agentbench.harness.local.refused import keep, refused_words
from agentbench.harness.local.server import Launch, serving
from agentbench.harness.loop import run
from agentbench.harness.play import play
from agentbench.harness.record import record
from agentbench.harness.stage import Stage


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """Which cells to record, by the names on their axes; an empty axis wants all of it."""

    presentations: tuple[str, ...] = ()
    models: tuple[str, ...] = ()
    """pydantic-ai's ids."""
    scenarios: tuple[str, ...] = ()

    def has(self, cell: Cell) -> bool:
        """Whether the cell is one of them."""
        named = cell.named
        axes = (("presentation", self.presentations), ("model", self.models), ("scenario", self.scenarios))
        return all(not names or named[axis] in names for axis, names in axes)


ALL = Wanted()


def missing(bench: Bench, cassettes: Path, wanted: Wanted = ALL) -> tuple[Cell, ...]:
    """The bench's wanted cells on local models that have no cassette, scenario by scenario: arms grow together."""
    return tuple(cell for cell in _local(bench, wanted) if not (cassettes / f"{cell.slug}.yaml").is_file())


def recorded(bench: Bench, cassettes: Path, wanted: Wanted = ALL) -> tuple[Cell, ...]:
    """The bench's wanted cells on local models that have a cassette, in the same order."""
    return tuple(cell for cell in _local(bench, wanted) if (cassettes / f"{cell.slug}.yaml").is_file())


def _local(bench: Bench, wanted: Wanted) -> list[Cell]:
    local = [cell for cell in bench.cells if provider_of(cell.model).startswith("local") and wanted.has(cell)]
    order = {cast.scenario.name: number for number, cast in enumerate(bench.casts)}
    return sorted(local, key=lambda cell: order[cell.cast.scenario.name])


@dataclass(frozen=True, slots=True, kw_only=True)
class Shelf:
    """Where everything lies that a recording needs, and where it goes."""

    known: Mapping[str, LocalModel]
    binary: Path
    """llama.cpp's `llama-server`."""
    models: Path
    """Folder of the GGUF files."""
    templates: Path
    """Folder of the chat templates, `fixtures/local`."""
    cassettes: Path

    def launch(self, cell: Cell) -> Launch:
        """How to start the cell's server.

        Raises:
            NotFound, BadInput: as `models.launch`.
        """
        name = cell.model.partition(":")[2]
        return launch(name, self.known, self.binary, self.models, self.templates, cell.bench)

    def cassette(self, cell: Cell) -> Path:
        """The cell's cassette, there or not."""
        return self.cassettes / f"{cell.slug}.yaml"


def record_cells(
    cells: tuple[Cell, ...], shelf: Shelf, *, resume: bool = False
) -> Iterator[tuple[Cell, str | None]]:
    """Each cell as it is recorded, with why it failed, or None; the server starts cold for each.

    `resume`: go on from the journals of interrupted cells; without it such a cell fails, and its journal stays.
    """
    for cell in cells:
        try:
            start, path = shelf.launch(cell), shelf.cassette(cell)
            journal = _journal(path, resume)
            with serving(start):
                run(_record(cell, start, path, journal))
        except (AgentbenchError, httpx2.HTTPError, OSError) as error:
            yield cell, " ".join(f"{type(error).__name__}: {error}".split())
        else:
            yield cell, None


def complete_refused(cells: tuple[Cell, ...], shelf: Shelf) -> Iterator[Cell]:
    """Each recorded cell with refused answers, when their words are in `refused.yaml` beside the templates."""
    for cell in cells:
        interactions = tape.load(shelf.cassette(cell)).interactions
        if any(each.status == 500 for each in interactions):
            with (
                serving(shelf.launch(cell)) as address,
                httpx2.Client(base_url=address, timeout=TIMEOUT_S) as client,
            ):
                keep(shelf.templates / "refused.yaml", cell.slug, refused_words(interactions, client))
            yield cell


def _journal(path: Path, resume: bool) -> Journal:
    journal = Journal(path)
    if (calls := len(journal.finished())) and not resume:
        raise BadInput(
            f"asked to record {path.as_posix()!r}, found {calls} finished calls of an interrupted recording;"
            f" go on from them with --resume, or delete {journal.path.name!r} to begin anew"
        )
    return journal


async def _record(cell: Cell, start: Launch, path: Path, journal: Journal) -> None:
    async with httpx2.AsyncClient(timeout=TIMEOUT_S) as client:
        stage = Stage(Journalled(Counting(Live(client), client), journal))
        await play(cell, stage)
    server = {**described(start), **restarts(stage.passed)}
    tape.write(path, record(cell, stage.passed, "recorded", server=server))
    journal.drop()
