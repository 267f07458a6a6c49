"""What a recording run would do, with nothing sent: per cell what is replayed, and what would be asked."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from agentbench import caching, tape
from agentbench.builder.bench import Cell
from agentbench.builder.scenario import Scenario
from agentbench.errors import NotFound
from agentbench.harness.answer import Replay, Scripted
from agentbench.harness.answer.replay import played
from agentbench.harness.cells import RecordMode
from agentbench.harness.failure import one_line
from agentbench.harness.journal import Journal
from agentbench.harness.loop import run
from agentbench.harness.matrix import Progress
from agentbench.harness.play import play
from agentbench.harness.render import exchanges, said, scripted
from agentbench.harness.stage import Answer, Sent, Stage
from agentbench.tape import Interaction
from agentbench.tape.exchange import Exchange


@dataclass(frozen=True, slots=True, kw_only=True)
class Planned:
    """What one cell would do."""

    cell: Cell
    replayed: int = 0
    """Calls that its cassette or an interrupted recording answers."""
    asked: tuple[Exchange, ...] = ()
    """Calls that a server would be asked, with predicted usage; the script speaks for the model."""
    error: str | None = None
    """Why it cannot be played; None where it can."""


def plan_cells(
    cells: Sequence[Cell],
    mode: RecordMode,
    cassettes: Path,
    *,
    resume: bool = False,
    progress: Progress = iter,
) -> tuple[Planned, ...]:
    """Every cell's plan, in order; nothing is sent and nothing is written."""
    return tuple(run(_planned(cell, mode, cassettes, resume)) for cell in progress(cells))


async def _planned(cell: Cell, mode: RecordMode, cassettes: Path, resume: bool) -> Planned:
    try:
        return await _plan(cell, mode, cassettes / f"{cell.slug}.yaml", resume)
    except Exception as error:
        return Planned(cell=cell, error=one_line(error))


async def _plan(cell: Cell, mode: RecordMode, path: Path, resume: bool) -> Planned:
    there = path.is_file()
    if mode == "none" or (mode == "once" and there):
        if not there:
            raise NotFound(
                f"asked to replay {path.as_posix()!r}, found no such cassette; choose a --record-mode"
            )
        return Planned(cell=cell, replayed=len(tape.load(path).interactions))
    known = tape.load(path).interactions if there and mode == "new_episodes" else ()
    finished = Journal(path).finished() if resume else ()
    script = scripted(cell)
    rehearsal = _Rehearsal((*finished, *known), script)
    stage = Stage(rehearsal)
    await play(cell, stage)
    found = list(exchanges(cell, tuple(sent for sent, _ in stage.passed)))
    for at in rehearsal.asked:
        found[at] = replace(found[at], response=said(script, stage.passed[at][0]))
    foreseen = caching.foresee(found)
    asked = tuple(foreseen[at] for at in rehearsal.asked)
    return Planned(cell=cell, replayed=len(found) - len(asked), asked=asked)


class _Rehearsal:
    """Answers what is recorded from there, and the rest with the script's words."""

    def __init__(self, known: Sequence[Interaction], script: Scenario) -> None:
        self._known = Replay(known, name="plan")
        self._script = Scripted(script)
        self._calls = 0
        self.asked: list[int] = []
        """Numbers of the calls that a server would be asked."""

    async def answer(self, sent: Sent) -> Answer:
        """The recorded or the scripted answer."""
        interaction = self._known.take(sent)
        self._calls += 1
        if interaction is not None:
            return played(interaction)
        self.asked.append(self._calls - 1)
        return await self._script.answer(sent)
