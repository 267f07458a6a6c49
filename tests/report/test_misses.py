"""Reasons and places of lost reads, each told once."""

import pandas as pd

from agentbench.measure import breaks
from agentbench.report.misses import broken_places, miss_counts
from tests.report.frames import FRAME

OURS = FRAME[FRAME["layout"].notna()]


def test_reasons_are_counted_per_provenance_without_those_that_lost_nothing() -> None:
    """Of four requests three were judged: one has two reasons, one only a read that another run had warmed."""
    judged = ['["system_clock", "system_changed"]', '["system_clock"]', '["warm_elsewhere"]', None]
    frame = OURS.head(4).assign(miss=judged).astype({"miss": "string"})
    found = miss_counts(frame)
    assert found[["provenance", "class", "requests", "compared"]].values.tolist() == [
        ["simulated", "system_clock", 2, 3],
        ["simulated", "system_changed", 1, 3],
    ]
    assert found["side"].tolist() == ["ours", "ours"] and found["advice"].notna().all()


def test_one_block_is_told_once_for_all_its_arms() -> None:
    """monolith's clock breaks 3 of 3 requests of Claude, and of another model the same: one place, two arms."""
    both = pd.concat([OURS, OURS.assign(model_id="x:other").astype({"model_id": "string"})])
    (found,) = broken_places(breaks(both), "layout")
    told = (found.what, found.tier, found.of, found.requests, found.compared)
    assert told == ("clock", "volatile", ("monolith",), 6, 7)
    assert found.place.startswith("system[0] byte ") and found.now
    assert found.arms == tuple(
        f"monolith, {model}, tools eager: {found.place} (3 of {compared})"
        for model, compared in (("anthropic:claude-sonnet-4-6", 3), ("x:other", 4))
    )


def test_recorded_traffic_is_told_by_family() -> None:
    """Where no block is known, the segment is the place."""
    others = FRAME[FRAME["layout"].isna()]
    (found,) = broken_places(breaks(others, ("provenance", "family")), "family")
    assert (found.what, found.tier, found.of) == ("system[0]", None, ("claude",))
    assert found.arms == (f"claude: {found.place} (1 of 2)",)
