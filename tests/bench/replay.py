"""What replaying costs beyond the client itself: a session from its cassette beside the same session, in which a
transport hands out the same answers without looking at what is asked. CPU time, the least of the repeats.
"""

import asyncio
import tempfile
from collections.abc import Iterable
from pathlib import Path

from agentbench import tape
from agentbench.builder import Cell, load_bench
from agentbench.harness.answer import Replay
from agentbench.harness.answer.replay import played
from agentbench.harness.cells import take
from agentbench.harness.matrix import play_cells
from agentbench.harness.play import play
from agentbench.harness.stage import Answer, Sent, Stage
from tests.bench.timed import least_cpu_ms

_BENCH = Path(__file__).resolve().parents[2] / "fixtures/benches/default.yaml"
_ROUNDS = 5


class _Handed:
    """Gives the next answer, whatever is asked."""

    def __init__(self, answers: Iterable[Answer]) -> None:
        self._answers = iter(answers)

    async def answer(self, sent: Sent) -> Answer:
        return next(self._answers)


def rows() -> list[tuple[str, float, float, float]]:
    """(name, our CPU ms, the bare client's CPU ms, its time as a share of ours)."""
    cell = next(each for each in load_bench(_BENCH).cells if each.layout.name == "appended")
    with tempfile.TemporaryDirectory() as folder:
        (recorded,) = play_cells((cell,), "once", Path(folder), simulate=True)
        assert recorded.error is None, recorded.error
        return _rows(cell, Path(folder), len(recorded.exchanges))


def _rows(cell: Cell, folder: Path, calls: int) -> list[tuple[str, float, float, float]]:
    tapes = tape.load(folder / f"{cell.slug}.yaml").interactions
    answers = [played(each) for each in tapes]
    bare = least_cpu_ms(lambda: asyncio.run(play(cell, Stage(_Handed(answers)))), _ROUNDS)
    matched = least_cpu_ms(lambda: asyncio.run(play(cell, Stage(Replay(tapes, "bench")))), _ROUNDS)
    whole = least_cpu_ms(lambda: asyncio.run(take(cell, "none", folder, None)), _ROUNDS)
    return [
        (f"{calls} calls matched with their tape, beside the bare client", matched, bare, bare / matched),
        (f"{calls} calls from cassette to exchanges, beside the bare client", whole, bare, bare / whole),
    ]
