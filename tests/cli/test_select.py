"""`agentbench select` on a small labelled catalogue."""

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Command

TOOLS = {
    "get_weather": "Weather forecast for a city",
    "send_mail": "Send an e-mail to somebody",
    "find_flights": "Search flights between two airports",
    "play_music": "Play a song or an album",
    "convert_currency": "Convert an amount of money to another currency",
    "set_alarm": "Set an alarm clock for a time of day",
}
QUERIES = {
    "what will the weather be in Oslo": "get_weather",
    "write an e-mail to Anna": "send_mail",
    "is there a flight from Rome to Athens": "find_flights",
    "how much is 20 euros in another currency": "convert_currency",
}


@pytest.fixture
def dataset(tmp_path: Path) -> Path:
    """A folder with a catalogue, queries, and a catalogue of distractors beside it."""
    folder = tmp_path / "small"
    folder.mkdir()
    (tmp_path / "more").mkdir()
    empty = {"type": "object", "properties": {}}

    def line(name: str, text: str) -> str:
        return json.dumps({"name": name, "description": text, "parameters": empty, "source": "s"})

    (folder / "tools.jsonl").write_text("\n".join(line(*item) for item in TOOLS.items()))
    (tmp_path / "more" / "tools.jsonl").write_text(
        "\n".join(line(f"other_{number}", f"Turn number {number} into a word") for number in range(20))
    )
    (folder / "queries.jsonl").write_text(
        "\n".join(json.dumps({"id": q, "query": q, "gold": [gold]}) for q, gold in QUERIES.items())
    )
    return folder


def test_one_row_a_ranker_default_first(agentbench: Command, dataset: Path) -> None:
    """As JSON: recall at 1, 3, 5, 10, intervals, and paired differences to the default."""
    said = agentbench("select", dataset, "--format", "json")
    rows = json.loads(said.out)
    assert said.code == 0 and rows[0]["ranker"] == "default"
    assert {row["ranker"] for row in rows} == {"default", "okapi", "hermes", "keywords"}
    for row in rows:
        assert row["queries"] == 4 and row["tools"] == 6
        assert row["recall_at_5_low"] <= row["recall_at_5"] <= row["recall_at_5_high"]
        ahead = rows[0]["recall_at_5"] - row["recall_at_5"]
        assert row["recall_at_5_difference"] in (None, pytest.approx(ahead))
    assert rows[0]["recall_at_1"] == 1.0


def test_the_table_shows_intervals_and_differences(agentbench: Command, dataset: Path) -> None:
    """Only the named ranker beside the default; each share with its interval."""
    said = agentbench("select", dataset, "--ranker", "okapi")
    assert said.code == 0 and "hermes" not in said.out
    line = next(line for line in said.out.splitlines() if " okapi " in line)
    assert line.count("[") >= 4 and "default ahead by" in said.out


def test_distractors_are_added(agentbench: Command, dataset: Path) -> None:
    """The catalogue grows by as many; more than there are is bad input."""
    said = agentbench("select", dataset, "--ranker", "okapi", "--distractors", 10, "--format", "json")
    assert {row["tools"] for row in json.loads(said.out)} == {16}
    said = agentbench("select", dataset, "--distractors", 999)
    assert said.code == 2 and "found 20 tools" in said.err


def test_an_unknown_ranker_is_named(agentbench: Command, dataset: Path) -> None:
    """The nearest one is offered."""
    said = agentbench("select", dataset, "--ranker", "okpi")
    assert said.code == 2 and "did you mean 'okapi'?" in said.err


def test_the_other_tables(agentbench: Command, dataset: Path) -> None:
    """By tool and source, what was taken in its place, and the curve; an empty one says why."""
    command = ("select", dataset, "--ranker", "okapi", "--format", "json", "--show")
    tools = json.loads(agentbench(*command, "tools").out)
    assert {row["tool"] for row in tools} == set(QUERIES.values())
    assert json.loads(agentbench(*command, "sources").out)[0]["source"] == "mcp-s"
    curve = json.loads(agentbench(*command, "curve", "--distractors", 8).out)
    assert {row["tools"] for row in curve} == {6, 7, 8, 10, 14}
    said = agentbench(*command, "curve")
    assert json.loads(said.out) == [] and "needs --distractors" in said.err
