"""Intervals of shares."""

from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agentbench.measure.selection.intervals import wilson_interval


@pytest.mark.parametrize(
    ("right", "n", "low", "high"),
    [
        pytest.param(81, 263, 0.2553, 0.3662, id="a-third"),
        pytest.param(15, 148, 0.0624, 0.1605, id="a-tenth"),
        pytest.param(0, 20, 0.0000, 0.1611, id="none"),
        pytest.param(1, 29, 0.0061, 0.1718, id="one"),
    ],
)
def test_wilson_as_published(right: int, n: int, low: float, high: float) -> None:
    """The four examples of Newcombe (1998), table I, method 3, to their four places."""
    found = wilson_interval(right, n)
    assert found is not None
    assert found == pytest.approx((low, high), abs=5e-5)


def test_no_trials_have_no_interval() -> None:
    """Of nothing there is no share."""
    assert wilson_interval(0, 0) is None


@given(st.integers(1, 400).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))))
def test_wilson_holds_its_share_and_mirrors(pair: tuple[int, int]) -> None:
    """The share lies inside, inside 0 to 1; wrong answers have the mirrored interval."""
    right, n = pair
    found, mirrored = wilson_interval(right, n), wilson_interval(n - right, n)
    assert found is not None and mirrored is not None
    assert 0 <= found[0] <= right / n <= found[1] <= 1
    assert found == pytest.approx((1 - mirrored[1], 1 - mirrored[0]))


@pytest.mark.parametrize("share", [0.05, 0.2, 0.5, 0.9])
def test_wilson_keeps_its_level(share: float) -> None:
    """Over all outcomes of 40 trials, weighted by their chance, it holds the true share in 92 to 98 % of them."""
    held = 0.0
    for right in range(41):
        found = wilson_interval(right, 40)
        assert found is not None
        if found[0] <= share <= found[1]:
            held += comb(40, right) * share**right * (1 - share) ** (40 - right)
    assert 0.92 <= held <= 0.98
