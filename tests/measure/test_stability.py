"""Where prefixes break."""

import pandas as pd
from hypothesis import given
from hypothesis import strategies as st

from agentbench.frame import build
from agentbench.measure import breaks, broken, compared, place_text
from tests.exchanges import exchange, request
from tests.measure.frames import FOUR_TURNS, few


def test_each_broken_block_is_one_row() -> None:
    """The clock of monolith broke 3 of 3 requests; appended broke none and has no row."""
    found = breaks(FOUR_TURNS)
    assert found[["layout", "block", "tier", "requests", "compared"]].values.tolist() == [
        ["monolith", "clock", "volatile", 3, 3]
    ]


def test_a_break_names_segment_byte_and_excerpts() -> None:
    """Byte within the segment's JSON, the first turn that broke, and what changed there."""
    row = breaks(FOUR_TURNS).iloc[0]
    byte = len('"You are Ada, an assistant.' + r"\n\n" + "Now 09:0")
    assert (row["segment"], row["byte"], row["turn"]) == ("system[0]", byte, 1)
    assert row["lead"].endswith("Now 09:0")
    assert (row["was"][0], row["now"][0]) == ("0", "1")


def test_without_blocks_the_segment_is_the_place() -> None:
    """Other people's recordings are grouped by the segment that changed, most requests first."""
    texts = ["a", "b", "c"]
    calls = [exchange(request(system=t), index=i) for i, t in enumerate(texts)]
    calls += [exchange(request(tools=[t]), index=i, cassette="b.yaml") for i, t in enumerate("xy")]
    found = breaks(build(calls))
    assert found["segment"].tolist() == ["system[0]", "tools[0]"]
    assert found["requests"].tolist() == [2, 1]
    assert found["compared"].tolist() == [3, 3]
    assert found["block"].fillna("").tolist() == ["", "tool:x"]


def test_provenances_are_never_pooled() -> None:
    """Grouping by family alone still keeps recorded and simulated apart."""
    calls = [
        exchange(request(system=t), index=i, cassette=p, provenance=p)  # type: ignore[arg-type]
        for p in ("recorded", "simulated")
        for i, t in enumerate("ab")
    ]
    assert breaks(build(calls), by=("family",))["provenance"].tolist() == ["recorded", "simulated"]


@few
@given(st.permutations(range(8)))
def test_order_of_rows_does_not_matter(order: list[int]) -> None:
    """Shuffled rows give the same breaks."""
    frame = FOUR_TURNS
    pd.testing.assert_frame_equal(breaks(frame.iloc[order]), breaks(frame))


def test_counts() -> None:
    """Of 8 requests 6 had an earlier one, and 3 of those broke."""
    frame = FOUR_TURNS
    assert (compared(frame), broken(frame)) == (6, 3)


def test_a_place_is_spelt_one_way() -> None:
    """Block first where it is known."""
    assert place_text("clock", "system[0]", 12) == "clock @ system[0] byte 12"
    assert place_text(None, "tools[1]", 0) == "tools[1] byte 0"
