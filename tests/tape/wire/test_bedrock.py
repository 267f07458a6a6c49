"""Bedrock: Converse and Claude over InvokeModel, whole and as Amazon's event stream."""

import base64
import json
import struct
import zlib

import pytest

from agentbench.tape import ToolCall
from agentbench.tape.wire import eventstream, parse, request

MODEL = "us.anthropic.claude-sonnet-5-v1%3A0"
URL = f"https://bedrock-runtime.us-east-1.amazonaws.com/model/{MODEL}"


def dumped(value: object) -> bytes:
    """Compact JSON."""
    return json.dumps(value, separators=(",", ":")).encode()


def message(kind: str, payload: object, header: str = ":event-type") -> bytes:
    """One message of the event stream, worked out from its definition."""
    name = header.encode()
    headers = bytes([len(name)]) + name + b"\x07" + struct.pack(">H", len(kind)) + kind.encode()
    headers += b"\x04date\x08" + bytes(8)  # a timestamp header, to be stepped over
    body = dumped(payload)
    prelude = struct.pack(">II", 16 + len(headers) + len(body), len(headers))
    whole = prelude + struct.pack(">I", zlib.crc32(prelude)) + headers + body
    return whole + struct.pack(">I", zlib.crc32(whole))


BODY = {
    "messages": [
        {"role": "user", "content": [{"text": "q"}, {"cachePoint": {"type": "default", "ttl": "1h"}}]}
    ],
    "system": [{"text": "s"}, {"cachePoint": {"type": "default"}}],
    "toolConfig": {
        "tools": [{"toolSpec": {"name": "f"}}, {"cachePoint": {"type": "default"}}],
        "toolChoice": {"auto": {}},
    },
}


def test_cache_points_mark_what_stands_before_them() -> None:
    """They are no segments; tools, system, messages."""
    read = request("bedrock_converse", dumped(BODY))
    assert [(s.path, s.level, s.role, s.marker) for s in read.segments] == [
        ("toolConfig.tools[0]", "tools", None, "5m"),
        ("system[0]", "system", None, "5m"),
        ("messages[0].content[0]", "messages", "user", "1h"),
    ]
    assert read.tools == ("f",)
    assert read.parameters == {"toolChoice": {"auto": {}}}


def test_converse_as_a_stream() -> None:
    """Text and calls join; usage is outside the cache, and each cache number counts once although spelt twice."""
    stream = b"".join(
        [
            message("messageStart", {"role": "assistant"}),
            message("contentBlockDelta", {"contentBlockIndex": 0, "delta": {"text": "Hi"}}),
            message(
                "contentBlockStart",
                {"contentBlockIndex": 1, "start": {"toolUse": {"name": "f", "toolUseId": "t"}}},
            ),
            message("contentBlockDelta", {"contentBlockIndex": 1, "delta": {"toolUse": {"input": '{"a":'}}}),
            message("contentBlockDelta", {"contentBlockIndex": 1, "delta": {"toolUse": {"input": "1}"}}}),
            message("messageStop", {"stopReason": "tool_use"}),
            message(
                "metadata",
                {
                    "usage": {
                        "inputTokens": 5,
                        "cacheReadInputTokens": 100,
                        "cacheReadInputTokenCount": 100,
                        "cacheWriteInputTokens": 30,
                        "cacheDetails": [{"ttl": "5m", "inputTokens": 10}, {"ttl": "1h", "inputTokens": 20}],
                        "outputTokens": 7,
                    }
                },
            ),
        ]
    )
    parsed = parse(f"{URL}/converse-stream", "POST", dumped(BODY), 200, {}, stream)
    assert parsed.request is not None
    assert parsed.response is not None
    assert (parsed.wire, parsed.provider, parsed.request.stream) == ("bedrock_converse", "aws.bedrock", True)
    assert parsed.request.model == "us.anthropic.claude-sonnet-5-v1:0"
    answer, usage = parsed.response, parsed.response.usage
    assert (answer.text, answer.stop_reason) == ("Hi", "tool_use")
    assert answer.tool_calls == (ToolCall(name="f", arguments={"a": 1}, id="t", kind="toolUse"),)
    assert (usage.uncached, usage.read, usage.write_5m, usage.write_1h, usage.write_unsplit) == (
        5,
        100,
        10,
        20,
        None,
    )
    assert usage.input_total == 135


