"""The gate on the default bench: no cassette, no key, nothing sent."""

import shutil
from pathlib import Path

import pytest

from tests.cli.conftest import PROJECT, Command

BASELINE = "reports/baselines/default.json"


@pytest.fixture
def fixtures(tmp_path: Path) -> Path:
    """A copy of the fixtures that a test may edit."""
    return Path(shutil.copytree(PROJECT / "fixtures", tmp_path / "fixtures"))


def edit(path: Path, old: str, new: str) -> None:
    """Replace a text that must be there."""
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")


def test_unchanged_passes(agentbench: Command) -> None:
    """The committed baseline is what the bench gives today."""
    said = agentbench("gate", "fixtures/benches/default.yaml", "--baseline", BASELINE)
    assert (said.code, said.out.splitlines()[0]) == (0, "pass: 4 arm(s) no worse than the baseline")


def test_a_clock_of_seconds_in_the_stable_tier_is_worse(agentbench: Command) -> None:
    """The gate fails and names the block, the segment and the byte."""
    said = agentbench("gate", "tests/cli/benches/stable_clock.yaml", "--baseline", BASELINE)
    assert said.code == 1
    reasons = [line for line in said.out.splitlines() if "appended" in line and "worse" in line]
    assert reasons and all("clock @ " in line and " byte " in line for line in reasons)
    assert not [line for line in said.out.splitlines() if "worse: monolith" in line]


def test_a_harmless_wording_edit_passes_and_names_its_price(agentbench: Command, fixtures: Path) -> None:
    """The stable prefix changed once for all requests: one cold write, with its tokens and its price."""
    edit(fixtures / "profiles" / "assistant.yaml", "You are Vera", "Your name is Vera")
    said = agentbench("gate", fixtures / "benches" / "default.yaml", "--baseline", BASELINE)
    assert said.code == 0
    notes = [line for line in said.out.splitlines() if "one cold write of" in line]
    assert len(notes) == 4 and all("$0.0" in line for line in notes)


def test_a_missing_baseline_is_bad_usage(agentbench: Command) -> None:
    """Exit code 2 and one line that says what to do."""
    said = agentbench("gate", "--baseline", "reports/baselines/none.json")
    assert said.code == 2
    assert said.err.count("\n") == 1 and "no such file; write it with --update" in said.err


def test_an_arm_that_the_baseline_lacks_cannot_be_told(agentbench: Command, fixtures: Path) -> None:
    """A new arm has nothing to be compared with: exit code 3."""
    edit(
        fixtures / "benches" / "default.yaml",
        '"openai-chat:gpt-5.2"',
        '"openai-chat:gpt-5.2", "openai-chat:gpt-5.1"',
    )
    said = agentbench("gate", fixtures / "benches" / "default.yaml", "--baseline", BASELINE)
    assert said.code == 3
    assert "openai-chat:gpt-5.1" in said.out and "not in the baseline" in said.out


def test_an_arm_that_disappeared_is_never_a_pass(agentbench: Command, fixtures: Path) -> None:
    """Coverage is part of the verdict."""
    edit(fixtures / "benches" / "default.yaml", "[monolith, appended]", "[appended]")
    said = agentbench("gate", fixtures / "benches" / "default.yaml", "--baseline", BASELINE)
    assert said.code == 3 and "gone now" in said.out


def test_update_shows_what_it_accepts_and_is_refused_in_ci(
    agentbench: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A person accepts a baseline; continuous integration does not."""
    path = tmp_path / "baseline.json"
    path.write_bytes((PROJECT / BASELINE).read_bytes())
    said = agentbench("gate", "tests/cli/benches/stable_clock.yaml", "--baseline", path, "--update")
    assert said.code == 0 and "clock @ " in said.out
    assert agentbench("gate", "tests/cli/benches/stable_clock.yaml", "--baseline", path).code == 0
    monkeypatch.setenv("CI", "true")
    said = agentbench("gate", "--baseline", path, "--update")
    assert said.code == 2 and "found CI set" in said.err
