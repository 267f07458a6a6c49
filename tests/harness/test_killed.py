"""A recording that is killed at any moment: nothing half-written, at most the call in flight lost."""

import json
import subprocess
import sys
from itertools import groupby
from pathlib import Path

from agentbench.harness.matrix import play_cells
from tests.harness.cast import cell

NAME = Path(f"{cell().slug}.yaml")
CALLS, RECORDINGS = 3, 4


def test_kill_and_resume_until_it_is_done(tmp_path: Path) -> None:
    """`kill -9` of real processes, again and again: the journal loses no call that had been answered, but for one
    that was in flight; the cassette is there whole or not at all, and each time it is the uninterrupted one.
    """
    folder = tmp_path / "killed"
    folder.mkdir()
    told = subprocess.run(
        [sys.executable, "-m", "tests.harness.killed", str(folder), "20261130", str(RECORDINGS)],
        check=True,
        capture_output=True,
        text=True,
    ).stdout
    lives = [json.loads(line) for line in told.splitlines()]
    killed = [life for life in lives if life["ended"] == -9]
    assert len(killed) > RECORDINGS and all(life["ended"] in (0, -9) for life in lives)
    assert any(0 < life["kept"] < CALLS for life in killed), "some were killed in the middle"
    play_cells((cell(),), "once", tmp_path / "whole", simulate=True)
    for recording, attempts in groupby(lives, lambda life: life["recording"]):
        kept = 0
        for life in attempts:
            assert life["written"] in (None, CALLS)
            assert life["found"] == ([NAME.name] if life["written"] else [])
            if life["written"] is None:
                assert kept <= life["kept"] <= CALLS
                assert life["answered"] - life["kept"] <= 1, "at most the call in flight"
                kept = life["kept"]
        assert life["ended"] == 0
        place = folder / recording
        assert (place / NAME).read_bytes() == (tmp_path / "whole" / NAME).read_bytes()
        left = {path.name for path in place.rglob("*") if path.is_file()}
        assert left == {NAME.name, "answered"}, "journal and torn files are gone"
