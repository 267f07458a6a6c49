"""Implicit caches of any common prefix: OpenAI up to 5.5 (developers.openai.com, prompt caching)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agentbench.caching import Hit, Missed, State, TooSmall, look_up, usage
from agentbench.caching.common import common_length
from agentbench.tape.exchange import Segment
from tests.caching.prompts import after, outcome_after, piece, ready, rule_of

GPT = rule_of("gpt-5-2", "openai")


@pytest.mark.parametrize(
    ("common", "rest", "read"),
    [
        pytest.param(4597, 27, 4480, id="recorded-4597-then-4624"),
        pytest.param(4466, 39, 4352, id="recorded-4466-then-4505"),
        pytest.param(1024, 1, 1024, id="exactly-the-minimum"),
        pytest.param(1151, 500, 1024, id="one-below-the-next-step"),
        pytest.param(1152, 500, 1152, id="the-next-step"),
    ],
)
def test_reads_are_floored_to_128_tokens(common: int, rest: int, read: int) -> None:
    """The first two lines are token counts of public recordings of gpt-4o models."""
    head = piece("head", common)
    found = outcome_after(ready(head, piece("rest", rest), rule=GPT), 1.0, (ready(head, rule=GPT), 0.0))
    assert found == Hit(read, 0)


def test_prompts_below_the_minimum_are_never_cached() -> None:
    """1,024 tokens is the smallest prompt that takes part."""
    small = ready(piece("head", 1023), rule=GPT)
    assert outcome_after(small, 1.0, (small, 0.0)) == TooSmall(1023, 1024)
    assert after((small, 0.0)) == State()


def test_a_short_common_prefix_of_long_prompts_is_no_hit() -> None:
    """A common prefix of 1,023 tokens reads nothing, however long the prompts."""
    first = ready(piece("head", 1023), piece("a", 2000), rule=GPT)
    second = ready(piece("head", 1023), piece("b", 2000), rule=GPT)
    assert outcome_after(second, 1.0, (first, 0.0)) == Missed("changed")


def test_the_prefix_may_end_inside_a_segment() -> None:
    """The unit is the token: a text that changes near its end is shared up to there."""
    first = piece("same", 3000)
    second = piece("same", 2000)
    assert outcome_after(ready(second, piece("x", 5), rule=GPT), 1.0, (ready(first, rule=GPT), 0.0)) == Hit(
        1920, -1
    )


def test_the_longest_of_all_stored_prompts_counts() -> None:
    """Any stored prompt serves, not only the latest."""
    a, b = piece("a", 1500), piece("b", 700)
    sent = [(ready(a, b, rule=GPT), 0.0), (ready(a, piece("c", 900), rule=GPT), 1.0)]
    assert outcome_after(ready(a, b, piece("d", 9), rule=GPT), 2.0, *sent) == Hit(2200 // 128 * 128, 1)


def test_a_role_is_part_of_the_prefix() -> None:
    """The same text said by another role is another prompt."""
    first, second = ready(piece("a", 1500), rule=GPT), ready(piece("a", 1500, role="assistant"), rule=GPT)
    assert outcome_after(second, 1.0, (first, 0.0)) == Missed("changed")


@pytest.mark.parametrize(
    ("parameters", "gap", "hit"),
    [
        pytest.param({}, 599.0, True, id="in-memory-within-10-minutes"),
        pytest.param({}, 600.0, False, id="in-memory-after-10-minutes"),
        pytest.param({"prompt_cache_retention": "24h"}, 86_399.0, True, id="24-hours"),
        pytest.param({"prompt_cache_retention": "24h"}, 86_400.0, False, id="after-24-hours"),
        pytest.param({"prompt_cache_retention": "in_memory"}, 600.0, False, id="in-memory-asked-for"),
    ],
)
def test_how_long_a_prefix_lives(parameters: dict[str, str], gap: float, hit: bool) -> None:
    """In memory some minutes idle, or 24 hours where the request asks for it."""
    request = ready(piece("a", 1500), rule=GPT, **parameters)
    found = outcome_after(request, gap, (request, 0.0))
    assert found == (Hit(1408, 0) if hit else Missed("expired"))


def test_a_read_begins_the_lifetime_anew() -> None:
    """The time counts from the last use."""
    request = ready(piece("a", 1500), rule=GPT)
    assert outcome_after(request, 1000.0, (request, 0.0), (request, 500.0)) == Hit(1408, 0)


def test_a_schema_stands_in_front_of_everything() -> None:
    """The schema of a structured output is a prefix of the prompt (OpenAI's guide)."""
    first = ready(piece("a", 1500), rule=GPT)
    second = ready(piece("a", 1500), rule=GPT, response_format={"type": "json_schema"})
    assert outcome_after(second, 1.0, (first, 0.0)) == Missed("changed")


def test_what_is_reported() -> None:
    """The total includes what was read; writes are not reported."""
    request = ready(piece("a", 1500), rule=GPT)
    used = usage(request, Hit(1408, 0), 5)
    assert (used.input_total, used.read, used.uncached, used.write, used.output) == (1500, 1408, 92, None, 5)


def test_other_prompts_that_expired_are_forgotten() -> None:
    """Continuations whose time is over are dropped when a new one is stored."""
    root = ready(piece("start", 1500), rule=GPT)
    state = State()
    for turn in range(20):
        state = after((ready(piece(f"t{turn}", 1500), rule=GPT), turn * 1000.0), state=state)
    assert len(state.entries[root.before[0]].following) == 1


pieces = st.lists(
    st.builds(piece, st.sampled_from("ab"), st.integers(1, 900), role=st.sampled_from(["user", "assistant"])),
    min_size=1,
    max_size=8,
)


@given(st.lists(pieces, min_size=1, max_size=4), pieces)
def test_a_hit_is_the_floor_of_the_longest_common_prefix(
    sent: list[list[Segment]], now: list[Segment]
) -> None:
    """The machine agrees with comparing whole prompts word by word."""
    state = after(*((ready(*one, rule=GPT), float(at)) for at, one in enumerate(sent)))
    request = ready(*now, rule=GPT)
    found = look_up(state, request, 10.0)
    # a prompt as a list of (role, word), and a boundary in front of every segment
    stored = [_flat(one) for one in sent if sum(len(s.text.split()) for s in one) >= 1024]
    common = max((_common(one, _flat(now)) for one in stored), default=0)
    read = common // 128 * 128
    expected = read if read >= 1024 else 0
    assert (found.read_tokens if isinstance(found, Hit) else 0) == expected


def _flat(segments: list[Segment]) -> list[str]:
    return [w for s in segments for w in (f"<{s.role}>", *s.text.split(), "<end>")]


def _common(left: list[str], right: list[str]) -> int:
    count = 0
    for a, b in zip(left, right, strict=False):
        if a != b:
            break
        count += not a.startswith("<")
    return count


@given(st.text("ab", max_size=30), st.text("ab", max_size=30))
def test_common_length_is_how_far_two_texts_agree(left: str, right: str) -> None:
    """Checked against comparing character by character."""
    expected = next((i for i, (a, b) in enumerate(zip(left, right, strict=False)) if a != b), None)
    assert common_length(left, right) == (min(len(left), len(right)) if expected is None else expected)
