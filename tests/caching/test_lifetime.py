"""Lifetimes: sliding refresh, the mix of two of them in one request, and when an entry becomes readable."""

import pytest

from agentbench.caching import Hit, Missed, State, look_up, store, usage
from tests.caching.prompts import after, marked, outcome_after, piece, ready

HEAD = piece("head", 2000, "system", None)
NOTES = piece("notes", 500, "system", None)
ASK = piece("ask", 100)
REST = piece("rest", 7)


@pytest.mark.parametrize(
    ("ttl", "gap", "expected"),
    [
        pytest.param("5m", 299.0, Hit(2000, 0), id="within-5-minutes"),
        pytest.param("5m", 300.0, Missed("expired"), id="after-5-minutes"),
        pytest.param("1h", 3599.0, Hit(2000, 0), id="within-an-hour"),
        pytest.param("1h", 3600.0, Missed("expired"), id="after-an-hour"),
    ],
)
def test_an_entry_lives_as_long_as_its_marker_asked(ttl: str, gap: float, expected: object) -> None:
    """5 minutes by default, an hour on request (Anthropic's page)."""
    request = ready(marked(HEAD, ttl))
    assert outcome_after(request, gap, (request, 0.0)) == expected


def test_a_read_begins_the_lifetime_anew() -> None:
    """The lifetime slides: refreshed at no cost each time the entry is used (Anthropic's page)."""
    request = ready(marked(HEAD))
    assert outcome_after(request, 500.0, (request, 0.0), (request, 250.0)) == Hit(2000, 0)
    assert outcome_after(request, 500.0, (request, 0.0)) == Missed("expired")


def test_a_read_through_the_look_back_refreshes_too() -> None:
    """An entry that is read at an unmarked position lives on."""
    first, longer = ready(marked(HEAD)), ready(HEAD, marked(ASK))
    assert outcome_after(first, 500.0, (first, 0.0), (longer, 250.0)) == Hit(2000, 0)


def test_an_entry_keeps_the_lifetime_it_was_written_with() -> None:
    """Reading a 5-minute entry with a 1-hour marker bills no write, so it stays a 5-minute entry."""
    short, long = ready(marked(HEAD)), ready(marked(HEAD, "1h"))
    assert outcome_after(short, 500.0, (short, 0.0), (long, 100.0)) == Missed("expired")


def test_an_entry_is_readable_once_its_response_began() -> None:
    """Of two overlapping requests the second writes again (Anthropic's page, concurrent requests)."""
    request = ready(marked(HEAD))
    state = store(State(), request, Missed("cold"), 0.0, readable_at=4.0)
    assert look_up(state, request, 2.0) == Missed("not_readable")
    assert look_up(state, request, 4.0) == Hit(2000, 0)


def test_the_earlier_of_two_overlapping_responses_counts() -> None:
    """What either of two writers stores can be read once the first of them answers."""
    request = ready(marked(HEAD))
    state = store(State(), request, Missed("cold"), 0.0, readable_at=9.0)
    state = store(state, request, Missed("not_readable"), 1.0, readable_at=5.0)
    assert look_up(state, request, 5.0) == Hit(2000, 0)


@pytest.mark.parametrize(
    ("before", "read", "write_1h", "write_5m"),
    [
        # A = 0, B = 2500 (the last 1-hour marker), C = 2600 (the last marker), 7 tokens behind it
        pytest.param((), 0, 2500, 100, id="nothing-stored"),
        # A = 2000: B - A = 500, C - B = 100
        pytest.param((marked(HEAD, "1h"),), 2000, 500, 100, id="head-stored"),
        # A = 2500 = B
        pytest.param((HEAD, marked(NOTES, "1h")), 2500, 0, 100, id="all-1-hour-stored"),
        # A = 2600 = C, behind the last 1-hour marker
        pytest.param((HEAD, NOTES, marked(ASK)), 2600, 0, 0, id="all-stored"),
    ],
)
def test_mixed_lifetimes_are_billed_by_three_positions(
    before: tuple[object, ...], read: int, write_1h: int, write_5m: int
) -> None:
    """Read up to A, 1-hour write from A to B, 5-minute write from B to C, the rest uncached (Anthropic's page)."""
    request = ready(marked(HEAD, "1h"), marked(NOTES, "1h"), marked(ASK), REST)
    state = after((ready(*before), 0.0)) if before else State()  # type: ignore[arg-type]
    used = usage(request, look_up(state, request, 1.0), 11)
    assert (used.read, used.write_1h, used.write_5m, used.uncached) == (read, write_1h, write_5m, 7)
    assert (used.output, used.input_total) == (11, 2607)


def test_expired_entries_do_not_pile_up() -> None:
    """Entries past their time never outnumber the live ones for long."""
    state = State()
    for turn in range(100):
        state = after((ready(marked(piece(f"t{turn}", 2000))), turn * 1000.0), state=state)
    assert len(state.entries) <= 2
