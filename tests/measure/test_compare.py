"""Paired comparison along one axis."""

import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agentbench.errors import BadInput, NotFound
from agentbench.frame import build
from agentbench.measure import compare, priced
from tests.exchanges import session, usage
from tests.measure.frames import FOUR_TURNS, few
from tests.report.frames import FRAME


def _total(frame: pd.DataFrame, measure: str) -> "pd.Series[float]":
    return frame.set_index("measure").loc[measure, ["baseline", "candidate", "difference"]]


def test_differences_are_candidate_less_baseline() -> None:
    """By hand, four turns: 0.0177 against 0.008385 USD; 0 against 0.675 of the input; 3 broken against none."""
    totals = compare(FOUR_TURNS, "layout", "monolith", "appended").totals
    assert _total(totals, "cost_usd").tolist() == pytest.approx([0.0177, 0.008385, 0.008385 - 0.0177])
    assert _total(totals, "hit_share").tolist() == pytest.approx([0.0, 0.675, 0.675])
    assert _total(totals, "broken").tolist() == [3, 0, -3]


def test_each_model_is_paired_with_itself() -> None:
    """Two models are two rows per measure; recorded traffic takes no part."""
    found = compare(FRAME, "layout", "monolith", "appended")
    costs = found.totals[found.totals["measure"] == "cost_usd"]
    assert sorted(costs["model"]) == ["anthropic:claude-sonnet-4-6", "openai-chat:gpt-5.2"]
    assert found.unpaired == 0


def test_only_cells_that_both_sides_have_count() -> None:
    """A scenario that one side lacks is counted as unpaired, and changes no total."""
    used = [usage(uncached=9_000, read=0, output=1)]
    lone = session([[("identity", "stable", "Ada")]], used, "appended", cassette="other.yaml")
    frame = pd.concat([FOUR_TURNS, priced(build(lone)).assign(scenario="coding")], ignore_index=True)
    found, without = (compare(f, "layout", "monolith", "appended") for f in (frame, FOUR_TURNS))
    assert (found.unpaired, without.unpaired) == (1, 0)
    pd.testing.assert_frame_equal(found.totals, without.totals)


def test_the_spread_is_that_of_the_pairs() -> None:
    """Two scenarios: the total is their sum, lowest and highest are theirs."""
    other = FOUR_TURNS.assign(scenario="coding", cost_usd=FOUR_TURNS["cost_usd"] * 2)
    found = compare(pd.concat([FOUR_TURNS, other]), "layout", "monolith", "appended").totals
    row = found.set_index("measure").loc["cost_usd"]
    one = 0.008385 - 0.0177
    assert row["n"] == 2
    assert [row["lowest"], row["highest"], row["difference"]] == pytest.approx([2 * one, one, 3 * one])


@settings(few, max_examples=5)
@given(st.permutations(range(len(FRAME))))
def test_swapping_sides_swaps_signs_whatever_the_order(order: list[int]) -> None:
    """A against B is minus B against A; rows may come in any order."""
    there = compare(FRAME, "layout", "monolith", "appended").pairs
    back = compare(FRAME.iloc[order], "layout", "appended", "monolith").pairs
    pd.testing.assert_series_equal(there["difference"], -back["difference"])


@pytest.mark.parametrize(
    ("axis", "value", "error", "says"),
    [
        pytest.param("weather", "appended", BadInput, "layout, presentation, model", id="axis"),
        pytest.param("layout", "apended", NotFound, "did you mean 'appended'", id="value"),
    ],
)
def test_what_is_not_there_is_refused(axis: str, value: str, error: type[Exception], says: str) -> None:
    """The message names what there is, or the nearest."""
    with pytest.raises(error, match=says):
        compare(FRAME, axis, "monolith", value)
