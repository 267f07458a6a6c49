"""The prefix map: every byte of every request has one state."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from matplotlib.figure import Figure

from agentbench.report.figures import draw_prefix_map, prefix_map
from agentbench.report.theme import STATE_COLOURS
from agentbench.tape.exchange import Tier
from tests.exchanges import exchange, request, session, usage
from tests.measure.frames import two_layouts

TEXTS = st.lists(
    st.tuples(st.sampled_from("abc"), st.sampled_from(["", "x", "yy", "ü"])), min_size=1, max_size=3
)


def states(exchanges: tuple[object, ...], layout: str, number: int) -> list[tuple[str, str]]:
    """Block and state of the pieces of one request of a layout."""
    found = prefix_map(exchanges)  # type: ignore[arg-type]
    rows = found[(found["layout"] == layout) & (found["request"] == number)]
    return list(zip(rows["block"], rows["state"], strict=True))


def test_a_first_request_is_all_new() -> None:
    """There is nothing to reuse."""
    assert {state for _, state in states(two_layouts(), "monolith", 0)} == {"new"}


def test_a_changed_clock_is_marked_and_what_stands_behind_it_is_sent_again() -> None:
    """Tools and identity are reused; the clock from its first differing byte on is changed; memory is sent again."""
    assert states(two_layouts(), "monolith", 1) == [
        ("tool:read_file", "reused"),
        ("tool:search_web", "reused"),
        ("identity", "reused"),
        ("clock", "reused"),
        ("clock", "changed"),
        ("memory", "again"),
        ("user", "again"),
        ("assistant", "new"),
        ("user", "new"),
    ]


def test_what_only_grows_is_reused_whole() -> None:
    """appended's second request: all of the first, then what is new; nothing changed."""
    found = [state for _, state in states(two_layouts(), "appended", 1)]
    assert found == ["reused"] * 5 + ["new"] * 2


def test_others_recordings_are_told_by_segment() -> None:
    """Where no block is known, the level's name stands for it and a changed system text has no tier."""
    texts = ("Hello Bob", "Hello Eve")
    calls = [exchange(request(system=text), usage(uncached=9), index=i) for i, text in enumerate(texts)]
    found = prefix_map(calls)
    changed = found[found["state"] == "changed"].iloc[0]
    assert (changed["block"], changed["start"]) == (
        "system",
        found[found["block"] == "system"]["start"].min() + 7,
    )
    assert changed.isna()["tier"]
    assert found["layout"].isna().all()


@given(st.lists(TEXTS, min_size=1, max_size=3))
def test_the_pieces_of_a_request_fill_it(prompts: list[list[tuple[str, str]]]) -> None:
    """From byte 0 to the last one, without gap or overlap, each byte with one known state."""
    tiers: tuple[Tier, ...] = ("stable", "context", "volatile")
    turns = [[(name, tiers["abc".index(name)], text) for name, text in blocks] for blocks in prompts]
    calls = session(turns, [usage(uncached=1)] * len(turns))
    found = prefix_map(calls)
    assert set(found["state"]) <= set(STATE_COLOURS)
    for (number, rows), call in zip(found.groupby("request"), calls, strict=True):
        assert call.request is not None
        assert (number, rows["start"].iloc[0]) == (call.index, 0)
        assert rows["start"].tolist()[1:] == rows["end"].tolist()[:-1]
        assert rows["end"].iloc[-1] == sum(len(segment.raw) for segment in call.request.segments)


def test_reused_is_what_the_frame_calls_the_common_prefix() -> None:
    """The same figure, from another computation."""
    from tests.measure.frames import FOUR_TURNS

    found = prefix_map(two_layouts())
    reused = found[found["state"] == "reused"].groupby(["layout", "request"])["end"].max()
    expected = FOUR_TURNS.dropna(subset="common_prefix_bytes").set_index(["layout", "turn"])[
        "common_prefix_bytes"
    ]
    assert reused.to_dict() == expected.to_dict()


def test_a_tool_that_is_gone_is_a_change_though_nothing_new_was_sent() -> None:
    """Everything behind it is sent again, and the change is named at the first such byte."""
    sent = [request(tools=tools) for tools in (("read_file", "search_web"), ("search_web",))]
    found = prefix_map([exchange(one, index=i) for i, one in enumerate(sent)])
    later = found[found["request"] == 1]
    assert later["breaks"].dropna().tolist() == ["tool:read_file"]
    assert [state for state in later["state"] if state != "reused"] == ["again"] * 3
    title = draw_prefix_map(found, Figure().subplots()).get_title(loc="left")
    assert title.endswith("in 1 of 2 requests")


@pytest.mark.parametrize(
    ("layout", "says"),
    [
        pytest.param("monolith", "sent again behind changes, in 3 of 4 requests", id="broken"),
        pytest.param("appended", "of bytes reusable;\nnone of 4 requests changes what was sent", id="whole"),
    ],
)
def test_the_title_is_the_finding_and_the_block_is_named(layout: str, says: str) -> None:
    """One bar per request and state; a changed block's name stands behind its bar."""
    parts = prefix_map(two_layouts())
    axes = draw_prefix_map(parts[parts["layout"] == layout], Figure().subplots())
    assert axes.get_title(loc="left").startswith(f"{layout}: ") and axes.get_title(loc="left").endswith(says)
    assert [text.get_text().strip() for text in axes.texts] == ["clock"] * (3 if layout == "monolith" else 0)


def test_one_request_has_nothing_to_reuse() -> None:
    """It is said, and no share is made of nothing."""
    axes = draw_prefix_map(prefix_map(two_layouts(turns=1)[:1]), Figure().subplots())
    assert axes.get_title(loc="left") == "monolith: one request, nothing to reuse"


def test_nothing_is_an_empty_table() -> None:
    """A file that cannot be read has no bytes to show."""
    assert prefix_map([exchange(kind="unreadable", index=None)]).empty
