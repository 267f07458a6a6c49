"""Chat Completions: segments in cache order, usage in disjoint classes, calls joined from pieces."""

import json

import pytest

from agentbench.errors import Unreadable
from agentbench.tape import Response, Segment, ToolCall
from agentbench.tape.wire import openai_chat, parse, request
from agentbench.tape.wire.openai_chat_answer import usage


def segments(body: object) -> list[Segment]:
    """The segments of a body in compact JSON."""
    return list(request("openai_chat", dumped(body)).segments)


def dumped(value: object) -> bytes:
    """Compact JSON."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()


TOOL = {"type": "function", "function": {"name": "look_up", "parameters": {"type": "object"}}}


def test_segments_stand_in_cache_order_with_their_bytes() -> None:
    """Tools come before messages although the body has them last; each raw is the slice at its start."""
    body = dumped(
        {
            "model": "gpt-5.2",
            "messages": [
                {"role": "system", "content": "Grüß Gott"},
                {
                    "role": "user",
                    "content": [{"type": "text", "text": "a"}, {"type": "image_url", "image_url": {}}],
                },
                {"role": "assistant", "content": None, "tool_calls": [{"id": "c1"}]},
            ],
            "tools": [TOOL],
            "temperature": 0,
        }
    )
    read = request("openai_chat", body)
    assert [(s.path, s.level, s.role) for s in read.segments] == [
        ("tools[0]", "tools", None),
        ("messages[0]", "system", "system"),
        ("messages[1].content[0]", "messages", "user"),
        ("messages[1].content[1]", "messages", "user"),
        ("messages[2]", "messages", "assistant"),
    ]
    for segment in read.segments:
        assert segment.start is not None
        assert body[segment.start : segment.start + len(segment.raw)] == segment.raw
    assert [s.text for s in read.segments[1:3]] == ["Grüß Gott", "a"]
    assert read.parameters == {"temperature": 0}
    assert (read.tools, read.model, read.message_count) == (("look_up",), "gpt-5.2", 2)


def test_a_later_system_message_is_among_the_messages() -> None:
    """Only leading system and developer messages are the level `system`."""
    roles = ["developer", "system", "user", "system"]
    found = segments({"messages": [{"role": role, "content": "x"} for role in roles]})
    assert [s.level for s in found] == ["system", "system", "messages", "messages"]


def test_string_and_single_text_part_have_the_same_key() -> None:
    """Clients switch between the forms when a marker moves; to the model they are the same."""
    marked = [{"type": "text", "text": "hé", "cache_control": {"type": "ephemeral"}}]
    (as_string,) = segments({"messages": [{"role": "user", "content": "hé"}]})
    (as_parts,) = segments({"messages": [{"role": "user", "content": marked}]})
    assert as_string.key == as_parts.key
    assert (as_string.marker, as_parts.marker) == (None, "5m")
    assert as_parts.text == "hé"


def test_other_members_of_a_message_with_parts_are_segments() -> None:
    """`tool_calls` beside a list of parts is a segment of its own."""
    parts = [{"type": "text", "text": "a"}, {"type": "text", "text": "b"}]
    found = segments({"messages": [{"role": "assistant", "content": parts, "tool_calls": [{"id": "1"}]}]})
    assert [s.path for s in found][-1] == "messages[0].tool_calls"
    assert found[-1].raw == b'[{"id":"1"}]'


@pytest.mark.parametrize("body", [b"", b"[]", b"{", b'"x"', b"\xff"])
def test_no_object_is_unreadable(body: bytes) -> None:
    """What is no JSON object is said to be unreadable."""
    with pytest.raises(Unreadable):
        openai_chat.request(body)


@pytest.mark.parametrize(
    ("raw", "classes"),
    [
        pytest.param(
            {"prompt_tokens": 10, "completion_tokens": 2}, (10, None, None, 2, 10), id="no-cache-reported"
        ),
        pytest.param(
            {"prompt_tokens": 10, "completion_tokens": 2, "prompt_tokens_details": {"cached_tokens": 0}},
            (10, 0, None, 2, 10),
            id="zero-is-not-absent",
        ),
        pytest.param(
            {
                "prompt_tokens": 1000,
                "completion_tokens": 2,
                "prompt_tokens_details": {"cached_tokens": 600, "cache_write_tokens": 300},
            },
            (100, 600, 300, 2, 1000),
            id="writes-are-part-of-the-prompt",
        ),
        pytest.param(
            {"prompt_tokens": 20, "completion_tokens": 1, "prompt_cache_hit_tokens": 5},
            (15, 5, None, 1, 20),
            id="deepseek",
        ),
        pytest.param(
            {"prompt_tokens": 20, "completion_tokens": 1, "cached_tokens": 7},
            (13, 7, None, 1, 20),
            id="moonshot",
        ),
        pytest.param({"prompt_tokens": None}, (None, None, None, None, None), id="null"),
    ],
)
def test_usage_in_disjoint_classes(raw: dict[str, object], classes: tuple[int | None, ...]) -> None:
    """Uncached, read, written and output, by every spelling; the raw object stays beside it."""
    found = usage(raw)
    assert (found.uncached, found.read, found.write, found.output, found.input_total) == classes
    assert found.raw == raw


def test_impossible_usage_is_flagged_and_kept() -> None:
    """More cached than prompted is reported as it came."""
    found = usage({"prompt_tokens": 208, "total_tokens": 500, "cached_tokens": 314, "completion_tokens": 1})
    assert (found.uncached, found.read) == (-106, 314)
    assert found.flags == ("total_differs_from_prompt_plus_completion", "cached_exceeds_prompt")


def test_a_stream_is_joined() -> None:
    """Text and the pieces of parallel calls join; usage is the last chunk's; what was cut off is left out."""
    chunks = [
        {
            "object": "chat.completion.chunk",
            "model": "m",
            "choices": [{"index": 0, "delta": {"content": "Hel"}}],
        },
        {"choices": [{"index": 0, "delta": {"content": "lo", "tool_calls": [call(0, "a", "one", '{"x"')]}}]},
        {
            "choices": [
                {"index": 0, "delta": {"tool_calls": [call(0, None, None, ":1}"), call(1, "b", "two", "{")]}}
            ]
        },
        {"choices": [{"index": 0, "delta": {}, "finish_reason": "tool_calls"}]},
        {"choices": [], "usage": {"prompt_tokens": 3, "completion_tokens": 4}},
    ]
    body = b"".join(b"data: " + dumped(chunk) + b"\n\n" for chunk in chunks) + b'data: {"cut'
    sent = dumped({"messages": [{"role": "user", "content": "hi"}], "stream": True})
    parsed = parse("https://api.openai.com/v1/chat/completions", "POST", sent, 200, {}, body)
    answer = parsed.response
    assert answer is not None
    assert (parsed.kind, parsed.provider, answer.text, answer.stop_reason) == (
        "model_call",
        "openai",
        "Hello",
        "tool_calls",
    )
    assert answer.tool_calls == (
        ToolCall(name="one", arguments={"x": 1}, id="a", kind="function"),
        ToolCall(name="two", arguments="{", id="b", kind="function"),
    )
    assert (answer.usage.uncached, answer.usage.output) == (3, 4)


