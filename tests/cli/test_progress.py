"""Progress bars are for people at a terminal."""

import io
import sys

import pytest

from agentbench.cli import progress


class Terminal(io.StringIO):
    """A stderr that says it is a terminal."""

    def isatty(self) -> bool:
        """Yes."""
        return True


STDERR = pytest.mark.parametrize("kind", [Terminal, io.StringIO], ids=["terminal", "pipe"])


@STDERR
def test_nothing_is_shown_for_short_work(kind: type[io.StringIO], monkeypatch: pytest.MonkeyPatch) -> None:
    """Under a second there is nothing to wait for; the things come through in order."""
    stderr = kind()
    monkeypatch.setattr(sys, "stderr", stderr)
    assert list(progress.bar("cells")(range(5))) == [0, 1, 2, 3, 4]
    assert stderr.getvalue() == ""


@STDERR
def test_long_work_shows_a_bar_at_a_terminal_alone(
    kind: type[io.StringIO], monkeypatch: pytest.MonkeyPatch
) -> None:
    """What takes longer than the patience shows a bar with its label; a pipe never sees one."""
    stderr = kind()
    monkeypatch.setattr(sys, "stderr", stderr)
    monkeypatch.setattr(progress, "PATIENCE_S", -1.0)
    monkeypatch.setenv("TERM", "xterm")
    assert list(progress.bar("cells")(iter("abc"))) == ["a", "b", "c"]
    assert ("cells" in stderr.getvalue()) is stderr.isatty()
