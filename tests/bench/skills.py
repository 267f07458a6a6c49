"""Speed of the skills index, ours and that of Hermes in turns on the same files.

Hermes is run by the Python that `AGENTBENCH_HERMES_PYTHON` names (an environment with hermes-agent 0.19.0).
"""

import json
import os
import subprocess
import sys
from pathlib import Path

Row = tuple[str, float, float | None, float | None]

_SIZES = (100, 1000, 5000)
_ROUNDS = 5
# row of the adapters -> (what it is called, repeats a round)
_ROWS = {
    "skills_cold": ("cold scan", 2),
    "skills_snapshot": ("snapshot, all stamps checked", 4),
    "skills_lru": ("cached, stamps taken", 500),
    "skills_stamps": ("taking the stamps", 4),
}
_OURS_ONLY = frozenset({"skills_stamps"})
_FOLDER = Path(__file__).parent


class Side:
    """One implementation in a process of its own."""

    def __init__(self, python: str, module: str, search: Path) -> None:
        """The adapter `module`, found below `search`."""
        environment = {**os.environ, "PYTHONPATH": str(search), "PYTHONHASHSEED": "0"}
        command = [python, str(_FOLDER / "timed.py"), module]
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment
        )

    def ask(self, row: str, number: int) -> float:
        """CPU milliseconds of this row; 0 for loading."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(f"{row} {number}\n")
        self._process.stdin.flush()
        return float(json.loads(self._process.stdout.readline()) or 0)

    def close(self) -> None:
        """End the process."""
        self._process.communicate()


def rows(sizes: tuple[int, ...] = _SIZES) -> list[Row]:
    """(name, our CPU ms, their CPU ms, how many times faster we are); None where no Hermes is there."""
    ours = Side(sys.executable, "tests.bench.adapter_agentbench", _FOLDER.parents[1])
    python = os.environ.get("AGENTBENCH_HERMES_PYTHON")
    theirs = Side(python, "adapter_hermes", _FOLDER) if python else None
    if theirs is None:
        print(
            "skills: no Hermes to compare with; name its Python in AGENTBENCH_HERMES_PYTHON", file=sys.stderr
        )
    try:
        return [row for size in sizes for row in _rows_of(size, ours, theirs)]
    finally:
        ours.close()
        if theirs is not None:
            theirs.close()


def _rows_of(size: int, ours: Side, theirs: Side | None) -> list[Row]:
    for side in (ours, theirs):
        if side is not None:
            side.ask("load_skills", size)
    result: list[Row] = []
    for row, (title, repeats) in _ROWS.items():
        mine: list[float] = []
        other: list[float] = []
        for _ in range(_ROUNDS):
            mine.append(ours.ask(row, repeats))
            if theirs is not None and row not in _OURS_ONLY:
                other.append(theirs.ask(row, repeats))
        their_ms = min(other) if other else None
        ratio = None if their_ms is None else their_ms / min(mine)
        result.append((f"skills: {title}, {size}", min(mine), their_ms, ratio))
    return result


if __name__ == "__main__":
    for name, our_ms, their_ms, ratio in rows():
        compared = "" if ratio is None else f"  Hermes {their_ms:9.3f} ms  {ratio:5.1f} times"
        print(f"{name:45s} {our_ms:9.3f} ms{compared}")