def call(index: int, id_: str | None, name: str | None, arguments: str) -> dict[str, object]:
    """A piece of a streamed tool call."""
    named = {"name": name} if name else {}
    return {"index": index, **({"id": id_} if id_ else {}), "function": {**named, "arguments": arguments}}


@pytest.mark.parametrize(
    ("status", "body", "error"),
    [
        pytest.param(400, {"error": {"message": "no", "type": "bad"}}, "bad: no", id="object"),
        pytest.param(503, {"message": "gone"}, "gone", id="bare-message"),
        pytest.param(500, None, "status 500", id="nothing"),
        pytest.param(200, {"error": {"message": "late", "code": 5}}, "late", id="inside-status-200"),
    ],
)
def test_errors_are_told(status: int, body: object, error: str) -> None:
    """An error is read from wherever it stands, and the row stays a model call."""
    sent = dumped({"messages": [{"role": "user", "content": "hi"}]})
    answered = b"" if body is None else dumped(body)
    parsed = parse("https://x/v1/chat/completions", "POST", sent, status, {}, answered)
    assert parsed.response is not None
    assert (parsed.kind, parsed.response.error) == ("model_call", error)


def answered(*values: object) -> Response:
    """What the wire reads out of these values."""
    return openai_chat.response(200, {}, values)