def test_claude_over_invoke_as_a_stream() -> None:
    """The chunks hold Anthropic's events; where those have no usage, Bedrock's meter counts."""
    events = [
        {
            "type": "message_start",
            "message": {"model": "claude-sonnet-5", "content": [], "role": "assistant"},
        },
        {"type": "content_block_start", "index": 0, "content_block": {"type": "text", "text": "Hi"}},
        {
            "type": "message_stop",
            "amazon-bedrock-invocationMetrics": {
                "inputTokenCount": 4,
                "outputTokenCount": 2,
                "cacheReadInputTokenCount": 9,
            },
        },
    ]
    stream = b"".join(
        message("chunk", {"bytes": base64.b64encode(dumped(event)).decode()}) for event in events
    )
    sent = {
        "anthropic_version": "bedrock-2023-05-31",
        "messages": [{"role": "user", "content": "q"}],
        "max_tokens": 1,
    }
    parsed = parse(f"{URL}/invoke-with-response-stream", "POST", dumped(sent), 200, {}, stream)
    assert parsed.response is not None
    assert (parsed.wire, parsed.response.text, parsed.response.model) == (
        "anthropic_messages",
        "Hi",
        "claude-sonnet-5",
    )
    usage = parsed.response.usage
    assert (usage.uncached, usage.read, usage.output, usage.input_total) == (4, 9, 2, 13)


def test_usage_from_headers() -> None:
    """InvokeModel answers with counts in headers where the body has none."""
    sent = {"anthropic_version": "bedrock-2023-05-31", "messages": [{"role": "user", "content": "q"}]}
    headers = {"x-amzn-bedrock-input-token-count": "12", "x-amzn-bedrock-output-token-count": "3"}
    body = dumped({"type": "message", "role": "assistant", "content": []})
    parsed = parse(f"{URL}/invoke", "POST", dumped(sent), 200, headers, body)
    assert parsed.response is not None
    assert (parsed.response.usage.uncached, parsed.response.usage.output) == (12, 3)


@pytest.mark.parametrize("cut", [1, 12, 30, -1])
def test_a_cut_stream_gives_what_was_whole(cut: int) -> None:
    """Anything after the last whole message is left out."""
    first, second = message("a", {"x": 1}), message("b", {"x": 2})
    assert eventstream.events(first + second[:cut]) == ({"a": {"x": 1}},)


def test_an_exception_in_a_stream_is_an_error() -> None:
    """Its type and message are told."""
    body = message("throttlingException", {"message": "slow down"}, ":exception-type")
    parsed = parse(f"{URL}/converse-stream", "POST", dumped(BODY), 200, {}, body)
    assert parsed.response is not None
    assert parsed.response.error == "throttlingException: slow down"


def test_broken_events_are_left_out() -> None:
    """A chunk without Base64, a payload that is no JSON, and unknown header types."""
    whole = message("chunk", {"bytes": base64.b64encode(b'{"x":1}').decode()})
    assert eventstream.events(message("chunk", {"bytes": "A"}) + whole) == ({"x": 1},)
    assert eventstream.events(message("chunk", {"bytes": base64.b64encode(b"{").decode()}) + whole) == (
        {"x": 1},
    )
    assert eventstream.events(framed(b"", b"no JSON") + whole) == ({"unknown": None}, {"x": 1})
    assert eventstream.events(framed(b"\x01a\x63", b"{}")) == ({"unknown": {}},)
    assert eventstream.events(framed(b"\x01a\x06\x00\x02xy" + b"\x01b\x00", b"{}")) == ({"unknown": {}},)


def test_a_length_that_cannot_be_ends_the_stream() -> None:
    """Shorter than its own headers, with a right checksum."""
    prelude = struct.pack(">II", 10, 100)
    assert eventstream.events(prelude + struct.pack(">I", zlib.crc32(prelude)) + bytes(20)) == ()


def framed(headers: bytes, payload: bytes) -> bytes:
    """One message of the event stream with these raw headers."""
    prelude = struct.pack(">II", 16 + len(headers) + len(payload), len(headers))
    whole = prelude + struct.pack(">I", zlib.crc32(prelude)) + headers + payload
    return whole + struct.pack(">I", zlib.crc32(whole))


def test_a_cache_point_with_nothing_before_it() -> None:
    """It marks nothing."""
    read = request(
        "bedrock_converse", dumped({"system": [{"cachePoint": {"type": "default"}}], "messages": []})
    )
    assert read.segments == ()
