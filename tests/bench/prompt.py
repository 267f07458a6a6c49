"""Speed of a whole system prompt, ours and that of Hermes in turns, with the same skills.

Hermes is run by the Python that `AGENTBENCH_HERMES_PYTHON` names (an environment with hermes-agent 0.19.0).
"""

import os
import sys
from pathlib import Path

from tests.bench.skills import Row, Side

_SKILLS = 100
_ROUNDS = 5
_REPEATS = 30
_ROWS = {
    "prompt_warm": "warm, our stamps of all files taken",
    "prompt_unchecked": "warm, no file looked at",
}
_FOLDER = Path(__file__).parent


def rows(skills: int = _SKILLS) -> list[Row]:
    """(name, our CPU ms, their CPU ms, how many times faster we are); None where no Hermes is there."""
    ours = Side(sys.executable, "tests.bench.prompt_agentbench", _FOLDER.parents[1])
    python = os.environ.get("AGENTBENCH_HERMES_PYTHON")
    theirs = Side(python, "prompt_hermes", _FOLDER) if python else None
    try:
        for side in (ours, theirs):
            if side is not None:
                side.ask("load_skills", skills)
        return [
            _row(ours, theirs, row, f"whole system prompt, {skills} skills, {how}")
            for row, how in _ROWS.items()
        ]
    finally:
        ours.close()
        if theirs is not None:
            theirs.close()


def _row(ours: Side, theirs: Side | None, row: str, name: str) -> Row:
    mine: list[float] = []
    other: list[float] = []
    for _ in range(_ROUNDS):
        mine.append(ours.ask(row, _REPEATS))
        if theirs is not None:
            other.append(theirs.ask(row, _REPEATS))
    their_ms = min(other, default=None)
    return (name, min(mine), their_ms, None if their_ms is None else their_ms / min(mine))
