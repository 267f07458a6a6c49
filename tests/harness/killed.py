"""Record a cell again and again in processes that are killed at random moments, and then to its end.

Run in a process of its own (`python -m tests.harness.killed FOLDER SEED RECORDINGS`): it has no threads, so that each
child can be a fork of it that starts warm. Prints one JSON line per child: the recording it worked on, how it ended,
the calls that had been answered, those in the journal, those in the cassette (null: there is none), the files found.
"""

import json
import os
import random
import signal
import sys
import time
from pathlib import Path

from agentbench import tape
from agentbench.harness.answer import Live
from agentbench.harness.journal import Journal
from agentbench.harness.matrix import play_cells
from agentbench.harness.render import render
from agentbench.harness.stage import Answer, Sent
from tests.harness.cast import cell

NAME = f"{cell().slug}.yaml"
answer = Live.answer


def fork(folder: Path, *, moving: bool = False) -> int:
    """A child that records there, or goes on recording; its process id.

    Each answer that arrived is noted in a file before anything else learns of it. `moving`: the child kills itself
    where it would move the cassette into its place.
    """
    pid = os.fork()
    if pid:
        return pid

    async def noted(self: Live, sent: Sent) -> Answer:
        found = await answer(self, sent)
        with (folder / "answered").open("a") as file:
            file.write(f"{sent.turn}.{sent.step}\n")
        return found

    Live.answer = noted  # type: ignore[method-assign]
    if moving:
        Path.replace = lambda *_: os.kill(os.getpid(), signal.SIGKILL)  # type: ignore[assignment]
    (played,) = play_cells((cell(),), "once", folder, simulate=True, resume=True)
    os._exit(0 if played.error is None else 1)


def told(folder: Path, pid: int) -> dict[str, object]:
    """How a child ended, and what it left."""
    ended = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
    notes, cassette = folder / "answered", folder / NAME
    return {
        "recording": folder.name,
        "ended": ended,
        "answered": len(set(notes.read_text().split())) if notes.exists() else 0,
        "kept": len(Journal(cassette).finished()),
        "written": len(tape.load(cassette).interactions) if cassette.exists() else None,
        "found": [path.name for path in tape.find([str(folder)]).files],
    }


def strike(folder: Path, pid: int, answers: int, chance: random.Random) -> None:
    """Kill the child up to 30 ms after it has so many answers more."""
    notes = folder / "answered"
    wanted = size(notes) + answers * len("0.0\n")
    while size(notes) < wanted and os.waitid(os.P_PID, pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is None:
        time.sleep(0.001)
    time.sleep(chance.uniform(0, 0.03))
    os.kill(pid, signal.SIGKILL)


def size(path: Path) -> int:
    """Bytes of a file that may not be there."""
    return path.stat().st_size if path.exists() else 0


def main(folder: Path, seed: int, recordings: int) -> None:
    """Each recording is killed twice, if it does not end before, and then goes on to its end."""
    render(cell())  # everything is imported and counted once, here
    chance = random.Random(seed)
    for number in range(recordings):
        there = folder / str(number)
        there.mkdir()
        for answers in (number % 4, chance.randrange(2), None):
            moving = number == answers == 0
            pid = fork(there, moving=moving)
            if answers is not None and not moving:
                strike(there, pid, answers, chance)
            life = told(there, pid)
            print(json.dumps(life), flush=True)
            if life["ended"] == 0:
                break


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]))
