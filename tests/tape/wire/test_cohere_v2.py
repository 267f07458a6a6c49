"""Cohere's chat, version 2: tokens, not what is billed; calls that come in pieces."""

import json

from agentbench.tape import ToolCall
from agentbench.tape.wire import parse

SENT = json.dumps(
    {"model": "command-a", "messages": [{"role": "user", "content": "q"}], "stream": True}
).encode()


def test_a_stream_is_joined() -> None:
    """Text, a call in pieces, and usage at the end."""
    events = [
        {"type": "message-start", "id": "m", "delta": {"message": {"role": "assistant"}}},
        {"type": "content-delta", "index": 0, "delta": {"message": {"content": {"text": "Hi"}}}},
        {
            "type": "tool-call-start",
            "delta": {
                "message": {
                    "tool_calls": {"id": "c", "type": "function", "function": {"name": "f", "arguments": ""}}
                }
            },
        },
        {
            "type": "tool-call-delta",
            "delta": {"message": {"tool_calls": {"function": {"arguments": '{"a":'}}}},
        },
        {"type": "tool-call-delta", "delta": {"message": {"tool_calls": {"function": {"arguments": "1}"}}}}},
        {
            "type": "message-end",
            "delta": {
                "finish_reason": "TOOL_CALL",
                "usage": {
                    "billed_units": {"input_tokens": 3, "output_tokens": 1},
                    "tokens": {"input_tokens": 100, "output_tokens": 9},
                    "cached_tokens": 64,
                },
            },
        },
    ]
    body = "".join(f"event: {event['type']}\ndata: {json.dumps(event)}\n\n" for event in events).encode()
    parsed = parse("https://api.cohere.com/v2/chat", "POST", SENT, 200, {}, body)
    answer = parsed.response
    assert answer is not None
    assert (parsed.wire, parsed.provider, answer.text, answer.stop_reason) == (
        "cohere_v2",
        "cohere",
        "Hi",
        "TOOL_CALL",
    )
    assert answer.tool_calls == (ToolCall(name="f", arguments={"a": 1}, id="c", kind="function"),)
    assert (answer.usage.uncached, answer.usage.read, answer.usage.output) == (36, 64, 9)
