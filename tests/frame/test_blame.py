"""Which block a change is blamed on."""

import pytest

from agentbench.frame import build
from tests.exchanges import Blocks, exchange, request, spans

IDENTITY = ("identity", "stable", "You are Ada.")
CLOCK = ("clock", "volatile", "Now 09:00")
MEMORY = ("memory", "context", "Likes tea.")


def _first_change(earlier: Blocks, later: Blocks, gap: str = "\n\n") -> tuple[object, ...]:
    calls = []
    for index, blocks in enumerate((earlier, later)):
        text, found = spans(blocks, gap)
        calls.append(exchange(request(system=text), index=index, blocks={"system[0]": found}))
    row = build(calls).iloc[1]
    return row["first_change"], row["first_change_block"], row["first_change_tier"]


@pytest.mark.parametrize(
    ("earlier", "later", "block", "tier"),
    [
        pytest.param(
            [IDENTITY, CLOCK],
            [IDENTITY, ("clock", "volatile", "Now 09:01")],
            "clock",
            "volatile",
            id="edited",
        ),
        pytest.param(
            [IDENTITY, MEMORY, CLOCK],
            [IDENTITY, ("memory", "context", "Likes tea. Has a dog."), CLOCK],
            "memory",
            "context",
            id="grew-at-its-end",
        ),
        pytest.param(
            [IDENTITY, ("memory", "context", "Likes tea. Has a dog."), CLOCK],
            [IDENTITY, MEMORY, CLOCK],
            "memory",
            "context",
            id="shrank-at-its-end",
        ),
        pytest.param([IDENTITY, MEMORY, CLOCK], [IDENTITY, CLOCK], "memory", "context", id="removed"),
        pytest.param([IDENTITY, CLOCK], [IDENTITY, MEMORY, CLOCK], "memory", "context", id="inserted"),
        pytest.param([IDENTITY], [IDENTITY, MEMORY], "memory", "context", id="added-last"),
        pytest.param([IDENTITY, MEMORY], [IDENTITY], "memory", "context", id="removed-last"),
    ],
)
def test_the_changed_block_is_named(earlier: Blocks, later: Blocks, block: str, tier: str) -> None:
    """The block whose own bytes differ first is named, not a neighbour that moved."""
    assert _first_change(earlier, later) == ("system[0]", block, tier)


@pytest.mark.parametrize(("was", "now"), [("tea, dog", "tea"), ("tea", "tea, dog")], ids=["shrank", "grew"])
def test_without_a_gap_the_block_that_starts_first_is_named(was: str, now: str) -> None:
    """Where blocks touch, the next one moves up or down to the change, and is not blamed for it."""
    earlier, later = ([("memory", "context", text), ("clock", "volatile", "9:00")] for text in (was, now))
    assert _first_change(earlier, later, gap="") == ("system[0]", "memory", "context")  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("was", "now", "segment", "block"),
    [
        pytest.param(("a", "b"), ("b", "a"), "tools[0]", "tool:b", id="re-ordered"),
        pytest.param(("a", "b"), ("a", "c", "b"), "tools[1]", "tool:c", id="inserted"),
        pytest.param(("a", "b", "c"), ("a", "c"), "tools[1]", "tool:b", id="removed"),
        pytest.param(("a", "b"), ("a",), "tools[1]", "tool:b", id="removed-last"),
        pytest.param(("a",), ("a", "b"), "tools[1]", "tool:b", id="added-last"),
    ],
)
def test_a_tool_is_named(was: tuple[str, ...], now: tuple[str, ...], segment: str, block: str) -> None:
    """A changed tool list names the tool that came, went or moved, and counts as stable."""
    frame = build([exchange(request(tools=was)), exchange(request(tools=now), index=1)])
    row = frame.iloc[1]
    found = (row["first_change"], row["first_change_block"], row["first_change_tier"])
    assert found == (segment, block, "stable")


def test_without_spans_the_block_is_missing() -> None:
    """Other people's recordings name segment and byte; the block stays missing."""
    frame = build([exchange(request(system="a")), exchange(request(system="b"), index=1)])
    row = frame.iloc[1]
    assert (row["first_change"], row["first_change_byte"]) == ("system[0]", 1)
    assert row[["first_change_block", "first_change_tier"]].isna().all()
