"""Token counts that pass through what the provider reported."""

from collections.abc import Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agentbench.caching.counts import anchored, reported_anchors
from agentbench.tape.exchange import Usage
from tests.caching.prompts import marked, piece, ready

FOUR = ready(piece("a", 100), piece("b", 100), piece("c", 200), piece("d", 50))


@pytest.mark.parametrize(
    ("anchors", "ratio", "expected"),
    [
        pytest.param({}, 1.0, (100, 200, 400, 450), id="estimates"),
        pytest.param({}, 1.2, (120, 240, 480, 540), id="scaled-by-the-sequence"),
        # 0..400 estimated is 600 reported: one and a half; the last 50 at the ratio
        pytest.param({2: 600}, 2.0, (150, 300, 600, 700), id="stretched-up-to-an-anchor"),
        pytest.param({1: 260, 3: 510}, 1.0, (130, 260, 460, 510), id="between-two-anchors"),
        pytest.param({1: 260, 2: 100}, 1.0, (130, 260, 460, 510), id="an-anchor-that-shrinks-is-left-out"),
        pytest.param({9: 260, -1: 5}, 1.0, (100, 200, 400, 450), id="an-anchor-outside-is-left-out"),
    ],
)
def test_counts_pass_through_anchors(
    anchors: Mapping[int, int], ratio: float, expected: tuple[int, ...]
) -> None:
    """Between anchors in proportion to the estimates, behind them by the ratio."""
    found = anchored(FOUR, anchors, ratio)
    assert (found.tokens, found.total) == (expected, expected[-1])


def test_an_empty_request_has_no_tokens() -> None:
    """Nothing to anchor."""
    assert anchored(ready(), {0: 5}, 1.0).total == 0


@given(st.dictionaries(st.integers(0, 3), st.integers(0, 900)), st.floats(0.5, 2.5))
def test_longer_prefixes_never_get_smaller(anchors: dict[int, int], ratio: float) -> None:
    """Whatever is reported, the counts stay in order."""
    tokens = anchored(FOUR, anchors, ratio).tokens
    assert list(tokens) == sorted(tokens)


@pytest.mark.parametrize(
    ("usage", "expected"),
    [
        pytest.param(Usage(), {}, id="nothing-reported"),
        pytest.param(Usage(input_total=3000), {3: 3000}, id="the-whole-input"),
        pytest.param(
            Usage(input_total=3000, read=0, write_5m=2990), {2: 2990, 3: 3000}, id="written-to-the-last-mark"
        ),
        pytest.param(
            Usage(input_total=3000, read=1100, write_1h=400, write_5m=1400),
            {1: 1500, 2: 2900, 3: 3000},
            id="the-last-1-hour-mark-too",
        ),
        pytest.param(Usage(input_total=900, read=0, write_5m=0), {3: 900}, id="nothing-cached"),
    ],
)
def test_what_a_usage_counts_exactly(usage: Usage, expected: Mapping[int, int]) -> None:
    """The positions B and C of Anthropic's billing, and the end."""
    request = ready(
        piece("a", 1000), marked(piece("b", 500), "1h"), marked(piece("c", 1300)), piece("tail", 100)
    )
    assert reported_anchors(request, usage) == expected
