"""Explicit marks as Anthropic documents them (platform.claude.com, prompt caching, 2026-10)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agentbench.caching import Hit, Missed, NotAsked, State, TooSmall, look_up, refusal, store, usage
from agentbench.tape.exchange import Segment
from tests.caching.prompts import after, marked, outcome_after, piece, ready, rule_of

TOOLS = piece("tool", 600, "tools", None)
SYSTEM = piece("system", 900, "system", None)
ASK = piece("ask", 50)
REPLY = piece("reply", 30, role="assistant")
MORE = piece("more", 20)


def test_nothing_is_cached_without_a_marker() -> None:
    """Caching is opt-in: a request without a marker neither reads nor stores."""
    plain = ready(TOOLS, SYSTEM, ASK)
    state = after((ready(TOOLS, marked(SYSTEM), ASK), 0.0))
    assert look_up(state, plain, 1.0) == NotAsked()
    assert store(state, plain, NotAsked(), 1.0, 1.0) == state
    assert usage(plain, NotAsked(), 7).uncached == 1550


def test_a_marked_prefix_is_read_back_whole() -> None:
    """An identical resend within the lifetime reads everything up to its last marker."""
    first = ready(TOOLS, marked(SYSTEM), marked(ASK))
    assert outcome_after(first, 10.0, (first, 0.0)) == Hit(1550, 2)


def test_only_marked_positions_are_stored() -> None:
    """Exactly one entry per marker is written; an unmarked position cannot be read exactly."""
    state = after((ready(TOOLS, marked(SYSTEM), ASK, REPLY, marked(MORE)), 0.0))
    assert sorted(entry.tokens for entry in state.entries.values()) == [1500, 1600]


@pytest.mark.parametrize(
    ("changed", "read"),
    [
        pytest.param((TOOLS, marked(SYSTEM), marked(piece("other", 50))), 1500, id="last-message"),
        pytest.param((TOOLS, marked(piece("other", 900, "system", None)), marked(ASK)), 0, id="system"),
        pytest.param((piece("x", 600, "tools", None), marked(SYSTEM), marked(ASK)), 0, id="tools"),
        pytest.param((TOOLS, marked(SYSTEM), marked(piece("ask", 50, role="assistant"))), 1500, id="role"),
        pytest.param((TOOLS, marked(SYSTEM), ASK, REPLY, marked(MORE)), 1550, id="appended"),
    ],
)
def test_a_change_loses_its_position_and_all_later_ones(changed: tuple[Segment, ...], read: int) -> None:
    """The cumulative hash reaches as far as nothing differs."""
    found = outcome_after(ready(*changed), 1.0, (ready(TOOLS, marked(SYSTEM), marked(ASK)), 0.0))
    assert (found.read_tokens if isinstance(found, Hit) else 0) == read


@pytest.mark.parametrize(
    ("appended", "expected"),
    [
        pytest.param(19, Hit(2000, 0), id="the-twentieth-position-counting-the-marked-one"),
        pytest.param(20, Missed("out_of_reach"), id="one-too-many"),
    ],
)
def test_a_read_looks_back_twenty_positions(appended: int, expected: object) -> None:
    """At most 20 positions are tried, the marked one included."""
    head = marked(piece("head", 2000, "system", None))
    later = [piece(f"p{i}", 10) for i in range(appended)]
    request = ready(piece("head", 2000, "system", None), *later[:-1], marked(later[-1]))
    assert outcome_after(request, 1.0, (ready(head), 0.0)) == expected


def test_after_twenty_positions_the_next_earlier_marker_is_tried() -> None:
    """An earlier marker starts a look-back of its own."""
    head = piece("head", 2000, "system", None)
    later = [piece(f"p{i}", 10) for i in range(30)]
    stored = ready(head, later[0], marked(later[1]))
    request = ready(head, *later[:5], marked(later[5]), *later[6:-1], marked(later[-1]))
    assert outcome_after(request, 1.0, (stored, 0.0)) == Hit(2020, 2)


@pytest.mark.parametrize(
    ("model", "tokens", "expected"),
    [
        pytest.param("claude-opus-5", 511, TooSmall(511, 512), id="opus-5-below"),
        pytest.param("claude-opus-5", 512, Hit(512, 0), id="opus-5-at"),
        pytest.param("claude-sonnet-4-6", 1023, TooSmall(1023, 1024), id="sonnet-4-6-below"),
        pytest.param("claude-sonnet-4-6", 1024, Hit(1024, 0), id="sonnet-4-6-at"),
        pytest.param("claude-opus-4-7", 2047, TooSmall(2047, 2048), id="opus-4-7-below"),
        pytest.param("claude-haiku-4-5", 4095, TooSmall(4095, 4096), id="haiku-4-5-below"),
        pytest.param("claude-haiku-4-5", 4096, Hit(4096, 0), id="haiku-4-5-at"),
    ],
)
def test_the_minimum_depends_on_the_model(model: str, tokens: int, expected: object) -> None:
    """A marked prefix below the model's minimum is processed without caching, silently."""
    request = ready(marked(piece("text", tokens)), rule=rule_of(model))
    assert outcome_after(request, 1.0, (request, 0.0)) == expected


