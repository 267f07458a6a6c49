"""Responses: tools, instructions, input; one form for plain messages; items of the stream when the end is empty."""

import json

import pytest

from agentbench.tape import Segment, ToolCall
from agentbench.tape.wire import parse, request


def dumped(value: object) -> bytes:
    """Compact JSON."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()


def segments(**body: object) -> list[Segment]:
    """The segments of a body."""
    return list(request("openai_responses", dumped(body)).segments)


def test_tools_then_instructions_then_input() -> None:
    """Leading system and developer items belong to the level `system`, later ones do not."""
    found = segments(
        input=[
            {"role": "developer", "content": "d"},
            {"role": "user", "content": [{"type": "input_text", "text": "a"}, {"type": "input_image"}]},
            {"type": "function_call", "name": "f", "arguments": "{}", "call_id": "c"},
            {"role": "system", "content": "late"},
        ],
        instructions="do",
        tools=[{"type": "function", "name": "f"}],
    )
    assert [(s.path, s.level, s.role) for s in found] == [
        ("tools[0]", "tools", None),
        ("instructions", "system", None),
        ("input[0]", "system", "developer"),
        ("input[1].content[0]", "messages", "user"),
        ("input[1].content[1]", "messages", "user"),
        ("input[2]", "messages", None),
        ("input[3]", "messages", "system"),
    ]
    assert [s.text for s in found[1:4]] == ["do", "d", "a"]


def test_a_plain_message_has_one_form() -> None:
    """A string input, string content, one text part, and the type left out or not: the same to the model."""
    part = {"type": "input_text", "text": "é"}
    marked = {**part, "prompt_cache_breakpoint": {"mode": "explicit"}}
    forms: list[object] = [
        "é",
        [{"role": "user", "content": "é"}],
        [{"content": "é", "role": "user"}],
        [{"type": "message", "role": "user", "content": [part]}],
        [{"role": "user", "content": [marked]}],
    ]
    assert {segments(input=form)[0].key for form in forms} == {b'user\n{"role":"user","content":"\xc3\xa9"}'}
    assert segments(input=forms[-1])[0].marker == "5m"


@pytest.mark.parametrize(
    ("tool", "names"),
    [
        ({"type": "function", "name": "f"}, ("f",)),
        ({"type": "web_search"}, ("web_search",)),
        ({"type": "mcp", "server_label": "docs"}, ("mcp:docs",)),
        ({"type": "namespace", "name": "crm", "tools": [{"type": "function", "name": "get"}]}, ("crm.get",)),
    ],
)
def test_tool_names(tool: object, names: tuple[str, ...]) -> None:
    """Functions by name, others by type, servers by label, groups with their name before."""
    assert request("openai_responses", dumped({"input": "q", "tools": [tool]})).tools == names


def test_items_of_a_stream_whose_end_is_empty() -> None:
    """Then the finished items are the output; usage and model are the end's; input contains what was cached."""
    events = [
        {"type": "response.created", "response": {"model": "m", "output": []}},
        {
            "type": "response.output_item.done",
            "item": {"type": "message", "content": [{"type": "output_text", "text": "Hi"}]},
        },
        {
            "type": "response.output_item.done",
            "item": {
                "type": "function_call",
                "name": "get",
                "namespace": "crm",
                "arguments": '{"a":1}',
                "call_id": "c",
            },
        },
        {
            "type": "response.completed",
            "response": {
                "model": "m-1",
                "status": "completed",
                "output": [],
                "usage": {
                    "input_tokens": 100,
                    "input_tokens_details": {"cached_tokens": 60, "cache_write_tokens": 30},
                    "output_tokens": 7,
                    "output_tokens_details": {"reasoning_tokens": 3},
                    "total_tokens": 107,
                },
            },
        },
    ]
    body = b"".join(b"event: e\ndata: " + dumped(event) + b"\n\n" for event in events)
    parsed = parse(
        "**REDACTED**", "POST", dumped({"input": "q", "model": "m", "stream": True}), 200, {}, body
    )
    answer = parsed.response
    assert answer is not None
    assert (parsed.wire, answer.model, answer.text) == ("openai_responses", "m-1", "Hi")
    call = ToolCall(name="get", arguments={"a": 1}, id="c", kind="function_call", namespace="crm")
    assert answer.tool_calls == (call,)
    usage = answer.usage
    assert (usage.uncached, usage.read, usage.write, usage.output, usage.reasoning) == (10, 60, 30, 7, 3)


def test_a_failed_response_is_an_error() -> None:
    """A status 200 with a failed response inside."""
    failed = {
        "type": "response.failed",
        "response": {"output": [], "error": {"code": "server_error", "message": "no"}},
    }
    parsed = parse(
        None, None, dumped({"input": "q", "stream": True}), 200, {}, b"data: " + dumped(failed) + b"\n\n"
    )
    assert parsed.response is not None
    assert parsed.response.error == "server_error: no"
