"""Scores of forecasts, worked out by hand."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agentbench.measure.accuracy.scores import brier, interval_score, quantile, share


@pytest.mark.parametrize(
    ("low", "high", "value", "score"),
    [
        pytest.param(10, 30, 20, 20, id="inside-costs-the-width"),
        # 20 wide, 5 above: 20 + 2 / 0.1 * 5
        pytest.param(10, 30, 35, 120, id="above"),
        pytest.param(10, 30, 4, 140, id="below"),
        pytest.param(7, 7, 7, 0, id="a-right-point"),
    ],
)
def test_an_interval_pays_for_its_width_and_for_what_it_misses(
    low: float, high: float, value: float, score: float
) -> None:
    """Gneiting and Raftery's score for a 90 % interval."""
    assert interval_score(low, high, value) == pytest.approx(score)


def test_brier_is_the_mean_squared_difference() -> None:
    """0.1 squared and 0.4 squared."""
    assert brier([(0.9, True), (0.4, False)]) == pytest.approx((0.01 + 0.16) / 2)
    assert brier([]) is None


@given(st.lists(st.booleans(), min_size=1, max_size=50))
def test_no_constant_chance_beats_the_base_rate(happened: list[bool]) -> None:
    """So beating it takes knowledge of the single case."""
    base = share(happened)
    assert base is not None
    ours = brier((base, one) for one in happened)
    others = [brier((chance / 10, one) for one in happened) for chance in range(11)]
    assert ours is not None and all(other is not None and ours <= other + 1e-12 for other in others)


@pytest.mark.parametrize(
    ("at", "value"),
    [pytest.param(0.5, 6, id="p50"), pytest.param(0.9, 10, id="p90"), pytest.param(1.0, 10, id="all")],
)
def test_a_quantile_is_one_of_the_values(at: float, value: float) -> None:
    """Of 1 to 10."""
    assert quantile(range(10, 0, -1), at) == value
    assert quantile([], at) is None
