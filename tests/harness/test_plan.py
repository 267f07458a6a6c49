"""What a run would ask and cost, with nothing sent and nothing written."""

import dataclasses
from pathlib import Path

import pytest

from agentbench import frame, measure
from agentbench.builder import Cell
from agentbench.builder.fault import Fault
from agentbench.harness.answer import Patience
from agentbench.harness.cells import RecordMode
from agentbench.harness.matrix import play_cells
from agentbench.harness.plan import plan_cells
from agentbench.tape import Exchange
from tests.harness.cast import CLAUDE, GPT, SCENARIO, cell


def longer(of: Cell) -> Cell:
    """The session with one turn more."""
    more = dataclasses.replace(SCENARIO.turns[-1], user="And then?", events=())
    scenario = dataclasses.replace(SCENARIO, turns=(*SCENARIO.turns, more))
    return dataclasses.replace(of, cast=dataclasses.replace(of.cast, scenario=scenario))


def files(folder: Path) -> dict[Path, bytes]:
    """Every file with its bytes."""
    return {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.mark.parametrize(
    ("mode", "recorded", "replayed", "asked"),
    [
        pytest.param("none", True, 3, 0, id="replay"),
        pytest.param("once", True, 3, 0, id="once-with-a-cassette"),
        pytest.param("once", False, 0, 4, id="once-without"),
        pytest.param("new_episodes", True, 3, 1, id="new-episodes"),
        pytest.param("rewrite", True, 0, 4, id="rewrite"),
        pytest.param("all", True, 0, 4, id="all"),
    ],
)
def test_what_each_mode_would_ask(
    tmp_path: Path, mode: RecordMode, recorded: bool, replayed: int, asked: int
) -> None:
    """Calls that the tape answers are told apart from those that a server would be asked."""
    if recorded:
        play_cells((cell(),), "once", tmp_path, simulate=True)
    before = files(tmp_path)
    (plan,) = plan_cells((longer(cell()),), mode, tmp_path)
    assert plan.error is None and (plan.replayed, len(plan.asked)) == (replayed, asked)
    assert files(tmp_path) == before


def test_without_a_cassette_a_replay_cannot_be_planned(tmp_path: Path) -> None:
    """The plan says so, per cell."""
    (plan,) = plan_cells((cell(),), "none", tmp_path)
    assert plan.error is not None and "found no such cassette" in plan.error


def test_an_interrupted_recording_is_planned_to_its_end(tmp_path: Path) -> None:
    """With `resume` the finished calls are not asked again."""
    broken = (Fault(kind="server_error", turn=1, times=9),)
    play_cells((cell(),), "once", tmp_path, simulate=True, faults=broken, patience=Patience(attempts=1))
    (anew,), (on,) = (plan_cells((cell(),), "once", tmp_path, resume=resume) for resume in (False, True))
    assert (anew.replayed, len(anew.asked), on.replayed, len(on.asked)) == (0, 3, 2, 1)


@pytest.mark.parametrize("model", [CLAUDE, GPT])
def test_the_predicted_cost_is_what_a_simulated_provider_counts(tmp_path: Path, model: str) -> None:
    """Provider and prediction follow the same rules: reads and writes are foreseen, and so the cost is within 15 %.

    The rest is what is counted beyond the texts themselves, which only the prediction estimates.
    """
    (plan,) = plan_cells((cell(model=model),), "once", tmp_path)
    (played,) = play_cells((cell(model=model),), "once", tmp_path, simulate=True)
    assert {each.provenance for each in plan.asked} == {"predicted"}
    foreseen, found = cost(plan.asked), cost(played.exchanges)
    assert 0.85 < foreseen / found < 1.15


def cost(exchanges: tuple[Exchange, ...]) -> float:
    """Dollars."""
    total = measure.usd_sum(measure.priced(frame.build(exchanges))["cost_usd"])
    assert total
    return float(total)
