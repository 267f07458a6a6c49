"""The common prefix of two requests, over segments in cache order."""

from itertools import takewhile

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agentbench.frame import common_length, common_prefix
from agentbench.tape.exchange import Request
from tests.exchanges import request


@pytest.mark.parametrize(
    ("a", "b", "expected"),
    [
        pytest.param(b"", b"", 0, id="both-empty"),
        pytest.param(b"", b"x", 0, id="one-empty"),
        pytest.param(b"x", b"y", 0, id="first-byte-differs"),
        pytest.param(b"abc", b"abd", 2, id="last-byte-differs"),
        pytest.param(b"abc", b"abcdef", 3, id="one-is-a-prefix"),
        pytest.param("né".encode(), "nè".encode(), 2, id="inside-a-character"),
    ],
)
def test_common_length(a: bytes, b: bytes, expected: int) -> None:
    """Equal leading bytes are counted in bytes, not characters."""
    assert common_length(a, b) == expected


@given(st.binary(max_size=40), st.binary(max_size=40), st.binary(max_size=40))
def test_common_length_equals_a_walk(head: bytes, a: bytes, b: bytes) -> None:
    """The bisection gives what a byte-by-byte walk gives."""
    left, right = head + a, head + b
    walked = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(left, right, strict=False)))
    assert common_length(left, right) == walked


texts = st.lists(st.text(max_size=8), max_size=5)


@given(texts, texts)
def test_an_extension_keeps_all_bytes(messages: list[str], more: list[str]) -> None:
    """A request that only adds messages keeps every byte of the earlier one and has no fork."""
    earlier, later = request(messages=messages), request(messages=messages + more)
    common = common_prefix(earlier.segments, later.segments)
    assert common.fork is None
    assert common.shared_bytes == common.earlier_bytes == len(earlier.body)


@given(texts, texts)
def test_shared_bytes_are_symmetric_and_bounded(a: list[str], b: list[str]) -> None:
    """Two requests share the same number of bytes whichever came first, never more than either has."""
    left, right = request(messages=a), request(messages=b)
    there, back = (common_prefix(x.segments, y.segments) for x, y in ((left, right), (right, left)))
    assert there.shared_bytes == back.shared_bytes
    assert 0 <= there.shared_bytes <= min(len(left.body), len(right.body))


def _fork(earlier: Request, later: Request) -> tuple[int, int, str | None, str | None]:
    fork = common_prefix(earlier.segments, later.segments).fork
    assert fork is not None
    return (
        fork.position,
        fork.byte,
        fork.was.path,
        fork.now.path if fork.now else None,
    )


def test_a_change_is_located_in_its_segment() -> None:
    """The fork names the first differing segment and the byte within its JSON, quote included."""
    fork = _fork(request(system="It is 09:00."), request(system="It is 09:01."))
    assert fork == (2, 1 + len("It is 09:0"), "system[0]", "system[0]")


def test_a_shorter_request_forks_at_what_it_lost() -> None:
    """A request that ends early forks at the earlier one's next segment."""
    fork = _fork(request(messages=["a", "b"]), request(messages=["a"]))
    assert fork == (4, 0, "messages[1].content[0]", None)


def test_the_same_text_in_another_role_is_a_change() -> None:
    """Role is part of what a cache compares: nothing of a segment is shared where it differs."""
    earlier, later = request(system=None, messages=["a", "same"]), request(system="a", messages=["same"])
    common = common_prefix(earlier.segments, later.segments)
    assert common.fork is not None
    assert common.fork.byte == 0
