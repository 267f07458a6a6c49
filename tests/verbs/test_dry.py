"""A bench dry: the rows of `foresee`, from any number of processes, without its requests."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pandas as pd
import pytest

import agentbench as ab
from agentbench.verbs import load
from agentbench.verbs.dry import dry

PROJECT = Path(__file__).resolve().parents[2]
FEW: Mapping[str, list[str]] = {
    "scenario": ["storm-night"],
    "model": ["openai-chat:gpt-5.2"],
    "layout": ["split"],
}


@pytest.fixture(autouse=True)
def _in_the_project(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(PROJECT)


def test_it_is_the_frame_of_foresee_whatever_the_jobs() -> None:
    """Cell by cell, in one process or two: the same rows in the same order with the same dtypes."""
    whole = ab.foresee("default", only=FEW)
    assert len(whole.cells) == 2
    for jobs in (1, 2):
        found = dry("default", only=FEW, jobs=jobs)
        pd.testing.assert_frame_equal(found.frame, whole.frame)
        pd.testing.assert_frame_equal(found.summary, whole.summary)
        assert found.failures == {}


def test_a_cell_that_cannot_be_rendered_is_a_row_and_a_reason() -> None:
    """The others go on."""
    bench = load.bench("default")
    models = ("openai-chat:gpt-5.2", "nobody:nothing")
    few = replace(
        bench, models=models, layouts=bench.layouts[:1], presentations=("eager",), casts=bench.casts[1:2]
    )
    found = dry(few)
    assert list(found.failures) == [few.cells[1].slug]
    assert found.frame["kind"].tolist()[-1] == "unreadable"
    assert set(found.frame["kind"][:-1]) == {"model_call"}