def test_dialects_of_answers() -> None:
    """Content as parts, usage in the choice or in `x_groq`, the legacy call, custom calls, parsed arguments."""
    parts = {"choices": [{"message": {"content": [{"type": "text", "text": "a"}, {"type": "thinking"}]}}]}
    assert answered(parts).text == "a"
    assert answered({"choices": [{"delta": {}, "usage": {"prompt_tokens": 3}}]}).usage.input_total == 3
    assert answered({"choices": [], "x_groq": {"usage": {"prompt_tokens": 4}}}).usage.input_total == 4
    legacy = answered({"choices": [{"message": {"function_call": {"name": "f", "arguments": "{}"}}}]})
    assert legacy.tool_calls == (ToolCall(name="f", arguments={}, kind="function_call"),)
    empty = answered({"choices": [{"message": {"function_call": {"name": ""}}}]})
    assert empty.tool_calls == ()
    custom = {"id": "c", "type": "custom", "custom": {"name": "shell", "input": "ls"}}
    parsed = {"id": "d", "type": "function", "function": {"name": "f", "arguments": {"a": 1}}}
    calls = answered({"choices": [{"message": {"tool_calls": [custom, parsed]}}]}).tool_calls
    assert [(call.name, call.arguments, call.kind) for call in calls] == [
        ("shell", "ls", "custom"),
        ("f", {"a": 1}, "function"),
    ]


def test_parallel_calls_under_one_index() -> None:
    """Some hosts number every call 0; a new id begins a new call."""
    pieces = [call(0, "a", "one", "{}"), call(0, "b", "two", '{"x":'), call(0, "b", None, "2}")]
    found = answered(*({"choices": [{"index": 0, "delta": {"tool_calls": [piece]}}]} for piece in pieces))
    assert [(c.name, c.arguments) for c in found.tool_calls] == [("one", {}), ("two", {"x": 2})]


@pytest.mark.parametrize(
    ("tool", "name"),
    [
        ({"type": "function", "function": {"name": "f"}}, "f"),
        ({"type": "custom", "custom": {"name": "c"}}, "c"),
        ({"type": "web_search"}, "web_search"),
        ({"name": "legacy"}, "legacy"),
        ({}, None),
    ],
)
def test_tool_names(tool: object, name: str | None) -> None:
    """By function, by name, else by type."""
    assert openai_chat.tool_name(tool) == name


@pytest.mark.parametrize(
    ("part", "string_form"),
    [
        pytest.param({"type": "text", "text": "a", "id": 1}, False, id="another-key"),
        pytest.param({"type": "image_url", "image_url": {}}, False, id="no-text"),
        pytest.param({"text": "a"}, True, id="no-type"),
    ],
)
def test_only_a_plain_text_part_equals_a_string(part: object, string_form: bool) -> None:
    """Anything else keeps its own bytes."""
    (found,) = segments({"messages": [{"role": "user", "content": [part]}]})
    assert found.raw == (b'{"role":"user","content":"a"}' if string_form else dumped(part))


def test_a_function_of_the_legacy_field_is_a_tool() -> None:
    """`functions` stand where `tools` would."""
    read = request("openai_chat", dumped({"messages": [], "functions": [{"name": "f"}]}))
    assert (read.tools, read.segments[0].path, read.segments[0].level) == (("f",), "functions[0]", "tools")


def test_an_answer_of_another_wire() -> None:
    """Nothing of this one is in it."""
    assert not openai_chat.answers([{"object": "list", "data": []}, 5])
