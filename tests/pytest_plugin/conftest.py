"""A foreign project to run the plugin in; its tests are not ours."""

import shutil
from pathlib import Path

import pytest

collect_ignore = ["project"]
PROJECT = Path(__file__).parent / "project"


@pytest.fixture
def project(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> pytest.Pytester:
    """A copy of the project, outside of CI."""
    for name in ("CI", "GITHUB_ACTIONS"):
        monkeypatch.delenv(name, raising=False)
    shutil.copytree(PROJECT, pytester.path, dirs_exist_ok=True)
    pytester.makeini(
        "[pytest]\naddopts = --block-network --strict-markers --strict-config -p no:cacheprovider\n"
    )
    return pytester


def edit(project: pytest.Pytester, name: str, old: str, new: str) -> None:
    """Replace a text that must be there."""
    path = project.path / name
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")


def section(result: pytest.RunResult) -> list[str]:
    """The lines of the section that the plugin adds."""
    lines = result.outlines
    start = next(at for at, line in enumerate(lines) if "= agentbench =" in line)
    rest = lines[start + 1 :]
    end = next((at for at, line in enumerate(rest) if line.startswith("===") or " passed" in line), len(rest))
    return [line for line in rest[:end] if line]
