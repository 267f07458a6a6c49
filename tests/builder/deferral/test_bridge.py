"""The bridge: what its calls reach, and what no call can reach."""

import json
from collections.abc import Mapping

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agentbench.builder.deferral import BRIDGE, Answer, Bridge, Outcome, Refusal, Run, bridge, call, present
from agentbench.builder.deferral.search import RANKERS
from agentbench.builder.gates import Decision, gate
from agentbench.builder.tools import Tool
from tests.builder.gates.strategies import KNOWN, runs, tools
from tests.shared_data import shared

SET_POINT = {
    "type": "object",
    "properties": {"celsius": {"type": "number"}},
    "required": ["celsius"],
}
HEAT = Tool(
    name="set_heating", description="Set a room's temperature", parameters=SET_POINT, source="integration"
)
MAIL = Tool(name="mcp_x_write_file", description="Write a file far away", source="mcp", toolset="mcp-x")
LOCAL = Tool(name="write_file", description="Write a file here")
GONE = Decision(tool="pay", gate="untrusted", reason="untrusted content may enter this run through mcp-x")
LOST = Decision(tool="mcp_y_one", gate="dropped", reason="its server mcp-y went away")
TOOLS = bridge((HEAT, MAIL), (LOCAL, *BRIDGE), (GONE, LOST))


def told(outcome: Outcome) -> str:
    assert isinstance(outcome, Answer | Refusal)
    return outcome.text


def test_a_search_carries_enough_to_call_at_once() -> None:
    """A match has its parameters; nothing else has to be asked."""
    found = json.loads(told(call(TOOLS, "tool_search", {"queries": ["temperature of a room"]})))
    (result,) = found["results"]
    assert result["matches"][0] == {
        "name": "set_heating",
        "description": "Set a room's temperature",
        "parameters": SET_POINT,
    }


def test_each_query_has_its_own_answer() -> None:
    """Several needs are answered apart; one that nothing fits says so."""
    found = json.loads(told(call(TOOLS, "tool_search", {"queries": ["heating", "play some jazz"]})))
    first, second = found["results"]
    assert [match["name"] for match in first["matches"]] == ["set_heating"]
    assert second == {"query": "play some jazz", "matches": [], "note": second["note"]}
    assert "No tool fits" in second["note"]


@pytest.mark.parametrize(
    ("name", "arguments", "ran"),
    [
        pytest.param(
            "tool_call", {"name": "set_heating", "arguments": {"celsius": 21}}, {"celsius": 21}, id="nested"
        ),
        pytest.param(
            "tool_call", {"name": " set_heating ", "arguments": {"celsius": 21}}, {"celsius": 21}, id="padded"
        ),
        pytest.param(
            "tool_call", {"name": "set_heating", "celsius": 21}, {"celsius": 21}, id="flat-fault-10"
        ),
        pytest.param(
            "tool_call",
            {"name": "set_heating", "celsius": 21, "arguments": {}},
            {"celsius": 21},
            id="flat-and-empty",
        ),
        pytest.param(
            "tool_call",
            {"name": "set_heating", "arguments": '{"celsius": 21}'},
            {"celsius": 21},
            id="json-text",
        ),
        pytest.param("set_heating", {"celsius": 21}, {"celsius": 21}, id="direct"),
    ],
)
def test_ways_to_run(name: str, arguments: Mapping[str, object], ran: Mapping[str, object]) -> None:
    """Each spelling of the arguments reaches the tool whole."""
    assert call(TOOLS, name, arguments) == Run(tool=HEAT, arguments=ran)


@pytest.mark.parametrize(
    ("name", "arguments", "why"),
    [
        pytest.param(
            "tool_call", {"name": "set_heating", "celsius": 1, "arguments": {"celsius": 2}}, "both", id="both"
        ),
        pytest.param(
            "tool_call", {"name": "set_heating", "arguments": {"celsius": float("nan")}}, "finite", id="nan"
        ),
        pytest.param("tool_call", {"name": "set_heating"}, "'celsius' is required", id="missing"),
        pytest.param(
            "tool_call", {"name": "set_heating", "arguments": "{"}, "must be an object", id="bad-json"
        ),
        pytest.param(
            "tool_call", {"name": "set_heating", "arguments": "[1]"}, "must be an object", id="list"
        ),
        pytest.param(
            "tool_call", {"name": "tool_call", "arguments": {}}, "call tool_call itself", id="itself"
        ),
        pytest.param("tool_call", {"name": "write_file", "arguments": {}}, "call it directly", id="shown"),
        pytest.param(
            "tool_call", {"name": "SET_HEATING"}, "the nearest name is 'set_heating'", id="wrong-case"
        ),
        pytest.param("tool_call", {}, "no tool was named", id="no-name"),
        pytest.param("tool_call", "text", "no tool was named", id="no-object"),
        pytest.param(
            "tool_describe", {"name": "zzzzzz"}, "look for what you need with tool_search", id="unknown"
        ),
        pytest.param("tool_search", {"queries": [" ", 3]}, "no query was given", id="no-query"),
        pytest.param("tool_call", {"name": "pay"}, "(untrusted): untrusted content may enter", id="gated"),
        pytest.param("pay", {}, "(untrusted): untrusted content may enter", id="gated-directly"),
        pytest.param(
            "tool_describe", {"name": "mcp_y_one"}, "(dropped): its server mcp-y went away", id="dropped"
        ),
        pytest.param(
            "read_file", {}, "there is no tool 'read_file'; the nearest name is 'write_file'", id="fault-3"
        ),
    ],
)
def test_refusals_say_why(name: str, arguments: object, why: str) -> None:
    """What cannot be done is refused with a reason, never dropped, repaired or half done."""
    outcome = call(TOOLS, name, arguments)
    assert isinstance(outcome, Refusal)
    assert why in outcome.text


