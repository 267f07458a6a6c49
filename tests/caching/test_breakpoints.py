"""Breakpoints, OpenAI from 5.6 (developers.openai.com, prompt caching, 2026-10), and models without a cache."""

import pytest

from agentbench.caching import Hit, Missed, NotAsked, State, TooSmall, look_up, refusal, store, usage
from agentbench.tape.exchange import Segment
from tests.caching.prompts import after, marked, outcome_after, piece, ready, rule_of

GPT = rule_of("gpt-5-6", "openai")
HEAD = piece("head", 2000, "system", "system")
ASK = piece("ask", 50)
REPLY = piece("reply", 30, role="assistant")
MORE = piece("more", 20)


@pytest.mark.parametrize(
    ("before", "now", "expected"),
    [
        pytest.param(
            (HEAD, ASK), (HEAD, ASK, REPLY, MORE), Hit(2050, 1), id="the-newest-input-message-ends-an-entry"
        ),
        pytest.param(
            (HEAD, ASK), (HEAD, piece("other", 50)), Missed("changed"), id="no-shorter-unmarked-prefix"
        ),
        pytest.param(
            (marked(HEAD, "30m"), ASK), (HEAD, piece("other", 50)), Missed("out_of_reach"), id="mark-not-sent"
        ),
        pytest.param(
            (marked(HEAD, "30m"), ASK),
            (marked(HEAD, "30m"), piece("other", 50)),
            Hit(2000, 0),
            id="marked-head",
        ),
        pytest.param(
            (HEAD, ASK, marked(REPLY)), (HEAD, ASK, marked(REPLY), MORE), Hit(2050, 1), id="not-on-answers"
        ),
        pytest.param((piece("a", 1000),), (piece("a", 1000),), TooSmall(1000, 1024), id="below-the-minimum"),
    ],
)
def test_what_is_read(before: tuple[Segment, ...], now: tuple[Segment, ...], expected: object) -> None:
    """Entries end at breakpoints, exact to the token; nothing in between can be read."""
    assert outcome_after(ready(*now, rule=GPT), 1.0, (ready(*before, rule=GPT), 0.0)) == expected


def test_the_explicit_mode_leaves_out_the_implicit_breakpoint() -> None:
    """`prompt_cache_options.mode: explicit` caches only what is marked; without a mark nothing."""
    mode = {"prompt_cache_options": {"mode": "explicit"}}
    assert look_up(State(), ready(HEAD, ASK, rule=GPT, **mode), 0.0) == NotAsked()
    assert [m.position for m in ready(marked(HEAD), ASK, rule=GPT, **mode).marks] == [0]


def test_only_the_latest_80_breakpoints_are_considered() -> None:
    """The 81st is out of reach, whatever the number of blocks between."""
    turns = [piece(f"t{i}", 1) for i in range(80)]
    stored = (ready(HEAD, ASK, rule=GPT), 0.0)
    assert outcome_after(ready(HEAD, ASK, *turns[:79], rule=GPT), 1.0, stored) == Hit(2050, 1)
    assert outcome_after(ready(HEAD, ASK, *turns, rule=GPT), 1.0, stored) == Missed("out_of_reach")


@pytest.mark.parametrize(
    ("options", "gap", "hit"),
    [
        pytest.param({}, 1799.0, True, id="within-30-minutes"),
        pytest.param({}, 1800.0, False, id="after-30-minutes"),
        pytest.param({"prompt_cache_options": {"ttl": "12h"}}, 43_199.0, True, id="12-hours"),
    ],
)
def test_how_long_an_entry_lives(options: dict[str, object], gap: float, hit: bool) -> None:
    """30 minutes at least, 12 hours on request."""
    request = ready(HEAD, ASK, rule=GPT, **options)
    assert isinstance(outcome_after(request, gap, (request, 0.0)), Hit) is hit


def test_writes_are_reported_unsplit() -> None:
    """`cache_write_tokens` counts what lies between the hit and the last breakpoint."""
    request = ready(HEAD, ASK, REPLY, MORE, piece("tail", 4, role="assistant"), rule=GPT)
    state = after((ready(HEAD, ASK, rule=GPT), 0.0))
    used = usage(request, look_up(state, request, 1.0), None)
    assert (used.read, used.write, used.write_unsplit, used.write_5m, used.uncached) == (
        2050,
        50,
        50,
        None,
        4,
    )
    assert refusal(request.marks, GPT) is None


def test_a_prompt_without_input_has_no_breakpoint() -> None:
    """The implicit breakpoint ends a user or tool message."""
    assert look_up(State(), ready(HEAD, rule=GPT), 0.0) == NotAsked()


def test_a_model_without_a_cache() -> None:
    """GPT-4 and older never read; all tokens are uncached."""
    request = ready(piece("a", 5000), rule=rule_of("gpt-4-turbo", "openai"))
    outcome = look_up(State(), request, 0.0)
    assert outcome == NotAsked()
    assert store(State(), request, outcome, 0.0, 0.0) == State()
    used = usage(request, outcome, 3)
    assert (used.uncached, used.read, used.output) == (5000, 0, 3)
