"""Resampling of units, swaps, and the correction of p."""

from itertools import product
from statistics import stdev

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agentbench.measure.compare.chance import (
    Sides,
    difference,
    holm,
    interval,
    standard_error,
    swap_p,
)
from agentbench.measure.compare.mcnemar import mcnemar_p

Unit = tuple[int, int, int, int]
_pair = st.integers(1, 50).flatmap(lambda total: st.tuples(st.integers(0, total), st.just(total)))
_units = st.lists(st.tuples(_pair, _pair).map(lambda two: (*two[0], *two[1])), min_size=6, max_size=8)


def _sides(units: list[Unit]) -> Sides:
    was_top, was_bottom, now_top, now_bottom = np.array(units, dtype=float).T
    return Sides(was_top=was_top, was_bottom=was_bottom, now_top=now_top, now_bottom=now_bottom)


def _totals(was: list[float], now: list[float]) -> Sides:
    """A total: 1 below the line, spread over the units."""
    ones = np.full(len(was), 1 / len(was))
    return Sides(was_top=np.array(was), was_bottom=ones, now_top=np.array(now), now_bottom=ones)


def test_a_difference_of_shares_is_token_weighted() -> None:
    """10 of 100 and 900 of 1,000 against nothing: 910 of 1,100, not the mean of 0.1 and 0.9."""
    assert difference(_sides([(0, 100, 10, 100), (0, 1000, 900, 1000)])) == pytest.approx(910 / 1100)


def test_the_error_of_a_total_by_hand() -> None:
    """Differences 1, 2, 6: the sum's error is the standard deviation times the root of three."""
    sides = _totals([0, 0, 0], [1, 2, 6])
    assert difference(sides) == pytest.approx(9)
    assert standard_error(sides) == pytest.approx(stdev([1, 2, 6]) * 3**0.5)


def test_the_error_of_a_share_by_hand() -> None:
    """Equal sizes make a share a mean: 0.1, 0.2, 0.6 of 10 each."""
    sides = _sides([(0, 10, 1, 10), (0, 10, 2, 10), (0, 10, 6, 10)])
    assert standard_error(sides) == pytest.approx(stdev([0.1, 0.2, 0.6]) / 3**0.5)


@settings(deadline=None, max_examples=25)
@given(_units)
def test_swaps_are_all_swaps(units: list[Unit]) -> None:
    """Every way to swap, summed in plain Python."""
    seen = abs(difference(_sides(units)))
    extreme = 0
    for way in product((False, True), repeat=len(units)):
        mixed = [(*one[2:], *one[:2]) if swapped else one for one, swapped in zip(units, way, strict=True)]
        was, total, now, total_now = (sum(column) for column in zip(*mixed, strict=True))
        extreme += abs(now / total_now - was / total) >= seen - 1e-12
    assert swap_p(_sides(units), seed=0) == extreme / 2 ** len(units)


@given(st.lists(st.tuples(st.booleans(), st.booleans()), min_size=1, max_size=13))
def test_swapped_turns_are_mcnemar(turns: list[tuple[bool, bool]]) -> None:
    """Units of one right or wrong turn each."""
    sides = _sides([(int(was), 1, int(now), 1) for was, now in turns])
    better = sum(now and not was for was, now in turns)
    worse = sum(was and not now for was, now in turns)
    assert swap_p(sides, seed=0) == pytest.approx(mcnemar_p(better, worse))


def test_many_units_are_swapped_by_chance() -> None:
    """40 turns, 3 better and 11 worse: drawn swaps come within three errors of the exact p, 0.0574."""
    sides = _sides([(0, 1, 1, 1)] * 3 + [(1, 1, 0, 1)] * 11 + [(1, 1, 1, 1)] * 26)
    exact = mcnemar_p(3, 11)
    assert swap_p(sides, seed=1) == pytest.approx(exact, abs=3 * (exact / 10_000) ** 0.5)
    assert swap_p(sides, seed=1) == swap_p(sides, seed=1)


@settings(deadline=None, max_examples=20)
@given(_units, st.integers(0, 5))
def test_intervals_hold_the_difference_and_mirror(units: list[Unit], seed: int) -> None:
    """The same seed gives the same interval, and with the sides exchanged the negative of it."""
    sides = _sides(units)
    low, high = interval(sides, seed, 0.95, draws=1_000)
    assert (low, high) == interval(sides, seed, 0.95, draws=1_000)
    assert low - 1e-12 <= difference(sides) <= high + 1e-12
    mirrored = interval(_sides([(*one[2:], *one[:2]) for one in units]), seed, 0.95, draws=1_000)
    assert mirrored == pytest.approx((-high, -low))


@pytest.mark.parametrize("units", [6, 10, 30])
@pytest.mark.parametrize("spread", [pytest.param(0.1, id="even"), pytest.param(0.6, id="skewed")])
def test_intervals_keep_their_level(units: int, spread: float) -> None:
    """Of 400 worlds with a known difference of hit shares 91 to 98 % of intervals hold it, with six units as well,
    where plain percentiles hold 86 %."""
    chance = np.random.default_rng(20261130)
    held = 0
    for _ in range(400):
        size = chance.lognormal(7, spread, units)
        shift = chance.normal(0, 0.08, units)  # a unit is hard or easy for both sides
        was, now = 0.4 + shift, 0.55 + shift + chance.normal(0, 0.05, units)
        sides = Sides(was_top=was * size, was_bottom=size, now_top=now * size, now_bottom=size)
        low, high = interval(sides, 0, 0.95, draws=1_000)
        held += low <= 0.15 <= high
    assert 0.91 <= held / 400 <= 0.98


def test_the_detectable_difference_is_found_four_times_in_five() -> None:
    """Normal differences of 12 units: at (t(0.975) + t(0.8)) errors the t interval leaves 0 out in about 0.8."""
    chance = np.random.default_rng(7)
    shift = (2.201 + 0.876) / 12**0.5  # Student's t of 11 degrees, from a table
    found = 0
    for _ in range(400):
        sides = _totals([0.0] * 12, list(chance.normal(shift, 1, 12)))
        found += abs(difference(sides)) > 2.201 * standard_error(sides)
    assert found / 400 == pytest.approx(0.8, abs=0.06)


def test_holm_by_hand() -> None:
    """Three tests: 0.01 times 3, 0.03 times 2, 0.04 no less than the one before; a missing p is no test."""
    assert holm([0.04, None, 0.01, 0.03]) == pytest.approx([0.06, None, 0.03, 0.06])
    assert holm([0.6, 0.7]) == [1.0, 1.0]
    assert holm([None]) == [None]


@given(st.lists(st.floats(0, 1), max_size=8))
def test_holm_orders_and_bounds(found: list[float]) -> None:
    """Never below p, never above Bonferroni's or 1, and in the order of p."""
    corrected = holm(found)
    pairs = sorted(zip(found, corrected, strict=True))
    for p, held in pairs:
        assert held is not None and min(p, 1.0) <= held <= min(1.0, p * len(found))
    held_in_order = [held for _, held in pairs]
    assert held_in_order == sorted(held_in_order, key=lambda held: held or 0)
