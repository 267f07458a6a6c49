"""Wasted tokens: counted once a request, for the miss that lost most, and never more than was paid for again."""

from dataclasses import replace

import pytest

from agentbench.caching.diagnosis import Miss, wasted
from agentbench.tape.exchange import Exchange, Request, Usage
from tests.exchanges import exchange, request, usage

TEXT = "All work and no play makes a long prompt. " * 400


def _sent(system: str = TEXT, messages: tuple[str, ...] = ("hello",)) -> Request:
    """A request whose system text and newest message are marked."""
    sent = request(system=system, messages=messages)
    last = len(sent.segments) - 1
    marked = (
        replace(s, marker="5m" if s.level == "system" or at == last else None)
        for at, s in enumerate(sent.segments)
    )
    return replace(sent, segments=tuple(marked))


BEFORE = exchange(_sent(), usage(uncached=0, read=0, write_5m=4_000, write_1h=0))


def _now(used: Usage, **more: object) -> Exchange:
    return exchange(_sent(messages=("hello", "hi", "more")), used, index=1, **more)  # type: ignore[arg-type]


PAID_AGAIN = usage(uncached=0, read=100, write_5m=4_200, write_1h=0)


def test_the_miss_that_loses_most_stands_for_all() -> None:
    """A clock that loses 3,900 tokens and a memory behind it that loses 500 overlap: 3,900 are wasted, not 4,400."""
    clock = Miss(name="system_clock", block="clock", segment="system[0]", tokens_lost=3_900)
    memory = Miss(name="system_changed", block="memory", tokens_lost=500)
    found = wasted(BEFORE, _now(PAID_AGAIN), (clock, memory))
    assert found is not None
    assert (found.tokens, found.miss, found.at) == (3_900, clock, "clock")


@pytest.mark.parametrize(
    ("lost", "used", "tokens"),
    [
        pytest.param(9_999, PAID_AGAIN, 3_900, id="no-more-than-was-stored-and-not-read"),
        pytest.param(4_000, usage(uncached=0, read=0, write_5m=700, write_1h=0), 700, id="compacted"),
        pytest.param(
            4_000, usage(uncached=300, read=4_000, write_5m=0, write_1h=0), 0, id="read-all-the-same"
        ),
    ],
)
def test_waste_is_bounded_by_what_was_stored_sent_and_not_read(lost: int, used: Usage, tokens: int) -> None:
    """4,000 were stored; what is not sent any more, and what was read all the same, is no waste."""
    found = wasted(BEFORE, _now(used), (Miss(name="system_changed", tokens_lost=lost),))
    assert found is not None
    assert found.tokens == tokens
    assert (found.miss is None) == (tokens == 0)


@pytest.mark.parametrize(
    ("misses", "tokens"),
    [
        pytest.param((), 0, id="no-miss"),
        pytest.param((Miss(name="too_small"),), 0, id="nothing-was-stored"),
        pytest.param((Miss(name="warm_elsewhere", tokens_lost=0),), 0, id="only-the-report"),
        pytest.param((Miss(name="tools_added"),), None, id="nobody-knows"),
    ],
)
def test_nothing_lost_is_nothing_and_unknown_is_missing(misses: tuple[Miss, ...], tokens: int | None) -> None:
    """0 where a rule says so; None where a miss has no count."""
    found = wasted(BEFORE, _now(PAID_AGAIN), misses)
    assert (None if found is None else found.tokens) == tokens


def test_a_provider_that_read_less_is_held_to_what_it_should_have_read() -> None:
    """900 tokens that another request had stored count although the one before had stored fewer."""
    short = exchange(_sent(system="You help."), usage(uncached=50, read=0, write_5m=0, write_1h=0))
    missed = Miss(name="provider_missed", tokens_lost=900)
    found = wasted(short, _now(usage(uncached=1_000, read=0, write_5m=0, write_1h=0)), (missed,))
    assert found is not None and found.tokens == 900


@pytest.mark.parametrize(
    ("before", "now"),
    [
        pytest.param(None, _now(PAID_AGAIN), id="first"),
        pytest.param(BEFORE, _now(Usage()), id="no-usage"),
        pytest.param(BEFORE, _now(PAID_AGAIN, provider="nobody"), id="no-rule"),
    ],
)
def test_without_an_earlier_request_usage_or_rule_nothing_is_known(
    before: Exchange | None, now: Exchange
) -> None:
    """Then it is missing, never 0."""
    assert wasted(before, now, (Miss(name="system_clock", tokens_lost=5),)) is None
