"""`agentbench inspect` on other people's recordings."""

import json
from collections import Counter
from pathlib import Path

import pytest

from tests.cli.conftest import PROJECT, Command
from tests.shared_data import shared

TAPE = PROJECT / "cassettes/default/appended/eager/anthropic-claude-sonnet-4-6/sale-hour.yaml"


def test_one_row_per_interaction_of_the_corpus(agentbench: Command, tmp_path: Path) -> None:
    """Every interaction that the truth file lists is a row; what cannot be read says why; licences give no row."""
    corpus = shared("data/corpus")
    expected = Counter(
        (row["file"], row["index"])
        for row in map(json.loads, (corpus / "expected.jsonl").read_text("utf-8").splitlines())
    )
    said = agentbench("inspect", corpus, "--format", "json", "-o", tmp_path / "rows.json")
    assert said.code == 0
    rows = json.loads((tmp_path / "rows.json").read_text("utf-8"))
    found = Counter((Path(row["cassette"]).relative_to(corpus).as_posix(), row["index"]) for row in rows)
    assert found == expected
    assert all(row["reason"] for row in rows if row["kind"] in ("unreadable", "set_aside"))
    assert "files that are no recording" in said.err


@pytest.mark.parametrize("format", ["table", "markdown", "json", "jsonl", "csv", "html"])
def test_every_format_goes_to_stdout(agentbench: Command, format: str) -> None:
    """Data on stdout, remarks on stderr."""
    said = agentbench("inspect", TAPE, "--format", format)
    assert said.code == 0
    assert "12 interactions: 12 model_call" in said.err
    if format == "json":
        rows = json.loads(said.out)
        assert len(rows) == 12 and rows[0]["provenance"] == "simulated" and rows[0]["cost_usd"] > 0
    assert said.out


def test_parquet_needs_a_file(agentbench: Command) -> None:
    """Binary data never floods a terminal."""
    said = agentbench("inspect", TAPE, "--format", "parquet")
    assert said.code == 2 and "name a file with -o" in said.err


def test_a_bad_interaction_never_hides_the_good_ones(agentbench: Command, tmp_path: Path) -> None:
    """One readable row is enough for exit code 0; --strict turns the unreadable one into 3."""
    text = TAPE.read_text(encoding="utf-8")
    assert text.count("- request:") == 12
    (tmp_path / "half.yaml").write_text(text.replace("- request:", "- 7\n- request:", 1), encoding="utf-8")
    said = agentbench("inspect", tmp_path / "half.yaml", "--format", "csv")
    assert said.code == 0 and "12 model_call, 1 unreadable" in said.err
    assert agentbench("inspect", tmp_path / "half.yaml", "--strict", "--format", "csv").code == 3
