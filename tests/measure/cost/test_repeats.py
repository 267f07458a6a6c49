"""Intervals over repeats: only where there are repeats, and as wide as few repeats make them."""

from decimal import Decimal

import pytest

from agentbench.measure.arm import Cells
from agentbench.measure.cost import spread
from agentbench.measure.cost.student import student_reach


@pytest.mark.parametrize(
    ("degrees", "reach"),
    [(1, 12.706), (2, 4.303), (3, 3.182), (4, 2.776), (5, 2.571), (10, 2.228), (29, 2.045), (120, 1.980)],
)
def test_student_as_in_printed_tables(degrees: int, reach: float) -> None:
    """Two-sided 95 % points of Student's t, from any statistics book."""
    assert student_reach(degrees, 0.95) == pytest.approx(reach, abs=5e-4)


def _calls(*costs: tuple[str, int, str | None]) -> list[Cells]:
    """Calls of scenario, repeat and cost, in one arm."""
    arm: Cells = {"provenance": "simulated", "layout": "split", "presentation": "eager", "model": "m"}
    return [
        arm | {"scenario": scenario, "repeat": repeat, "cost_usd": None if usd is None else Decimal(usd)}
        for scenario, repeat, usd in costs
    ]


def test_one_cell_has_the_usual_t_interval() -> None:
    """Costs 1, 2, 3: mean 2, standard error 1 / sqrt(3), two degrees of freedom: 2 -+ 4.303 x 0.577."""
    found = spread(_calls(("a", 0, "1"), ("a", 1, "0.5"), ("a", 1, "1.5"), ("a", 2, "3")))
    assert (found.repeats, found.mean_usd, found.note) == (3, pytest.approx(2), None)
    assert (found.low_usd, found.high_usd) == (
        pytest.approx(2 - 2.4842, abs=1e-3),
        pytest.approx(2 + 2.4842, abs=1e-3),
    )


def test_cells_add_up_and_their_variances_too() -> None:
    """Two cells with variances 2 over 2 repeats: error sqrt(2), Welch and Satterthwaite give 2 degrees of freedom."""
    found = spread(_calls(("a", 0, "1"), ("a", 1, "3"), ("b", 0, "10"), ("b", 1, "12")))
    assert found.mean_usd == pytest.approx(13)
    assert found.high_usd == pytest.approx(13 + 4.3027 * 2**0.5, abs=1e-3)


@pytest.mark.parametrize(
    ("calls", "why"),
    [
        pytest.param(
            _calls(("a", 0, "1"), ("b", 0, "1"), ("b", 1, "2")), "1 of 2 cells were played once", id="once"
        ),
        pytest.param(_calls(("a", 0, "1"), ("a", 1, None)), "1 calls have no price", id="unpriced"),
        pytest.param([_calls(("a", 0, "1"))[0] | {"repeat": None}], "other people's", id="recordings"),
    ],
)
def test_no_interval_where_repeats_do_not_tell(calls: list[Cells], why: str) -> None:
    """One repeat, or one without a price, has no spread; the reason is said."""
    found = spread(calls)
    assert (found.mean_usd, found.low_usd, found.high_usd) == (None, None, None)
    assert why in (found.note or "")


def test_equal_repeats_have_no_width() -> None:
    """Replays give the same bytes: the interval is the mean itself, and that is said."""
    found = spread(_calls(("a", 0, "1"), ("a", 1, "1")))
    assert (found.low_usd, found.high_usd, found.note) == (1.0, 1.0, "all repeats cost the same")
