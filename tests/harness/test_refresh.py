"""What a recording did to a cassette: create, fix, update or trim, with the first difference."""

import dataclasses
import re
from pathlib import Path

import pytest

from agentbench import tape
from agentbench.builder import Cell, Step
from agentbench.errors import NotAccepted
from agentbench.harness.cells import RecordMode
from agentbench.harness.journal import Journal
from agentbench.harness.matrix import Played, play_cells
from tests.harness.cast import SCENARIO, cell

PATH = f"{cell().slug}.yaml"


def changed(**turn: object) -> Cell:
    """The session with its last turn changed."""
    last = dataclasses.replace(SCENARIO.turns[-1], **turn)  # type: ignore[arg-type]
    return with_turns(*SCENARIO.turns[:-1], last)


def with_turns(*turns: object) -> Cell:
    """The session with other turns."""
    scenario = dataclasses.replace(SCENARIO, turns=turns)  # type: ignore[arg-type]
    return dataclasses.replace(cell(), cast=dataclasses.replace(cell().cast, scenario=scenario))


def recorded(of: Cell, folder: Path, mode: RecordMode = "rewrite", **options: bool) -> Played:
    """The cell, recorded from its simulated provider."""
    (played,) = play_cells((of,), mode, folder, simulate=True, **options)  # type: ignore[arg-type]
    return played


SHORTER = with_turns(SCENARIO.turns[0])
LONGER = with_turns(*SCENARIO.turns, dataclasses.replace(SCENARIO.turns[-1], user="And then?", events=()))
ANSWERED = changed(steps=(Step(say="No, closed."),))
LATER = changed(after_seconds=170)
REWORDED = changed(user="And today?")


@pytest.mark.parametrize(
    ("of", "mode", "kind", "says"),
    [
        pytest.param(LONGER, "rewrite", "create", "1 requests more, from turn 2 step 0", id="turn-added"),
        pytest.param(LONGER, "new_episodes", "create", "1 requests more", id="turn-added-new-episodes"),
        pytest.param(
            SHORTER,
            "rewrite",
            "trim",
            "1 of 3 requests are asked no more, the first at turn 1 step 0",
            id="turn-gone",
        ),
        pytest.param(
            ANSWERED,
            "rewrite",
            "update",
            r"1 of 3 answers changed; turn 1 step 0 byte \d+: '.*No\..*' became '.*No, closed\..*'",
            id="other-words",
        ),
        pytest.param(LATER, "all", "update", r"turn 1 step 0 is sent at 2026-03-04T00:00:50", id="later"),
        pytest.param(
            REWORDED,
            "rewrite",
            "fix",
            r"1 of 3 requests changed; turn 1 step 0: .* nearest recorded one is number 2, first different at"
            r" messages\[\d+\].*And now\?.* became .*And today\?",
            id="reworded",
        ),
        pytest.param(REWORDED, "new_episodes", "fix", "1 of 3 requests changed", id="reworded-new-episodes"),
    ],
)
def test_what_a_recording_did(tmp_path: Path, of: Cell, mode: RecordMode, kind: str, says: str) -> None:
    """Each kind of change is named, with its place and both sides."""
    assert recorded(cell(), tmp_path).change is not None
    found = recorded(of, tmp_path, mode, accept=True).change
    assert found is not None and found.kind == kind and re.search(says, found.difference), found
    assert found.text.startswith(f"{kind} {(tmp_path / PATH).as_posix()}: ")


def test_the_same_again_is_no_change(tmp_path: Path) -> None:
    """A new recording with the same requests and answers reports nothing."""
    first = recorded(cell(), tmp_path).change
    assert first is not None and (first.kind, first.difference) == ("create", "3 requests")
    assert recorded(cell(), tmp_path).change is None


def test_a_header_from_another_version_is_an_update(tmp_path: Path) -> None:
    """Requests and answers are the same, the header names other versions."""
    recorded(cell(), tmp_path)
    old = tape.load(tmp_path / PATH)
    assert old.header is not None
    older = dataclasses.replace(old.header, versions={"pydantic-ai": "1.0"})
    tape.write(tmp_path / PATH, dataclasses.replace(old, header=older))
    found = recorded(cell(), tmp_path).change
    assert found is not None and (found.kind, found.difference[:16]) == ("update", "its header alone")


@pytest.mark.parametrize("mode", ["rewrite", "new_episodes", "all"])
def test_a_fix_is_not_written_until_it_is_accepted(tmp_path: Path, mode: RecordMode) -> None:
    """The cassette keeps its bytes and the cell fails; accepted, what was asked is not asked again."""
    recorded(cell(), tmp_path)
    before = (tmp_path / PATH).read_bytes()
    refused = recorded(REWORDED, tmp_path, mode)
    assert refused.error is not None and refused.error.startswith(f"{NotAccepted.__name__}: fix ")
    assert "add --accept" in refused.error and refused.change is None
    assert (tmp_path / PATH).read_bytes() == before
    asked = Journal(tmp_path / PATH).finished()
    assert len(asked) == (1 if mode == "new_episodes" else 3)
    accepted = recorded(REWORDED, tmp_path, mode, accept=True, resume=True)
    assert accepted.error is None and accepted.change is not None and accepted.change.kind == "fix"
    assert not Journal(tmp_path / PATH).path.exists()


def test_a_broken_cassette_can_be_recorded_anew(tmp_path: Path) -> None:
    """`rewrite` asks nothing of the file that it replaces."""
    recorded(cell(), tmp_path)
    (tmp_path / PATH).write_text("interactions:\n- request: [", encoding="utf-8")
    again = recorded(cell(), tmp_path)
    assert again.error is None and again.change is not None and again.change.kind == "create"
