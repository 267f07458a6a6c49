"""Run commands in the project's folder, in this process, as the console script does."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from agentbench.cli import call

PROJECT = Path(__file__).resolve().parents[2]


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """What a command left behind."""

    code: int
    out: str
    err: str


Command = Callable[..., Said]


@pytest.fixture
def agentbench(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Command:
    """`agentbench("gate", ...)`, from the project's folder."""
    monkeypatch.chdir(PROJECT)
    monkeypatch.delenv("CI", raising=False)

    def run(*arguments: str | Path) -> Said:
        capsys.readouterr()
        code = call([str(argument) for argument in arguments])
        said = capsys.readouterr()
        return Said(code=code, out=said.out, err=said.err)

    return run
