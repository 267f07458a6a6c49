"""`agentbench run` as it records: the plan first, the report of what changed, and what ends it early."""

from pathlib import Path

import pandas as pd
import pytest

from tests.cli.conftest import Command
from tests.harness.standing_in import standing_in

ONE = ("--no-recordings", "--layout", "appended", "--presentation", "eager", "--scenario", "sale-hour")
MODEL = ("--model", "anthropic:claude-sonnet-4-6")


def test_plan_record_and_stop(agentbench: Command, tmp_path: Path) -> None:
    """The plan sends nothing; a recording names each cassette that it creates; a limit ends it with a row and 1."""
    where = ("--cassettes", tmp_path / "c", "-o", tmp_path / "r")
    plan = agentbench("run", *ONE, *MODEL, *where, "--record-mode", "once", "--dry-run")
    assert plan.code == 0, plan.err
    assert "sale-hour" in plan.out and " predicted; nothing was sent" in plan.err
    assert not list(tmp_path.rglob("*"))

    stopped = agentbench(
        "run", *ONE, *MODEL, *where, "--record-mode", "once", "--simulate", "--cost-limit", "0.0001"
    )
    assert stopped.code == 1 and "OverLimit: asked for a call of at most" in stopped.err
    frame = pd.read_parquet(tmp_path / "r" / "frame.parquet")
    (row,) = frame.to_dict("records")
    assert row["kind"] == "unreadable" and row["scenario"] == "sale-hour"
    assert row["reason"].startswith("the cell failed: OverLimit")

    recorded = agentbench("run", *ONE, *MODEL, *where, "--record-mode", "once", "--simulate", "--jobs", "1")
    assert recorded.code == 0, recorded.err
    (cassette,) = (tmp_path / "c").rglob("*.yaml")
    assert f"create {cassette.as_posix()}: " in recorded.err


def test_a_key_in_the_environment_records(
    agentbench: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The command of the README, against a server at the address that Anthropic's own variable names: rows are
    `recorded`, the key is on no tape, and the replay needs neither variable.
    """
    where = ("--cassettes", tmp_path / "c", "-o", tmp_path / "r")
    with standing_in("") as (base, shown):
        monkeypatch.setenv("ANTHROPIC_API_KEY", "key-of-mine")
        monkeypatch.setenv("ANTHROPIC_BASE_URL", base)
        said = agentbench("run", *ONE, *MODEL, *where, "--record-mode", "new_episodes", "--cost-limit", "1")
    assert said.code == 0, said.err
    assert "recorded" in said.out and "simulated" not in said.out and "create" in said.err
    keys = {headers.get("authorization", headers.get("x-api-key")) for headers in shown}
    assert keys <= {"Bearer key-of-mine", "key-of-mine"} and shown
    (cassette,) = (tmp_path / "c").rglob("*.yaml")
    text = cassette.read_text(encoding="utf-8")
    assert "key-of-mine" not in text and "uri: https://api.anthropic.com/v1/messages" in text
    monkeypatch.delenv("ANTHROPIC_API_KEY")
    monkeypatch.delenv("ANTHROPIC_BASE_URL")
    again = agentbench("run", *ONE, *MODEL, *where)
    assert again.code == 0, again.err
    frame = pd.read_parquet(tmp_path / "r" / "frame.parquet")
    assert set(frame["provenance"]) == {"recorded"} and len(frame) == len(shown)


def test_a_cell_that_a_provider_breaks_is_a_row(agentbench: Command, tmp_path: Path) -> None:
    """The bench of faults: one cell is recorded through refusals and lost connections, one fails; the exit code is 1,
    and the other cell's table is printed.
    """
    where = ("--cassettes", tmp_path / "c", "-o", tmp_path / "r")
    said = agentbench(
        "run", "fixtures/benches/faults.yaml", *where, "--record-mode", "once", "--simulate", "--jobs", "1"
    )
    assert said.code == 1
    assert "cell faults/appended/eager/openai-chat-gpt-5.2/sale-hour failed" in said.err and "500" in said.err
    assert "create" in said.err and "claude-sonnet-4-6" in said.out
    frame = pd.read_parquet(tmp_path / "r" / "frame.parquet")
    (failed,) = frame[frame["kind"] == "unreadable"].to_dict("records")
    assert failed["scenario"] == "sale-hour" and "the cell failed" in failed["reason"]
    waited = (frame["first_byte_at"] - frame["sent_at"]).dt.total_seconds().dropna()
    assert 41 in set(waited), "a slow first byte is on the tape, in virtual time"


def test_nothing_to_replay_cannot_be_planned(agentbench: Command, tmp_path: Path) -> None:
    """A replay without cassettes is a plan that fails, and says which cell."""
    plan = agentbench("run", *ONE, *MODEL, "--cassettes", tmp_path, "--dry-run")
    assert plan.code == 1 and "found no such" in plan.out
