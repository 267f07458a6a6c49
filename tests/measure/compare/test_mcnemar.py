"""McNemar's exact test of paired turns."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agentbench.measure.compare.mcnemar import loss_p, mcnemar_detectable, mcnemar_p


@pytest.mark.parametrize(
    ("better", "worse", "p"),
    [
        pytest.param(0, 0, 1.0, id="no-turn-differs"),
        pytest.param(0, 5, 2 / 32, id="five-one-way"),
        pytest.param(6, 0, 2 / 64, id="six-one-way"),
        pytest.param(1, 7, 2 * (1 + 8) / 256, id="one-of-eight"),
        pytest.param(3, 3, 1.0, id="even"),
    ],
)
def test_p_by_hand(better: int, worse: int, p: float) -> None:
    """The tail's outcomes of 2 ** n, twice, at most 1."""
    assert mcnemar_p(better, worse) == p


@given(st.integers(0, 9), st.integers(0, 9))
def test_p_is_the_share_of_all_splits_that_are_as_uneven(better: int, worse: int) -> None:
    """Counted over every way in which up to 18 turns can fall, in place of the binomial."""
    n, seen = min(better + worse, 12), abs(better - worse)
    if n < better + worse:
        better, worse = better * n // (better + worse), n - better * n // (better + worse)
        seen = abs(better - worse)
    uneven = sum(abs(2 * sum(way) - n) >= seen for way in product((0, 1), repeat=n))
    assert mcnemar_p(better, worse) == pytest.approx(uneven / 2**n)


@pytest.mark.parametrize("differing", [0, 1, 5])
def test_few_differing_turns_can_show_nothing(differing: int) -> None:
    """All of five one way still give 2/32."""
    assert mcnemar_detectable(differing, 40, 0.05, 0.8) is None


def test_six_differing_turns_show_only_all_six() -> None:
    """q ** 6 = 0.8 by hand: q = 0.9635, so that 6 of 40 turns detect 0.927 * 6 / 40."""
    assert mcnemar_detectable(6, 40, 0.05, 0.8) == pytest.approx((2 * 0.8 ** (1 / 6) - 1) * 6 / 40, abs=1e-6)


@pytest.mark.parametrize("differing", [7, 10, 12])
def test_the_detectable_difference_is_found_as_often_as_it_says(differing: int) -> None:
    """At that difference the ways with p of at most 0.05, each by its chance, add up to 0.8."""
    least = mcnemar_detectable(differing, differing, 0.05, 0.8)
    assert least is not None
    likelier = (1 + least) / 2
    power = 0.0
    for way in product((0, 1), repeat=differing):
        if mcnemar_p(sum(way), differing - sum(way)) <= 0.05:
            power += likelier ** sum(way) * (1 - likelier) ** (differing - sum(way))
    assert power == pytest.approx(0.8)


def test_thousands_of_turns_are_no_trouble() -> None:
    """Binomials of 2,000 exceed any float; the detectable difference is near the normal one, 2.8 / sqrt(n)."""
    assert 0.02 < mcnemar_p(950, 1_050) < 0.03
    assert mcnemar_detectable(2_000, 2_000, 0.05, 0.8) == pytest.approx(2.8 / 2_000**0.5, rel=0.03)


@pytest.mark.parametrize(
    ("nets", "p"),
    [
        pytest.param([], 1.0, id="no-unit"),
        pytest.param([0, 0], 1.0, id="no-unit-differs"),
        pytest.param([-1] * 5, 1 / 32, id="five-lost"),
        pytest.param([-1] * 7 + [1], (1 + 8) / 256, id="seven-lost-one-won"),
        pytest.param([1] * 3, 1.0, id="won"),
        pytest.param([-3, -1], 1 / 4, id="units-of-several-turns"),
        pytest.param([-3, 1], 2 / 4, id="a-large-unit-against-a-small-one"),
    ],
)
def test_a_loss_by_hand(nets: list[int], p: float) -> None:
    """The signs that lose as much, of all ways to give them."""
    assert loss_p(nets) == p


@given(st.lists(st.integers(-3, 3), max_size=9))
def test_a_loss_is_the_share_of_all_signs_that_lose_as_much(nets: list[int]) -> None:
    """Counted over every way to swap the sides of each unit, in place of the sums' distribution."""
    ways = list(product((1, -1), repeat=len(nets)))
    as_much = sum(sum(sign * net for sign, net in zip(way, nets, strict=True)) <= sum(nets) for way in ways)
    assert loss_p(nets) == pytest.approx(as_much / len(ways))


@given(st.integers(0, 30), st.integers(0, 30))
def test_one_side_and_the_other_make_the_two_sided_test(better: int, worse: int) -> None:
    """Twice the smaller one-sided p, at most 1, is McNemar's two-sided one."""
    nets = [1] * better + [-1] * worse
    sides = loss_p(nets), loss_p([-net for net in nets])
    assert mcnemar_p(better, worse) == pytest.approx(min(1.0, 2 * min(sides)))
