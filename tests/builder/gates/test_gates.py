"""Gates: which tools go, in which order, and with what reason."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agentbench.builder.gates import (
    GATES,
    Decision,
    RunFacts,
    Snapshot,
    from_json,
    gate,
    tag_note,
    to_json,
)
from agentbench.builder.tools import Tool, prefixed
from agentbench.errors import BadInput
from tests.builder.gates.strategies import runs, tools, written_tools

STRANGER = Tool(name="read_site", description="", source="mcp", toolset="mcp-web", untrusted=True)
PAY = Tool(name="pay", description="", high_privilege=True)
LAMP = Tool(name="lamp", description="", source="device", device="Kitchen")


@pytest.mark.parametrize(
    ("given_tools", "run", "reasons"),
    [
        pytest.param(
            [Tool(name="t", description="", needs=("key", "binary"))],
            RunFacts(available={"binary": True}),
            {"t": ("capability", "it needs key, which is not there")},
            id="capability",
        ),
        pytest.param(
            [Tool(name="t", description="", tier=2)],
            RunFacts(provider_tier=1),
            {"t": ("tier", "it requires provider tier 2, this provider has 1")},
            id="tier",
        ),
        pytest.param(
            [Tool(name="t", description="", tier=2)], RunFacts(provider_tier=2), {}, id="tier-is-enough"
        ),
        pytest.param(
            [STRANGER, PAY, LAMP],
            RunFacts(exempt=frozenset({"lamp"})),
            {"pay": ("untrusted", "untrusted content may enter this run through mcp-web")},
            id="untrusted-with-an-exempt-device",
        ),
        pytest.param([PAY, LAMP], RunFacts(), {}, id="nothing-untrusted"),
        pytest.param(
            [*prefixed([STRANGER], "p"), LAMP],
            RunFacts(),
            {"lamp": ("untrusted", "untrusted content may enter this run through mcp-web")},
            id="wrapping-keeps-the-mark",
        ),
        pytest.param(
            [STRANGER, PAY],
            RunFacts(denied=frozenset({"mcp-web"})),
            {
                "pay": ("untrusted", "untrusted content may enter this run through mcp-web"),
                "read_site": ("denied", "the user switched it off"),
            },
            id="the-deny-list-comes-after-the-untrusted-gate",
        ),
        pytest.param(
            [Tool(name="t", description="", tags=("health", "eu"))],
            RunFacts(blocked_tags=frozenset({"health"})),
            {"t": ("tag", "this provider may not be given health")},
            id="tag",
        ),
        pytest.param(
            [Tool(name="t", description="", needs=("key",), tier=9, tags=("x",))],
            RunFacts(blocked_tags=frozenset({"x"})),
            {"t": ("capability", "it needs key, which is not there")},
            id="the-first-gate-gives-the-reason",
        ),
    ],
)
def test_reasons(given_tools: list[Tool], run: RunFacts, reasons: dict[str, tuple[str, str]]) -> None:
    """Each tool that goes leaves its gate and reason; the rest stays."""
    outcome = gate(given_tools, run)
    assert {d.tool: (d.gate, d.reason) for d in outcome.removed} == reasons
    assert {tool.name for tool in outcome.kept} == {tool.name for tool in given_tools} - set(reasons)


def test_the_order_is_the_reference_s() -> None:
    """Capability, tier, untrusted, deny list, tag."""
    assert [one.__name__ for one in GATES] == ["capability", "tier", "untrusted", "denied", "tag"]


def test_the_tag_note_is_made_from_the_decisions() -> None:
    """It names what the tag gate blocked, sorted, and nothing else; without any there is no note."""
    blocked = [Decision(tool=name, gate="tag", reason="") for name in ("b", "a")]
    other = Decision(tool="c", gate="tier", reason="")
    note = tag_note([*blocked, other])
    assert note is not None
    assert "a, b." in note
    assert "c" not in note.split(":")[1].split(".")[0]
    assert tag_note([other]) is None


@given(st.lists(tools, unique_by=lambda tool: tool.name, max_size=8), runs)
def test_every_tool_is_kept_or_has_a_reason(given_tools: list[Tool], run: RunFacts) -> None:
    """Nothing is lost and nothing is both; the tools that stay keep their order; gating again removes no more."""
    outcome = gate(given_tools, run)
    kept, removed = [tool.name for tool in outcome.kept], [decision.tool for decision in outcome.removed]
    assert sorted(kept + removed) == sorted(tool.name for tool in given_tools)
    assert kept == [tool.name for tool in given_tools if tool.name in set(kept)]
    again = gate(outcome.kept, run)
    assert again.kept == outcome.kept


@given(st.lists(written_tools, unique_by=lambda tool: tool.name, max_size=5), runs, st.booleans())
def test_a_snapshot_comes_back_as_it_was(given_tools: list[Tool], run: RunFacts, deferred: bool) -> None:
    """A snapshot goes to JSON and back without loss, and twice to the same bytes."""
    outcome = gate(given_tools, run)
    snapshot = Snapshot(tools=outcome.kept, removed=outcome.removed, deferred=deferred)
    assert from_json(to_json(snapshot)) == snapshot
    assert to_json(from_json(to_json(snapshot))) == to_json(snapshot)


@pytest.mark.parametrize("text", ["", "{}", '{"tools": [{}], "removed": [], "deferred": true}'])
def test_what_is_no_snapshot_is_told(text: str) -> None:
    """Other text is bad input, with where it fails."""
    with pytest.raises(BadInput, match="snapshot of tools: at "):
        from_json(text)
