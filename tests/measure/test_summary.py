"""The summary table."""

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from agentbench.frame import build
from agentbench.measure import summary
from tests.exchanges import exchange
from tests.measure.frames import FOUR_TURNS, few, frames


def test_one_row_per_arm() -> None:
    """Both layouts by hand: 8,000 tokens in all, 3 of 4 requests of appended read 900 of 1,000."""
    found = summary(FOUR_TURNS).set_index("layout")
    assert found["model"].unique().tolist() == ["anthropic:claude-sonnet-4-6"]
    assert found["exchanges"].to_dict() == {"appended": 4, "monolith": 4}
    assert found["sessions"].to_dict() == {"appended": 1, "monolith": 1}
    assert found["hit_share"].to_dict() == {"appended": pytest.approx(0.675), "monolith": 0.0}
    assert found["stale_turns"].to_dict() == {"appended": 0, "monolith": 0}
    assert found.loc["monolith", "breaks_at"].startswith("clock @ system[0] byte ")
    assert pd.isna(found.loc["appended", "breaks_at"])
    assert found.loc["monolith", "saved_usd"] < 0 < found.loc["appended", "saved_usd"]


def test_unreadable_rows_are_no_exchanges() -> None:
    """Only model calls count; a frame of none gives a table of none."""
    frame = build([exchange(kind="unreadable", index=None)])
    assert summary(frame).empty


def test_any_grouping_keeps_provenance() -> None:
    """By family: provenance comes first all the same."""
    found = summary(FOUR_TURNS, by=("family",))
    assert found.loc[:, "provenance":"exchanges"].values.tolist() == [["simulated", "claude", 8]]  # type: ignore[misc]


@few
@given(frames, st.randoms(use_true_random=False))
def test_order_of_rows_does_not_matter(frame: pd.DataFrame, chance) -> None:  # type: ignore[no-untyped-def]
    """Shuffled rows give the same table, and exchanges and costs add up over it."""
    order = list(range(len(frame)))
    chance.shuffle(order)
    by = ("provider", "model")
    found = summary(frame, by=by)
    pd.testing.assert_frame_equal(summary(frame.iloc[order], by=by), found)
    assert found["exchanges"].sum() == len(frame)
    assert found["cost_usd"].sum() == pytest.approx(frame["cost_usd"].sum())
