"""Which block a change is blamed on."""

import json

import pytest

from agentbench.caching.levels import level_order
from agentbench.frame import build
from agentbench.tape import wire
from agentbench.tape.wire.sniff import WIRES
from tests.exchanges import Blocks, exchange, request, spans
from tests.wires import BODIES, Tools, sent

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


@pytest.mark.parametrize(
    ("was", "now", "segment"),
    [
        pytest.param(("hello", "hi", "and?"), ("hello",), "messages[1].content[0]", id="messages"),
        pytest.param((), None, "system[0]", id="system-text"),
    ],
)
def test_where_the_later_request_just_ends_what_is_gone_is_named(
    was: tuple[str, ...], now: tuple[str, ...] | None, segment: str
) -> None:
    """A request that is the beginning of the one before it lost what came next there."""
    shorter = request(messages=now) if now is not None else request(system=None, messages=())
    row = build([exchange(request(messages=was)), exchange(shorter, index=1)]).iloc[1]
    assert (row["first_change"], row["first_change_byte"]) == (segment, 0)


SYSTEM = ("You are Ada.", "Likes tea.")
TOOLS: Tools = {"add": "Adds an item.", "list": "Lists items.", "order": "Orders items."}
ORDERS = dict.fromkeys(BODIES, ("tools", "system", "messages")) | {
    "gemini_generate": ("system", "tools", "messages")
}


def test_every_wire_is_in_the_table() -> None:
    """A wire format that is read, and is not in the tables here, is one that nobody looked at."""
    assert {one.NAME for one in WIRES} == BODIES.keys()


@pytest.mark.parametrize("name", BODIES)
@pytest.mark.parametrize(
    ("system", "tools", "level", "block"),
    [
        pytest.param(SYSTEM, TOOLS | {"add": "Adds it."}, "tools", "tool:add", id="first-tool"),
        pytest.param(SYSTEM, TOOLS | {"list": "Lists it."}, "tools", "tool:list", id="second-tool"),
        pytest.param(SYSTEM, TOOLS | {"order": "Orders it."}, "tools", "tool:order", id="last-tool"),
        pytest.param(SYSTEM, TOOLS | {"pay": "Pays."}, "tools", "tool:pay", id="tool-added"),
        pytest.param(SYSTEM, dict(list(TOOLS.items())[:2]), "tools", "tool:order", id="last-tool-removed"),
        pytest.param(SYSTEM, dict(list(TOOLS.items())[1:]), "tools", "tool:add", id="first-tool-removed"),
        pytest.param(
            SYSTEM, dict(sorted(TOOLS.items(), reverse=True)), "tools", "tool:order", id="tools-turned-round"
        ),
        pytest.param((*SYSTEM, "Has a dog."), TOOLS, "system", None, id="system-text-added"),
        pytest.param(SYSTEM[:1], TOOLS, "system", None, id="system-text-removed"),
        pytest.param(("You are Bob.", SYSTEM[1]), TOOLS, "system", None, id="system-text-edited"),
    ],
)
def test_the_changed_piece_is_named_on_every_wire(
    name: str, system: tuple[str, ...], tools: Tools, level: str, block: str | None
) -> None:
    """Whatever order a wire's cache sees the levels in, the piece whose own bytes differ is named."""
    before, after = sent(name, SYSTEM, TOOLS), sent(name, system, tools)
    row = build([exchange(before), exchange(after, index=1)]).iloc[1]
    assert level in {
        one.level for one in (*before.segments, *after.segments) if one.path == row["first_change"]
    }
    assert (None if row.isna()["first_change_block"] else row["first_change_block"]) == block


@pytest.mark.parametrize("name", BODIES)
def test_the_order_of_levels_is_the_wires_own(name: str) -> None:
    """The order is told by whichever request has both levels; only Gemini puts the system text first."""
    whole, bare = sent(name, SYSTEM, TOOLS), sent(name, SYSTEM, {})
    assert level_order(whole) == level_order(bare, whole) == ORDERS[name]
    assert level_order(bare) == ("tools", "system", "messages")


@pytest.mark.parametrize(
    ("name", "was", "now", "block"),
    [
        pytest.param(
            "bedrock_converse",
            {"toolConfig": {"tools": [{"systemTool": {"name": "nova_grounding"}}]}},
            {},
            "tool:nova_grounding",
            id="tool-of-the-server",
        ),
        pytest.param(
            "gemini_generate",
            {"tools": [{"functionDeclarations": [{"name": "add"}]}, {"googleSearch": {}}]},
            {"tools": [{"functionDeclarations": [{"name": "add"}]}]},
            "tool:googleSearch",
            id="tool-without-a-name",
        ),
        pytest.param(
            "openai_responses",
            {
                "tools": [
                    {"type": "namespace", "name": "crm", "tools": [{"type": "function", "name": "find"}] * 2},
                    {"type": "mcp", "server_label": "notes"},
                ]
            },
            {
                "tools": [
                    {"type": "namespace", "name": "crm", "tools": [{"type": "function", "name": "find"}] * 2},
                    {"type": "mcp", "server_label": "notes", "require_approval": "never"},
                ]
            },
            "tool:mcp:notes",
            id="behind-a-namespace-of-several",
        ),
    ],
)
def test_tools_that_are_no_functions_are_named(
    name: str, was: dict[str, object], now: dict[str, object], block: str
) -> None:
    """One entry of the list may hold several names, or none: the entry itself says which it is."""
    sides = [wire.request(name, json.dumps(BODIES[name](SYSTEM, {}) | one).encode()) for one in (was, now)]
    row = build([exchange(sides[0]), exchange(sides[1], index=1)]).iloc[1]
    assert row["first_change_block"] == block
