"""Progress is for people: a bar at a terminal, a line now and then elsewhere, nothing for short work."""

import io
import re
import sys

import pytest

from agentbench.cli import progress
from agentbench.cli.progress import Meter
from agentbench.harness.matrix import Played, play_cells
from tests.harness.cast import CLAUDE, GPT, cell


class Terminal(io.StringIO):
    """A stderr that says it is a terminal."""

    def isatty(self) -> bool:
        """Yes."""
        return True


class Clock:
    """A clock that moves by so many seconds each time it is read."""

    def __init__(self, seconds: float) -> None:
        self._step = seconds
        self._now = 0.0

    def __call__(self) -> float:
        """The time."""
        self._now += self._step
        return self._now


STDERR = pytest.mark.parametrize("kind", [Terminal, io.StringIO], ids=["terminal", "pipe"])


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> tuple[Played, ...]:
    """Two cells that were recorded."""
    cells = (cell(model=CLAUDE), cell(model=GPT))
    return play_cells(cells, "once", tmp_path_factory.mktemp("c"), simulate=True)


def shown(
    stderr: io.StringIO, played: tuple[Played, ...], step_s: float, monkeypatch: pytest.MonkeyPatch
) -> str:
    """What stderr shows of so many cells, each of which takes so many seconds."""
    monkeypatch.setattr(sys, "stderr", stderr)
    meter = Meter("cells", Clock(step_s))
    for _, one in zip(meter.through(range(len(played))), played, strict=True):
        meter.count(one)
    return stderr.getvalue()


@STDERR
def test_nothing_is_shown_for_short_work(kind: type[io.StringIO], monkeypatch: pytest.MonkeyPatch) -> None:
    """Under a second there is nothing to wait for; the things come through in order."""
    stderr = kind()
    monkeypatch.setattr(sys, "stderr", stderr)
    assert list(progress.bar("cells")(range(5))) == [0, 1, 2, 3, 4]
    assert stderr.getvalue() == ""


@pytest.mark.parametrize("plain", [False, True], ids=["colour", "NO_COLOR"])
def test_a_terminal_sees_cells_tokens_cost_and_what_is_left(
    played: tuple[Played, ...], plain: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The bar counts cells, tokens and dollars as they come; NO_COLOR takes the colours and nothing else."""
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "120")
    monkeypatch.delenv("NO_COLOR", raising=False)
    if plain:
        monkeypatch.setenv("NO_COLOR", "1")
    text = shown(Terminal(), played, 2.0, monkeypatch)
    words = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", text)
    assert "cells" in words and "2/2" in words
    assert re.search(r"\d+,\d{3} tokens, \$0\.\d{4}", words)
    assert bool(re.search(r"\x1b\[[0-9;]*3[0-9]", text)) is not plain, "a colour"


def test_a_pipe_gets_a_line_now_and_then(played: tuple[Played, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    """Every quarter of a minute at most, never at the end: how far, tokens, cost, and about how long still."""
    four_minutes = shown(io.StringIO(), played * 12, 10.0, monkeypatch)
    lines = four_minutes.splitlines()
    # a cell takes 10 s, so every second one is past the 15 s; the last of 24 says nothing
    assert len(lines) == 11
    assert re.fullmatch(r"2 of 24 cells, \d+,\d{3} tokens, \$0\.\d{4}, about 220 s left", lines[0])
    assert lines[-1].startswith("22 of 24 cells, ") and lines[-1].endswith("about 20 s left")
    costs = [float(line.split("$")[1].split(",")[0]) for line in lines]
    assert costs == sorted(costs) and costs[-1] == pytest.approx(11 * costs[0], abs=6e-4)
    assert "\x1b" not in four_minutes


def test_what_is_no_cell_is_counted_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Recordings that are read have neither tokens nor cost to show yet."""
    stderr = io.StringIO()
    monkeypatch.setattr(sys, "stderr", stderr)
    list(Meter("recordings", Clock(20.0)).through(range(3)))
    assert stderr.getvalue().splitlines() == [
        "1 of 3 recordings, about 40 s left",
        "2 of 3 recordings, about 20 s left",
    ]
