"""The nested cost report, and what misses wasted."""

from decimal import Decimal

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from agentbench.frame import build
from agentbench.measure import breakdown, cost_report, priced, unknown_losses, wasted
from agentbench.measure.cost import COST_CLASSES
from tests.exchanges import exchange, usage
from tests.measure.frames import FOUR_TURNS, few, frames

_SUMS = ("exchanges", "input_tokens", "output_tokens", "wasted_tokens", "priced", "billed")
_MONEY = ("cost_usd", *COST_CLASSES.values(), "cost_without_cache_usd", "wasted_usd", "billed_cost_usd")
_by = st.permutations(["family", "model", "provider", "month"]).flatmap(
    lambda names: st.integers(1, 4).map(lambda most: tuple(names[:most]))
)


def _exact(column: pd.Series) -> Decimal:
    return sum((Decimal(repr(value)) for value in column.dropna().tolist()), Decimal())


@few
@given(frames, _by)
def test_every_level_adds_up_to_the_one_above_in_exact_decimals(
    frame: pd.DataFrame, by: tuple[str, ...]
) -> None:
    """Subtotals of each level have the same sum as those of any other: tokens, calls, and money to the last digit."""
    found = breakdown(frame, by)
    levels = [found[found["level"] == level] for level in ("provenance", *by)]
    for level in levels[1:]:
        assert all(level[name].sum() == levels[0][name].sum() for name in _SUMS)
        assert all(_exact(level[name]) == _exact(levels[0][name]) for name in _MONEY)


@few
@given(frames)
def test_classes_add_up_to_the_cost(frame: pd.DataFrame) -> None:
    """Per row and per group the classes are the cost."""
    for table in (frame, cost_report(frame)):
        each = sum(table[name].fillna(0) for name in COST_CLASSES.values())
        assert (each - table["cost_usd"].fillna(0)).abs().max() < 1e-12 if len(table) else True


@few
@given(frames, _by)
def test_the_innermost_level_is_the_tidy_report(frame: pd.DataFrame, by: tuple[str, ...]) -> None:
    """What data formats get is the last level, row for row."""
    leaves = breakdown(frame, by).query("level == @by[-1]").drop(columns="level")
    tidy = cost_report(frame, by)
    pd.testing.assert_frame_equal(
        leaves.sort_values(["provenance", *by], kind="stable").reset_index(drop=True), tidy
    )


def test_children_stand_below_their_parent_dearest_first() -> None:
    """Monolith costs more than appended, so it comes first; each layout is followed by its model."""
    found = breakdown(FOUR_TURNS, ("layout", "model"))
    assert found["level"].tolist() == ["provenance", "layout", "model", "layout", "model"]
    assert found["layout"].tolist()[1:] == ["monolith", "monolith", "appended", "appended"]
    assert pd.isna(found["model"][1])


def _lossy() -> pd.DataFrame:
    """Three calls of claude: 1,000 tokens written again for the clock, 400 for the memory, none in the last."""
    used = [usage(uncached=100, read=0, write_5m=n, write_1h=0, output=1) for n in (1_000, 400, 50)]
    frame = build([exchange(used=one, index=at) for at, one in enumerate(used)])
    return priced(
        frame.assign(
            wasted_tokens=pd.array([1_000, 400, 0], dtype="Int64"),
            wasted_by=pd.array(["system_clock", "system_changed", None], dtype="string"),
            wasted_at=pd.array(["clock", "memory", None], dtype="string"),
        )
    )


def test_waste_is_listed_by_class_and_block_dearest_first() -> None:
    """Written at 3.75 instead of read at 0.30 per million: 3.45 for each lost token; who can help is beside it."""
    found = wasted(_lossy())
    assert found[["wasted_by", "wasted_at", "side", "requests", "wasted_tokens"]].values.tolist() == [
        ["system_clock", "clock", "ours", 1, 1_000],
        ["system_changed", "memory", "ours", 1, 400],
    ]
    assert found["wasted_usd"].tolist() == pytest.approx([1_000 * 3.45e-6, 400 * 3.45e-6])
    row = cost_report(_lossy()).iloc[0]
    assert (row["wasted_tokens"], row["wasted_n"], row["wasted_unpriced"]) == (1_400, 2, 0)
    assert row["wasted_most_by"] == "system_clock at clock"


def test_waste_without_a_rate_is_counted_and_has_no_price() -> None:
    """A model without a price wastes tokens, not dollars."""
    frame = _lossy().assign(wasted_usd=pd.array([None, 0.1, 0.0], dtype="Float64"))
    row = cost_report(frame).iloc[0]
    assert (row["wasted_usd"], row["wasted_unpriced"]) == (0.1, 1)
    assert wasted(frame)["unpriced"].tolist() == [0, 1]


def test_losses_that_nobody_knows_are_named() -> None:
    """A miss under an unknown rule is named; one below the minimum, or of the report alone, lost nothing."""
    frame = _lossy().assign(
        miss=pd.array(['["tools_added"]', '["too_small", "warm_elsewhere"]', "[]"], dtype="string"),
        wasted_tokens=pd.array([None, None, None], dtype="Int64"),
    )
    assert unknown_losses(frame) == {"tools_added": 1}


def test_a_frame_of_an_earlier_version_is_still_summed() -> None:
    """Columns that did not exist then are missing, not an error."""
    old = FOUR_TURNS.drop(
        columns=["wasted_tokens", "wasted_usd", "wasted_by", "wasted_at", *COST_CLASSES.values()]
    )
    row = cost_report(old).iloc[0]
    assert row["cost_usd"] == cost_report(FOUR_TURNS).iloc[0]["cost_usd"]
    assert pd.isna(row["cost_read_usd"]) and pd.isna(row["wasted_tokens"])
