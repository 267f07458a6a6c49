"""What an answer called: through the bridge unwrapped, searches apart, and what they brought back."""

import json
from collections.abc import Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agentbench.builder.deferral import BRIDGE
from agentbench.frame import build, names
from agentbench.frame.selection import called, found, searches
from agentbench.tape import wire
from agentbench.tape.exchange import Exchange, Response, ToolCall
from tests.exchanges import exchange, request

BRIDGED = (*(tool.name for tool in BRIDGE), "get_time")


def answered(*calls: ToolCall, tools: tuple[str, ...] = BRIDGED, index: int = 0) -> Exchange:
    """A request with these tools, answered with these calls."""
    return exchange(request(tools=tools), index=index, response=Response(status=200, tool_calls=calls))


def through(arguments: object) -> ToolCall:
    """A call of the bridge's own `tool_call`."""
    return ToolCall(name="tool_call", arguments=arguments)


@pytest.mark.parametrize(
    ("call", "expected"),
    [
        pytest.param(through({"name": "pay", "arguments": {"sum": 3}}), ("pay",), id="unwrapped"),
        pytest.param(through({"name": " pay "}), ("pay",), id="spaces-around"),
        pytest.param(through({"name": "invented"}), ("invented",), id="a-tool-that-does-not-exist"),
        pytest.param(through({"name": "tool_search"}), (), id="the-bridge-itself"),
        pytest.param(through({"name": 7}), (), id="no-name"),
        pytest.param(through({}), (), id="nothing"),
        pytest.param(through("{broken"), (), id="arguments-that-are-no-object"),
        pytest.param(ToolCall(name="pay", arguments={}), ("pay",), id="deferred-name-called-directly"),
        pytest.param(ToolCall(name="get_time", arguments={}), ("get_time",), id="shown"),
        pytest.param(ToolCall(name="tool_describe", arguments={"name": "pay"}), (), id="description"),
        pytest.param(ToolCall(name="tool_search", arguments={"queries": ["pay"]}), (), id="search"),
    ],
)
def test_calls_with_a_bridge(call: ToolCall, expected: tuple[str, ...]) -> None:
    """The real tool counts; the bridge's own tools are none."""
    assert called(answered(call)) == expected


def test_without_a_bridge_its_names_are_ordinary() -> None:
    """Somebody else's `tool_call` is a tool like any other."""
    assert called(answered(through({"name": "pay"}), tools=("tool_call",))) == ("tool_call",)


@pytest.mark.parametrize(
    "call",
    [
        pytest.param(ToolCall(name="tool_search", arguments={}), id="bridge"),
        pytest.param(ToolCall(name="search_tools", arguments={}), id="pydantic-ai"),
        pytest.param(
            ToolCall(name="tool_search_tool_bm25", arguments={}, kind="server_tool_use"), id="anthropic"
        ),
        pytest.param(ToolCall(name="tool_search_call", arguments={}, kind="tool_search_call"), id="openai"),
    ],
)
def test_searches_are_counted_and_are_no_calls(call: ToolCall) -> None:
    """Whoever runs the search."""
    one = answered(call, ToolCall(name="pay", arguments={}))
    assert (searches(one), called(one)) == (1, ("pay",))


RESULTS = {
    "bridge": {"results": [{"query": "q", "matches": [{"name": "pay", "parameters": {}}]}], "tools": 9},
    "pydantic-ai": {"discovered_tools": [{"name": "pay"}]},
    "nothing": {"results": [{"query": "q", "matches": [], "note": "No tool fits."}], "tools": 9},
}


def chat(*messages: Mapping[str, object], calls: tuple[ToolCall, ...] = (), index: int = 0) -> Exchange:
    """A request on the Chat wire."""
    body = json.dumps({"model": "m", "messages": messages}).encode()
    return exchange(
        wire.request("openai_chat", body),
        index=index,
        response=Response(status=200, tool_calls=calls),
    )


@pytest.mark.parametrize(
    ("result", "expected"),
    [
        pytest.param("bridge", ("pay",), id="bridge"),
        pytest.param("pydantic-ai", ("pay",), id="pydantic-ai"),
        pytest.param("nothing", (), id="nothing-fits"),
    ],
)
def test_what_a_search_brought_back(result: str, expected: tuple[str, ...]) -> None:
    """The next request of the conversation shows it, as JSON in a tool's message."""
    user: dict[str, object] = {"role": "user", "content": "Pay."}
    asked = chat(user, calls=(ToolCall(name="tool_search", arguments={}, id="c1"),))
    told = {"role": "tool", "tool_call_id": "c1", "content": json.dumps(RESULTS[result])}
    assert found(asked, chat(user, told, index=1)) == expected
    frame = build([asked, chat(user, told, index=1)])
    assert [names(cell) for cell in frame["found_tools"]] == [expected, None]
    assert frame["search_calls"].tolist() == [1, 0]


@pytest.mark.parametrize(
    ("wire_name", "body"),
    [
        pytest.param(
            "anthropic_messages",
            {
                "messages": [
                    {"role": "user", "content": "Pay."},
                    {
                        "role": "user",
                        "content": [
                            {
                                "type": "tool_result",
                                "tool_use_id": "c1",
                                "content": [{"type": "tool_reference", "tool_name": "pay"}],
                            }
                        ],
                    },
                ]
            },
            id="anthropic",
        ),
        pytest.param(
            "openai_responses",
            {
                "input": [
                    {"role": "user", "content": "Pay."},
                    {"type": "tool_search_output", "call_id": "c1", "tools": [{"name": "pay"}]},
                ]
            },
            id="openai",
        ),
    ],
)
def test_what_a_provider_s_search_brought_back(wire_name: str, body: dict[str, object]) -> None:
    """References and loaded tools, as the vendors write them."""
    asked = answered(ToolCall(name="tool_search", arguments={}))
    after = exchange(wire.request(wire_name, json.dumps({"model": "m", **body}).encode()), index=1)
    assert found(asked, after) == ("pay",)


def test_results_that_nobody_saw_are_unknown() -> None:
    """A turn that was cut off behind its search does not tell what came back; one without a search neither."""
    assert found(answered(ToolCall(name="tool_search", arguments={})), None) is None
    assert found(answered(ToolCall(name="pay", arguments={})), answered(index=1)) is None


def test_nobody_labelled_what_is_only_inspected() -> None:
    """Without a scenario's labels there is neither a verdict nor an expectation."""
    frame = build([exchange(called=["pay"]), exchange(kind="set_aside", index=1)])
    assert frame[["expected_tools", "selection", "catalogue_tools"]].isna().all().all()
    assert frame["called_tools"].tolist()[0] == '["pay"]' and frame["called_tools"].isna().tolist()[1]


@given(
    st.recursive(st.none() | st.text() | st.integers(), lambda v: st.lists(v) | st.dictionaries(st.text(), v))
)
def test_any_arguments_and_any_results_are_read(value: object) -> None:
    """Whatever a model sends through the bridge, and whatever stands in a result, nothing raises."""
    one = answered(through(value), ToolCall(name="tool_search", arguments=value))
    assert searches(one) == 1
    told = chat({"role": "tool", "tool_call_id": "c", "content": json.dumps(value)}, index=1)
    assert all(isinstance(name, str) for name in (*called(one), *(found(one, told) or ())))