@pytest.mark.parametrize("name", ["mcp_x_write_file", "write_file"])
def test_a_direct_call_runs_that_tool(name: str) -> None:
    """Fault 3: a deferred tool called by its own name runs itself, not the local tool that sounds like it."""
    outcome = call(TOOLS, name, {})
    assert isinstance(outcome, Run)
    assert outcome.tool.name == name


def test_describe_gives_the_whole_description() -> None:
    """A search cuts a description at 400 characters, a description of one tool does not."""
    long = Tool(name="long", description="word " * 200, source="mcp")
    tools_ = bridge((long,))
    found = json.loads(told(call(tools_, "tool_search", {"query": "word long"})))
    assert len(found["results"][0]["matches"][0]["description"]) == 400
    assert len(json.loads(told(call(tools_, "tool_describe", {"name": "long"})))["description"]) == 1000


def vector_bridge(case: Mapping[str, object]) -> Bridge:
    """The five tools of the vectors under the case's toolsets, ranked as Hermes ranks."""
    listed = [("side_tool", "side"), ("mcp_x_one", "mcp-x"), ("mcp_x_two", "mcp-x"), ("mcp_y_one", "mcp-y")]
    enabled = case["enabled_toolsets"]
    deferred = [
        Tool(name=name, description=f"{name} thing", toolset=toolset, source="integration")
        for name, toolset in listed
        if not isinstance(enabled, list) or toolset in enabled
    ]
    label = str(case["label"])
    return bridge(
        sorted(deferred, key=lambda tool: tool.name),
        (Tool(name="core_a", description="core_a thing"),),
        ranker=RANKERS["hermes"],
        default_limit=1 if "cfg default 1" in label else 5,
        most=1 if "cfg max 1" in label else 20,
    )


# what Hermes does wrong (section 17): case id -> (fault, right outcome)
DEVIATIONS: Mapping[int, tuple[int, Mapping[str, object]]] = {
    42: (10, {"ran": "mcp_x_one", "args": {"v": 3}})
}


def test_vectors() -> None:
    """All shared vectors of the bridge hold, or deviate through the table."""
    cases = json.loads(shared("data/vectors/bridge_dispatch.json").read_text())["cases"]
    met = set()
    for case in cases:
        outcome = call(vector_bridge(case), case["function"], case["args"])
        wanted = DEVIATIONS.get(case["id"], (0, case["result"]))[1]
        met |= {case["id"]} & set(DEVIATIONS)
        if case["result_is_error"]:
            assert isinstance(outcome, Refusal), case["label"]
        elif isinstance(outcome, Run):
            assert {"ran": outcome.tool.name, "args": outcome.arguments} == wanted, case["label"]
        elif case["function"] == "tool_describe":
            assert json.loads(told(outcome)) == wanted, case["label"]
        else:
            found = json.loads(told(outcome))
            assert found["tools"] == wanted["total_available"], case["label"]
            names = [match["name"] for match in found["results"][0]["matches"]]
            assert names == [match["name"] for match in wanted["matches"]], case["label"]
    assert met == set(DEVIATIONS)


def spellings(name: str) -> list[str]:
    """Ways in which a model may get a name nearly right, or an attacker may try it."""
    joined = name.replace("_", "-")
    return [
        name,
        f" {name}\n",
        name.upper(),
        name.title(),
        joined,
        f"{name}_tool",
        f"functions.{name}",
        name[:-1],
    ]


names_tried = st.sampled_from([spelt for name in KNOWN for spelt in spellings(name)]) | st.text(max_size=6)
values_tried = st.sampled_from([None, {}, "{}", "", 3, [1], {"name": "mail"}, {"v": 1}, "not json"])
arguments_tried = st.one_of(
    values_tried,
    st.builds(lambda name, inner: {"name": name, "arguments": inner}, names_tried, values_tried),
    st.builds(lambda name, key, inner: {"name": name, key: inner}, names_tried, names_tried, values_tried),
    st.builds(lambda asked: {"queries": asked}, st.lists(names_tried, max_size=2)),
)
calls = st.tuples(st.sampled_from([tool.name for tool in BRIDGE]) | names_tried, arguments_tried)


@settings(max_examples=2000, deadline=None)
@given(
    st.lists(tools, unique_by=lambda tool: tool.name, max_size=6),
    runs,
    st.booleans(),
    st.lists(calls, max_size=6),
)
def test_no_call_reaches_a_tool_that_a_gate_removed(
    given_tools: list[Tool], run: object, deferred: bool, tried: list[tuple[str, object]]
) -> None:
    """No sequence of calls, with any names, spellings or arguments, runs, finds or describes a removed tool."""
    gated = gate(given_tools, run)  # type: ignore[arg-type]
    kept = {tool.name: tool for tool in gated.kept}
    presented = present(gated.kept, "bridge", deferred=deferred)
    tools_ = bridge(presented.catalogue, presented.array, gated.removed)
    for name, arguments in tried:
        outcome = call(tools_, name, arguments)
        if isinstance(outcome, Run):
            assert kept.get(outcome.tool.name) == outcome.tool
            asked = arguments.get("name") if isinstance(arguments, dict) and name == "tool_call" else name
            assert isinstance(asked, str)
            assert outcome.tool.name == asked.strip()
        elif isinstance(outcome, Answer):
            found = json.loads(outcome.text)
            matches = [match for result in found.get("results", ()) for match in result["matches"]]
            shown = [match["name"] for match in matches] if "results" in found else [found["name"]]
            assert set(shown) <= {tool.name for tool in presented.catalogue}
