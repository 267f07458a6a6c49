"""Whether a run defers, and from what settings."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agentbench.builder.deferral import BRIDGE, Agent, Policy, decide, policy, present, schema_tokens
from agentbench.builder.tools import Tool
from tests.shared_data import shared

BRIDGE_TOKENS = schema_tokens(BRIDGE)


def mcp(count: int, characters: int, name: str = "mcp_srv_tool_{:03d}") -> list[Tool]:
    empty = {"type": "object", "properties": {}}
    return [
        Tool(name=name.format(n), description="x" * characters, parameters=empty, source="mcp")
        for n in range(count)
    ]


# where the configuration means something else to Hermes: `true` is auto there (fault 17)
MODE_DEVIATES = {json.dumps(True): (17, "on")}
CASES = "data/vectors/deferral_threshold.json"


def test_configuration_vectors() -> None:
    """Every shared configuration is read as Hermes reads it, but for `true`."""
    for case in json.loads(shared(CASES).read_text())["cases"]:
        if case["kind"] != "decision":
            continue
        read, wanted = policy(case["config_raw"]), case["config"]
        mode = MODE_DEVIATES.get(json.dumps(case["config_raw"]), (0, wanted["enabled"]))[1]
        if case["config_raw"] is False:
            assert read.mode == "off"
        assert read.mode == mode, case["id"]
        assert read.threshold_pct == wanted["threshold_pct"], case["id"]
        assert (read.default_limit, read.most) == (wanted["search_default_limit"], wanted["max_search_limit"])


def test_decision_vectors() -> None:
    """Every shared decision holds, but where deferring would cost more than it saves (15.2, finding H)."""
    held = deviated = 0
    for case in json.loads(shared(CASES).read_text())["cases"]:
        if case["kind"] != "decision":
            continue
        tokens = case["deferrable_tokens"]
        # one tool of so many tokens, and the bridge at what Hermes' own costs
        counted = {tool.name: 126 for tool in BRIDGE} | {"mcp_srv_tool_000": tokens}
        read = policy(case["config_raw"])
        mode = case["config"]["enabled"]  # where it is read otherwise (fault 17) is compared above
        decided = decide(
            mcp(1, 0) if tokens else [],
            Policy(mode=mode, threshold_pct=read.threshold_pct),
            case["context_length"],
            count=lambda text, counted=counted: counted[json.loads(text)["function"]["name"]],
        )
        assert (decided.deferrable_tokens, decided.bridge_tokens) == (tokens, 378)
        assert decided.deferred == (case["deferred"] and tokens > 378), case["id"]
        held += decided.deferred == case["deferred"]
        deviated += decided.deferred != case["deferred"]
    assert held > 100
    assert deviated > 0


def test_assembly_vectors() -> None:
    """Every shared assembly: counts, tokens and names; a bridge dearer than what it hides is not built."""
    for case in json.loads(shared(CASES).read_text())["cases"]:
        if case["kind"] != "assembly":
            continue
        tools = [
            *[Tool(name=f"core_{n}", description="core") for n in range(case["core_tools"])],
            *mcp(case["mcp_tools"], case["description_chars"]),
            *mcp(case["plugin_tools"], case["description_chars"], "plug_{}"),
        ]
        decided = decide(tools, policy(case["config_raw"]), case["context_length"])
        assert decided.deferrable_tokens == case["deferred_tokens"], case["id"]
        deferred = case["deferred"] and case["deferred_tokens"] > BRIDGE_TOKENS  # finding H
        assert decided.deferred == deferred, case["id"]
        array = present(tools, "bridge", deferred=decided.deferred).array
        if deferred == case["deferred"]:
            assert len(array) == case["visible_count"], case["id"]
            assert case["visible_names"] is None or sorted(case["visible_names"]) == sorted(
                t.name for t in array
            )
        else:
            assert len(array) == len(tools), case["id"]


@pytest.mark.parametrize(
    ("agent", "durable", "deferred"),
    [
        pytest.param("interactive", False, True, id="interactive"),
        pytest.param("sub_agent", True, False, id="sub-agents-never"),
        pytest.param("durable", False, False, id="durable-is-off-by-default"),
        pytest.param("durable", True, True, id="durable-switched-on"),
    ],
)
def test_who_defers(agent: Agent, durable: bool, deferred: bool) -> None:
    """Only top-level interactive agents defer; durable runs where the policy says so."""
    decided = decide(mcp(50, 100), Policy(mode="on", durable=durable), 8192, agent=agent)
    assert decided.deferred == deferred


def test_the_running_model_decides() -> None:
    """Fault 7: 5,550 tokens are above a tenth of a small window and below that of a large one."""
    tools = mcp(100, 100)
    assert decide(tools, Policy(), 32_768).deferred
    assert not decide(tools, Policy(), 200_000).deferred
    assert not decide(tools, Policy(), None).deferred
    assert decide(mcp(400, 100), Policy(), None).deferred


def test_only_what_may_be_deferred_counts() -> None:
    """First-party tools, devices and tools that talk to the user never defer and are not counted."""
    tools = [
        Tool(name="a", description="x" * 9000),
        Tool(name="b", description="x" * 9000, source="device"),
        Tool(name="c", description="x" * 9000, source="mcp", interaction=True),
    ]
    decided = decide(tools, Policy(mode="on"), 1000)
    assert (decided.deferred, decided.deferrable_tokens) == (False, 0)


def test_a_counter_may_be_given() -> None:
    """With a counter of its own each schema is counted by it, and the bridge too."""
    decided = decide(mcp(3, 10), Policy(), 100, count=lambda _: 7)
    assert (decided.deferrable_tokens, decided.bridge_tokens) == (21, 21)
    assert not decided.deferred


@given(st.integers(0, 60), st.integers(0, 300), st.integers(0, 300_000))
def test_deferring_always_saves(count: int, characters: int, window: int) -> None:
    """Whatever is decided, the array that is shown is never larger for it."""
    tools = mcp(count, characters)
    decided = decide(tools, Policy(mode="on"), window)
    shown = present(tools, "bridge", deferred=decided.deferred).array
    assert schema_tokens(shown) <= schema_tokens(tools)


json_like = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.dictionaries(
        st.sampled_from(["enabled", "threshold_pct", "max_search_limit", "search_default_limit"]), inner
    ),
)


@given(json_like)
def test_any_configuration_is_read(raw: object) -> None:
    """No configuration raises, and the limits stay within bounds."""
    read = policy(raw)
    assert 0 <= read.threshold_pct <= 100
    assert 1 <= read.default_limit <= read.most <= 50
