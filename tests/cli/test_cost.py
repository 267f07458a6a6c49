"""`agentbench cost` as a user types it, and a recording on standard input."""

import io
import json
from pathlib import Path

import pandas as pd
import pytest

from tests.cli.conftest import PROJECT, Command

TAPES = "cassettes/default/monolith/eager"


def test_several_groupings_nest(agentbench: Command) -> None:
    """Repeated or with commas; the first line is the answer, the totals of each level stand above its groups."""
    said = agentbench("cost", TAPES, "--by", "family,model", "--by", "scenario")
    assert said.code == 0
    assert "simulated calls cost $" in said.out.splitlines()[0]
    assert "all simulated" in said.out and "misses wasted $" in said.out
    rows = json.loads(agentbench("cost", TAPES, "--by", "family,model,scenario", "--format", "json").out)
    assert {row["provenance"] for row in rows} == {"simulated"}
    assert len({(row["model"], row["scenario"]) for row in rows}) == len(rows)


def test_data_formats_hold_each_call_once(agentbench: Command, tmp_path: Path) -> None:
    """The sum over a CSV's rows is the bill: totals are for people, not for pivot tables."""
    assert agentbench("cost", TAPES, "--by", "layout,model", "-o", tmp_path / "cost.csv").code == 0
    each = json.loads(agentbench("inspect", TAPES, "--format", "json").out)
    assert pd.read_csv(tmp_path / "cost.csv")["exchanges"].sum() == len(each)


def test_the_page_is_one_file_without_a_script(agentbench: Command, tmp_path: Path) -> None:
    """It opens from an e-mail's attachment, with the figure inside."""
    assert agentbench("cost", TAPES, "-o", tmp_path / "cost.html").code == 0
    text = (tmp_path / "cost.html").read_text("utf-8")
    assert text.startswith("<!doctype html>") and "<svg" in text and "<script" not in text


def test_as_another_model(agentbench: Command) -> None:
    """All predicted; a model that nobody knows is one line and 2."""
    said = agentbench("cost", TAPES, "--as", "openai-chat:gpt-5.2")
    assert said.code == 0 and "predicted calls as openai-chat:gpt-5.2 cost $" in said.out
    said = agentbench("cost", TAPES, "--as", "qwen3-coder")
    assert (said.code, said.err.count("\n")) == (2, 1) and "found no cache rule" in said.err
    said = agentbench("cost", TAPES, "--by", "famly")
    assert said.code == 2 and "did you mean 'family'?" in said.err


def test_a_recording_on_standard_input(agentbench: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    """`-` is read as a file would be, by every command that reads recordings; nothing on it is nothing readable."""
    path = next((PROJECT / TAPES).rglob("sale-hour.yaml"))

    def piped(content: bytes) -> None:
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(content)))

    piped(path.read_bytes())
    rows = json.loads(agentbench("inspect", "-", "--format", "json").out)
    named = json.loads(agentbench("inspect", path, "--format", "json").out)
    assert {row["cassette"] for row in rows} == {"-"}
    assert [row["input_tokens"] for row in rows] == [row["input_tokens"] for row in named]
    piped(path.read_bytes())
    assert agentbench("cost", "-", "--format", "csv").out.count("\n") == 2
    piped(b"")
    said = agentbench("inspect", "-")
    assert said.code == 2 and "nothing readable" in said.err
