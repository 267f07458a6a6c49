"""generateContent: system, tools, contents; model and stream from the URL; thoughts and tool results counted."""

import json

from agentbench.tape import ToolCall
from agentbench.tape.wire import parse, request

URL = "https://generativelanguage.googleapis.com/v1beta/models/gemini-3-flash:streamGenerateContent?alt=sse"


def dumped(value: object) -> bytes:
    """Compact JSON."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()


BODY = {
    "contents": [{"role": "user", "parts": [{"text": "q"}, {"inlineData": {}}]}],
    "tools": [{"googleSearch": {}, "functionDeclarations": [{"name": "f"}, {"name": "g"}]}],
    "systemInstruction": {"role": "user", "parts": [{"text": "s"}]},
    "generationConfig": {"temperature": 0},
}


def test_system_then_tools_then_contents() -> None:
    """A system part has no role; declarations stand before built-in tools, as in the message's definition."""
    read = request("gemini_generate", dumped(BODY))
    assert [(s.path, s.level, s.role) for s in read.segments] == [
        ("systemInstruction.parts[0]", "system", None),
        ("tools[0].functionDeclarations[0]", "tools", None),
        ("tools[0].functionDeclarations[1]", "tools", None),
        ("tools[0].googleSearch", "tools", None),
        ("contents[0].parts[0]", "messages", "user"),
        ("contents[0].parts[1]", "messages", "user"),
    ]
    assert read.tools == ("f", "g", "googleSearch")
    assert (read.segments[0].text, read.segments[4].text) == ("s", "q")
    assert read.parameters == {"generationConfig": {"temperature": 0}}


def test_a_stream_as_an_array() -> None:
    """Chunks in one JSON array; the last usage counts; thoughts are no text but output."""
    chunks = [
        {
            "candidates": [{"content": {"parts": [{"text": "hm", "thought": True}, {"text": "Hi"}]}}],
            "usageMetadata": {"promptTokenCount": 1},
        },
        {
            "candidates": [
                {
                    "content": {"parts": [{"functionCall": {"name": "f", "args": {"a": 1}}}]},
                    "finishReason": "STOP",
                }
            ],
            "modelVersion": "gemini-3-flash",
            "usageMetadata": {
                "promptTokenCount": 100,
                "cachedContentTokenCount": 64,
                "toolUsePromptTokenCount": 20,
                "candidatesTokenCount": 5,
                "thoughtsTokenCount": 7,
            },
        },
    ]
    parsed = parse(URL, "POST", dumped(BODY), 200, {}, dumped(chunks))
    assert parsed.request is not None
    assert parsed.response is not None
    assert (parsed.provider, parsed.request.model, parsed.request.stream) == (
        "gcp.gemini",
        "gemini-3-flash",
        True,
    )
    answer, usage = parsed.response, parsed.response.usage
    assert (answer.text, answer.stop_reason) == ("Hi", "STOP")
    assert answer.tool_calls == (ToolCall(name="f", arguments={"a": 1}, kind="functionCall"),)
    assert (usage.uncached, usage.read, usage.output, usage.reasoning, usage.input_total) == (
        56,
        64,
        12,
        7,
        120,
    )


def test_an_error_in_an_array() -> None:
    """As Gemini answers a bad streaming request."""
    parsed = parse(
        URL,
        "POST",
        dumped(BODY),
        400,
        {},
        dumped([{"error": {"code": 400, "message": "no", "status": "BAD"}}]),
    )
    assert parsed.response is not None
    assert parsed.response.error == "BAD: no"