def test_a_small_marker_beside_a_large_one_stores_nothing() -> None:
    """The minimum holds per marked prefix."""
    state = after((ready(marked(TOOLS), marked(SYSTEM)), 0.0))
    assert [entry.tokens for entry in state.entries.values()] == [1500]


@pytest.mark.parametrize(
    ("first", "second", "readable"),
    [
        pytest.param("workspace-1", "workspace-1", True, id="same-workspace"),
        pytest.param("workspace-1", "workspace-2", False, id="per-workspace-since-2026-02-05"),
    ],
)
def test_caches_are_apart_by_scope(first: str, second: str, readable: bool) -> None:
    """Workspaces never share an entry."""
    segments = (TOOLS, marked(SYSTEM))
    found = outcome_after(ready(*segments, scope=second), 1.0, (ready(*segments, scope=first), 0.0))
    assert isinstance(found, Hit) is readable


def test_caches_are_apart_by_model() -> None:
    """A model never reads what another one stored."""
    segments = (TOOLS, marked(SYSTEM))
    sonnet, opus = ready(*segments), ready(*segments, rule=rule_of("claude-opus-5"))
    assert outcome_after(opus, 1.0, (sonnet, 0.0)) == Missed("changed")


@pytest.mark.parametrize(
    ("ttls", "refused"),
    [
        pytest.param(["5m"] * 4, False, id="four"),
        pytest.param(["5m"] * 5, True, id="five"),
        pytest.param(["1h", "5m"], False, id="longer-first"),
        pytest.param(["5m", "1h"], True, id="shorter-first"),
    ],
)
def test_what_the_provider_refuses(ttls: list[str], refused: bool) -> None:
    """More than four markers, or a longer lifetime behind a shorter one, are an error."""
    request = ready(*(marked(piece(f"p{i}", 10), ttl) for i, ttl in enumerate(ttls)))
    assert (refusal(request.marks, request.rule) is not None) is refused


segments = st.lists(
    st.builds(
        piece,
        st.sampled_from("abc"),
        st.integers(1, 900),
        role=st.sampled_from(["user", "assistant"]),
        mark=st.sampled_from([None, None, "5m", "1h"]),
    ),
    min_size=1,
    max_size=12,
)


@given(st.lists(segments, min_size=1, max_size=4), segments)
def test_a_hit_never_exceeds_the_request(before: list[list[Segment]], now: list[Segment]) -> None:
    """What is read lies within the request, and all classes sum to its tokens."""
    state = after(*((ready(*sent), float(at)) for at, sent in enumerate(before)))
    request = ready(*now)
    outcome = look_up(state, request, 10.0)
    used = usage(request, outcome, None)
    parts = (used.uncached, used.read, used.write_5m, used.write_1h)
    assert all(part is not None and part >= 0 for part in parts)
    assert sum(part or 0 for part in parts) == request.total == used.input_total


@given(segments)
def test_markers_never_change_keys(sent: list[Segment]) -> None:
    """A marker is no part of what it marks: moving it keeps every prefix key."""
    plain = [piece(s.path, len(s.text.split()), role=s.role) for s in sent]
    assert ready(*sent).keys == ready(*plain).keys


@given(segments, st.floats(0, 299))
def test_a_resend_within_the_lifetime_reads_everything_marked(sent: list[Segment], gap: float) -> None:
    """The second of two identical requests reads up to its last marker, whatever stands in it."""
    request = ready(*sent)
    outcome = outcome_after(request, gap, (request, 0.0))
    if request.marks and request.tokens[request.marks[-1].position] >= 1024:
        assert outcome == Hit(request.tokens[request.marks[-1].position], request.marks[-1].position)
    else:
        assert isinstance(outcome, NotAsked | TooSmall)


@given(segments, segments)
def test_appending_never_lowers_what_can_be_read(sent: list[Segment], more: list[Segment]) -> None:
    """With the last marker kept in reach, a longer request reads at least as much."""
    request = ready(*sent)
    state = after((request, 0.0))
    longer = ready(*sent, *more)
    before, later = look_up(state, request, 1.0), look_up(state, longer, 1.0)
    assert not isinstance(before, Hit) or (isinstance(later, Hit) and later.read_tokens >= before.read_tokens)


def test_an_empty_cache_is_cold() -> None:
    """Nothing was stored before the first request."""
    assert look_up(State(), ready(TOOLS, marked(SYSTEM)), 0.0) == Missed("cold")
