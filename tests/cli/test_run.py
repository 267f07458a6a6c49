"""`agentbench run` on the committed cassettes, as a newcomer types it."""

import json
import re
from pathlib import Path

import pandas as pd
import pytest

from agentbench.builder import load_bench
from agentbench.tape import read
from tests.cli.conftest import PROJECT, Command


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("report")


def arms(out: str) -> list[str]:
    """The lines of the summary that are arms."""
    models = ("claude-sonnet-4-6", "gpt-5.2", "gemini-3.5-flash")
    return [
        line for line in out.splitlines() if any(model in line for model in models) and line.count("$") == 3
    ]


def test_run_prints_the_arms_and_writes_the_page(agentbench: Command, report: Path) -> None:
    """Per layout and model: hit share, cost with and without cache, stale turns, where the prefix breaks."""
    said = agentbench("run", "--no-recordings", "-o", report)
    assert said.code == 0, said.err
    assert said.out.splitlines()[-1] == (report / "index.html").as_posix()
    assert said.out.startswith("Use appended: it costs ")
    assert "provenance simulated" in said.out
    rows = arms(said.out)
    assert len(rows) == 4 * 2 * 3
    for line in rows:
        shares, money = re.findall(r"\d+\.\d%", line), re.findall(r"\$\d+\.\d+", line)
        assert len(shares) == 1 and len(money) == 3
        assert (" 0 of " in line) is bool(re.search("bridge +(appended|tiered)", line))
    summary = json.loads((report / "summary.json").read_text(encoding="utf-8"))
    assert summary["schema_version"] == 1
    frame = pd.read_parquet(report / "frame.parquet")
    assert set(frame["provenance"]) == {"simulated"}
    assert (report / "report.md").read_text(encoding="utf-8")


def test_the_page_stands_alone(agentbench: Command, report: Path) -> None:
    """One file, nothing fetched from anywhere; its first line counts exchanges by provenance."""
    page = (report / "index.html").read_text(encoding="utf-8")
    assert not re.findall(r"""(?:src|href)\s*=\s*["'](?!data:|\#)[^"']*""", page)
    assert "0 recorded, 900 simulated and 0 predicted exchanges" in re.sub(r"\s+", " ", page)


def test_filters_narrow_the_bench(agentbench: Command, tmp_path: Path) -> None:
    """Repeatable filters keep the named arms."""
    said = agentbench(
        "run", "--no-recordings", "--layout", "appended", "--scenario", "sale-hour", "-o", tmp_path
    )
    assert said.code == 0
    assert len(arms(said.out)) == 2 * 3
    assert "monolith" not in said.out


def test_a_failed_cell_is_named_and_the_run_goes_on(agentbench: Command, tmp_path: Path) -> None:
    """Without cassettes every cell fails, says why, and the exit code is 1."""
    said = agentbench("run", "--no-recordings", "--cassettes", tmp_path, "-o", tmp_path / "r")
    assert said.code == 1
    assert said.err.count("found no such cassette") == 72


def test_every_event_reaches_the_model_in_the_next_request() -> None:
    """In the appended layout each event's text stands in the first request of its own turn, on the recorded wire."""
    for cell in load_bench(PROJECT / "fixtures" / "benches" / "default.yaml").cells:
        if cell.layout.name != "appended":
            continue
        bodies = {
            exchange.origin.turn: exchange.request.body.decode()
            for exchange in reversed(read(PROJECT / "cassettes" / f"{cell.slug}.yaml"))
            if exchange.origin and exchange.request
        }
        texts = [
            (number, text)
            for number, turn in enumerate(cell.cast.scenario.turns)
            for event in turn.events
            for text in (event.text, *event.set.values())
            if text
        ]
        assert len(texts) >= 5
        for number, text in texts:
            assert json.dumps(text, ensure_ascii=False)[1:-1] in bodies[number], (cell.slug, number, text)


def test_monolith_breaks_in_volatile_blocks_and_appended_nowhere(agentbench: Command, report: Path) -> None:
    """Behind a bridge: the break is named by block and byte; the appended layout has none, and no stale turn."""
    frame = pd.read_parquet(report / "frame.parquet")
    frame = frame[frame["presentation"] == "bridge"]
    appended = frame[frame["layout"] == "appended"]
    assert appended["first_change"].isna().all() and (appended["stale_turns"] == 0).all()
    broken = frame[(frame["layout"] == "monolith") & frame["first_change"].notna()]
    assert set(broken["first_change_block"]) == {"memory", "world_state", "new_skills"}
    assert set(broken["first_change_tier"]) == {"volatile"}
    assert broken["first_change_byte"].gt(0).all()
