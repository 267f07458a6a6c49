"""The cost report."""

import pandas as pd
import pytest
from hypothesis import given

from agentbench.frame import build
from agentbench.measure import cost_report, priced
from agentbench.tape.exchange import Usage
from tests.exchanges import START, exchange, request, usage
from tests.measure.frames import FOUR_TURNS, few, frames

CALLS = [
    exchange(
        request(model="grok-3-mini"),
        usage(uncached=1_000, read=0, output=0, billed_usd=0.0004),
        provider="x_ai",
    ),
    exchange(request(model="grok-3-mini"), Usage(output=1), provider="x_ai", index=1),
    exchange(request(model="grok-3-mini"), Usage(output=1), provider="x_ai", index=2),
    exchange(
        request(model="grok-99"), usage(uncached=10, output=1, billed_usd=9.0), provider="x_ai", index=3
    ),
    exchange(used=usage(uncached=5), provenance="simulated", sent_at=START.replace(month=1)),
]


def test_tokens_cost_and_coverage_per_family() -> None:
    """One of four grok calls has a price; the commonest reason for the rest is said, and the others counted."""
    grok = cost_report(priced(build(CALLS))).set_index("family").loc["grok"]
    assert (grok["exchanges"], grok["priced"], grok["coverage_share"]) == (4, 1, 0.25)
    assert grok["unpriced"] == "2 x no price: no input tokens reported (and 1 other reason(s))"
    assert grok["input_tokens"] == 1_010
    assert grok["cost_usd"] == pytest.approx(1_000 * 0.3 / 1_000_000)


def test_the_bill_is_held_against_the_estimate_of_the_same_calls() -> None:
    """Both bills are summed; only the call that also has a price takes part in the difference."""
    grok = cost_report(priced(build(CALLS))).set_index("family").loc["grok"]
    assert (grok["billed"], grok["billed_cost_usd"]) == (2, 9.0004)
    assert (grok["billed_more_n"], grok["billed_more_usd"]) == (1, pytest.approx(0.0001))


def test_provenances_are_apart_in_any_grouping() -> None:
    """By month: January's simulated call and November's recorded ones, each in its own row."""
    found = cost_report(priced(build(CALLS)), "month")
    assert found[["provenance", "month", "exchanges"]].values.tolist() == [
        ["recorded", "2026-11", 4],
        ["simulated", "2026-01", 1],
    ]


def test_conversations_of_two_cassettes_are_two() -> None:
    """Every cassette counts its conversations from the start: the same name in another is another one."""
    calls = [exchange(used=usage(uncached=1, output=1), cassette=name) for name in ("a.yaml", "b.yaml")]
    found = cost_report(priced(build(calls)), "conversation")
    assert found[["cassette", "conversation", "exchanges"]].values.tolist() == [
        ["a.yaml", "c0", 1],
        ["b.yaml", "c0", 1],
    ]


@pytest.mark.parametrize("by", ["family", "model", "provider", "layout", "scenario", "conversation", "month"])
def test_every_grouping_of_the_door_adds_up(by: str) -> None:
    """Whatever the grouping, exchanges, tokens and money are those of the frame."""
    found = cost_report(FOUR_TURNS, by)
    assert found["exchanges"].sum() == len(FOUR_TURNS)
    assert found["input_tokens"].sum() == 8_000
    assert found["cost_usd"].sum() == pytest.approx(FOUR_TURNS["cost_usd"].sum())


@few
@given(frames)
def test_classes_add_up_and_coverage_is_a_share(frame: pd.DataFrame) -> None:
    """Sums over the groups are sums over the frame; coverage lies between 0 and 1."""
    found = cost_report(frame, ("family", "provider"))
    for name in ("cache_read_tokens", "cache_write_tokens", "output_tokens"):
        assert found[name].sum() == frame[name].sum()
    assert found["coverage_share"].between(0, 1).all()
    assert found["priced"].sum() == frame["cost_usd"].notna().sum()
