"""The smaller doors: build, predict, cost, help."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import PROJECT, Command


def test_build_shows_the_prompt(agentbench: Command) -> None:
    """The system texts as the model reads them."""
    said = agentbench("build", "--layout", "monolith", "--turn", "3")
    assert said.code == 0 and "Vera" in said.out and "# Known state of the world" in said.out


def test_build_shows_the_request_byte_for_byte(agentbench: Command) -> None:
    """The request of a turn is the one on the committed tape."""
    said = agentbench("build", "--scenario", "sale-hour", "--turn", "2", "--show", "request")
    tape = next((PROJECT / "cassettes" / "default" / "appended" / "eager").rglob("*claude*/sale-hour.yaml"))
    rows = agentbench("inspect", tape, "--format", "json")
    sizes = {row["turn"]: row["request_bytes"] for row in reversed(json.loads(rows.out))}
    assert len(said.out.rstrip("\n").encode()) == sizes[2]
    assert json.loads(said.out)["model"] == "claude-sonnet-4-6"


def test_build_accounts_for_blocks(agentbench: Command) -> None:
    """Every block with its segment, tier, bytes and tokens."""
    said = agentbench("build", "--show", "spans")
    for block in ("tool:look_up_order", "identity", "project_file", "world_state"):
        assert block in said.out


def test_build_shows_tools(agentbench: Command) -> None:
    """The tool array in the order in which it is sent."""
    said = agentbench("build", "--show", "tools")
    names = [tool["name"] for tool in json.loads(said.out)]
    assert names == sorted(names) and len(names) == 8


def test_now_moves_the_clock(agentbench: Command) -> None:
    """Virtual time is a parameter; the machine's clock never shows."""
    said = agentbench("build", "--layout", "monolith", "--now", "2030-01-02T03:04:05")
    assert "02 January 2030" in said.out
    assert agentbench("build", "--layout", "monolith").out == agentbench("build", "--layout", "monolith").out


def test_predict_before_anything_is_sent(agentbench: Command) -> None:
    """A bench predicted: the same table, and it says `predicted`."""
    said = agentbench("predict", "fixtures/benches/default.yaml")
    assert said.code == 0 and "provenance predicted" in said.out


def test_predict_against_what_was_reported(agentbench: Command) -> None:
    """On recordings: one row per class of provider, every disagreement in it; a table to read without them."""
    said = agentbench("predict", "cassettes/default/appended/eager", "--format", "json")
    rows = {row["class"]: row for row in json.loads(said.out)}
    assert said.code == 0 and rows["exact"]["n"] == 33 - 3
    assert {row["provenance"] for row in rows.values()} == {"simulated"}
    assert all(len(row["disagreements"]) == sum(row["causes"].values()) for row in rows.values())
    read = agentbench("predict", "cassettes/default/appended/eager").out
    assert "exact share" in read and "disagreements" not in read


@pytest.mark.parametrize("by", ["family", "model", "provider", "layout", "scenario", "conversation", "month"])
def test_cost_by_each_axis(agentbench: Command, by: str) -> None:
    """The cost report groups by what was asked for and adds up to the same total."""
    said = agentbench("cost", "cassettes/default/monolith/eager", "--by", by, "--format", "json")
    rows = json.loads(said.out)
    assert said.code == 0
    each = json.loads(agentbench("inspect", "cassettes/default/monolith/eager", "--format", "json").out)
    assert sum(row["cost_usd"] for row in rows) == pytest.approx(sum(row["cost_usd"] for row in each))


def test_help_needs_no_client_library() -> None:
    """`--help` loads neither pydantic-ai nor pandas: it must stay quick."""
    code = (
        "import sys; from agentbench.cli import call; call(['--help']);"
        "print([m for m in ('pydantic_ai', 'pandas', 'openai', 'matplotlib') if m in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=PROJECT
    )
    assert done.stdout.splitlines()[-1] == "[]"
    for command in (
        "run",
        "build",
        "inspect",
        "predict",
        "diagnose",
        "doctor",
        "cost",
        "compare",
        "gate",
        "select",
    ):
        assert f"  {command} " in done.stdout


def test_the_console_script_exits_with_the_code(tmp_path: Path) -> None:
    """The installed command, as a user types it."""
    script = Path(sys.executable).parent / "agentbench"
    done = subprocess.run([script, "inspect", "missing.yaml"], capture_output=True, text=True, cwd=tmp_path)
    assert done.returncode == 2 and done.stderr.startswith("agentbench: ") and done.stdout == ""


def test_compare_pairs_two_layouts(agentbench: Command, tmp_path: Path) -> None:
    """A run's frame: one row per arm and measure as a table, one per cell with --pairs."""
    frame = tmp_path / "frame.parquet"
    assert agentbench("inspect", "cassettes/default", "-o", frame).code == 0
    sides = ("--baseline", "monolith", "--candidate", "appended")
    said = agentbench("compare", frame, *sides)
    assert said.code == 0 and "hit_share" in said.out and "appended against monolith" in said.out
    rows = json.loads(agentbench("compare", frame, *sides, "--pairs", "--format", "json").out)
    assert {row["scenario"] for row in rows} == {"sale-hour", "storm-night", "van-morning"}
    said = agentbench("compare", frame, "--baseline", "monolit", "--candidate", "appended")
    assert said.code == 2 and "did you mean 'monolith'?" in said.err


@pytest.mark.parametrize("suffix", ["html", "md", "csv", "parquet"])
def test_cost_goes_into_a_file_of_any_kind(agentbench: Command, tmp_path: Path, suffix: str) -> None:
    """The suffix tells the format; the remark goes to stderr."""
    said = agentbench("cost", "cassettes/default/appended/eager", "-o", tmp_path / f"cost.{suffix}")
    assert said.code == 0 and said.out == "" and "wrote " in said.err
    assert (tmp_path / f"cost.{suffix}").stat().st_size > 200


def test_cost_of_a_period(agentbench: Command) -> None:
    """Dates narrow the traffic; a period without traffic is an empty report, not an error."""
    command = ("cost", "cassettes/default/appended/eager", "--format", "json")
    whole = json.loads(agentbench(*command).out)
    assert json.loads(agentbench(*command, "--since", "2026-01-01").out) == whole
    assert json.loads(agentbench(*command, "--until", "2026-01-01").out) == []


def test_build_shows_decisions(agentbench: Command) -> None:
    """Every hidden skill with all its unmet conditions, every removed tool with gate and reason; remarks on stderr."""
    said = agentbench("build", "--show", "decisions", "--deny", "terminal")
    assert said.code == 0
    lines = [line.split() for line in said.out.splitlines()]
    hidden = [line for line in lines if line[1:3] == ["code/macos-notarise", "hidden"]]
    assert {line[3] for line in hidden} == {"requires_tools", "platforms"}
    assert ["tool", "run_command", "removed", "denied"] in [line[:4] for line in lines]
    assert "which does not exist" in said.err


def test_build_gates_only_where_asked(agentbench: Command) -> None:
    """A capability that is lacking takes its tools; a tier or a tag that nothing bears takes none."""
    command = ("build", "--show", "tools")
    names = {tool["name"] for tool in json.loads(agentbench(*command).out)}
    for option in (("--provider-tier", "0"), ("--block-tag", "x"), ("--lacking", "nothing")):
        assert {tool["name"] for tool in json.loads(agentbench(*command, *option).out)} == names
    fewer = json.loads(agentbench(*command, "--deny", "calendar").out)
    assert names - {tool["name"] for tool in fewer} == {"calendar"}
