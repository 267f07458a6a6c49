"""How much of a context file a prompt holds."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agentbench.builder.context import limit_characters, shortened


@pytest.mark.parametrize(
    ("window", "limit"),
    [(None, 20_000), (0, 20_000), (-5, 20_000), (100_000, 24_000), (1_000_000, 240_000), (10**9, 500_000)],
)
def test_the_limit_grows_with_the_window(window: int | None, limit: int) -> None:
    """Six percent of the window at four characters a token, between a floor and a ceiling."""
    assert limit_characters(window) == limit


@settings(max_examples=500, deadline=None)
@given(st.text(max_size=80), st.integers(0, 60))
def test_what_is_kept_is_head_and_tail(text: str, limit: int) -> None:
    """A short text stays; of a longer one 70 % of the limit is kept in front, 20 % behind, and the note says so."""
    cut = shortened(text, limit, "f")
    if len(text) <= limit:
        assert cut == text
        return
    head, tail = int(limit * 0.7 + 1e-9), int(limit * 0.2 + 1e-9)
    assert cut.startswith(text[:head] + "\n[f is cut here: ")
    assert f"{len(text) - head - tail} of {len(text)} characters" in cut
    assert cut.endswith("Read the file for the rest.]" + (f"\n{text[-tail:]}" if tail else ""))
