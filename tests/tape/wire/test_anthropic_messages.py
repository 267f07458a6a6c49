"""Anthropic Messages: cache order, one canonical text form, the top-level marker, usage outside the cache."""

import json

import pytest

from agentbench.tape import Segment, ToolCall
from agentbench.tape.wire import anthropic_messages, parse, request
from agentbench.tape.wire.anthropic_answer import usage

MARK = {"cache_control": {"type": "ephemeral"}}


def dumped(value: object) -> bytes:
    """Compact JSON."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()


def segments(**body: object) -> list[Segment]:
    """The segments of a body."""
    return list(request("anthropic_messages", dumped(body)).segments)


def test_tools_then_system_then_messages() -> None:
    """Whatever the order of the body; a system field has no role, a message's blocks have theirs."""
    found = segments(
        messages=[
            {"role": "user", "content": [{"type": "text", "text": "q"}, {"type": "image", "source": {}}]}
        ],
        system=[{"type": "text", "text": "s", **MARK}],
        tools=[{"name": "t", "input_schema": {}}],
    )
    assert [(s.path, s.level, s.role, s.marker) for s in found] == [
        ("tools[0]", "tools", None, None),
        ("system[0]", "system", None, "5m"),
        ("messages[0].content[0]", "messages", "user", None),
        ("messages[0].content[1]", "messages", "user", None),
    ]
    assert [s.text for s in found[1:3]] == ["s", "q"]


def test_text_has_one_form() -> None:
    """A string, a block, a block with keys in the other order and a marked block are one and the same."""
    forms: list[object] = [
        "né\n",
        [{"type": "text", "text": "né\n"}],
        [{"text": "né\n", "type": "text"}],
        [{"type": "text", "text": "né\n", **MARK}],
    ]
    keys = {segments(messages=[{"role": "user", "content": form}])[0].key for form in forms}
    assert keys == {b'user\n{"text":"n\xc3\xa9\\n","type":"text"}'}
    assert {segments(system=form)[0].raw for form in forms} == {b'{"text":"n\xc3\xa9\\n","type":"text"}'}


def test_escaping_still_shows() -> None:
    """The string keeps its bytes: another escaping of the same text is another prefix."""
    plain = b'{"messages":[{"role":"user","content":"\xc3\xa9"}]}'
    escaped = b'{"messages":[{"role":"user","content":"\\u00e9"}]}'
    raws = [request("anthropic_messages", body).segments[0].raw for body in (plain, escaped)]
    assert raws[0] != raws[1]


def test_a_top_level_marker_is_on_the_last_block_that_can_be_cached() -> None:
    """Thinking and empty text cannot hold a marker."""
    blocks = [{"type": "text", "text": "a"}, {"type": "thinking", "thinking": "b", "signature": "c"}]
    found = segments(
        messages=[{"role": "assistant", "content": blocks}], cache_control={"type": "ephemeral", "ttl": "1h"}
    )
    assert [s.marker for s in found] == ["1h", None]


@pytest.mark.parametrize(
    ("raw", "classes", "flags"),
    [
        pytest.param(
            {"input_tokens": 5, "output_tokens": 1}, (5, None, None, None, None, 5), (), id="no-cache"
        ),
        pytest.param(
            {"input_tokens": 5, "cache_read_input_tokens": 100, "cache_creation_input_tokens": 30},
            (5, 100, None, None, 30, 135),
            (),
            id="unsplit",
        ),
        pytest.param(
            {
                "input_tokens": 5,
                "cache_read_input_tokens": 0,
                "cache_creation_input_tokens": 30,
                "cache_creation": {"ephemeral_5m_input_tokens": 10, "ephemeral_1h_input_tokens": 20},
            },
            (5, 0, 10, 20, None, 35),
            (),
            id="split",
        ),
        pytest.param(
            {
                "input_tokens": 5,
                "cache_creation_input_tokens": 90,
                "cache_creation": {"ephemeral_5m_input_tokens": 30, "ephemeral_1h_input_tokens": 0},
            },
            (5, None, None, None, 90, 95),
            ("anthropic_cache_split_covers_first_iteration_only",),
            id="split-of-the-first-iteration",
        ),
    ],
)
def test_usage_in_disjoint_classes(
    raw: dict[str, object], classes: tuple[int | None, ...], flags: tuple[str, ...]
) -> None:
    """`input_tokens` is outside the cache; the total is the sum; a split that does not add up is no split."""
    found = usage(raw)
    total = found.input_total
    assert (found.uncached, found.read, found.write_5m, found.write_1h, found.write_unsplit, total) == classes
    assert found.flags == flags


def test_a_stream_is_joined() -> None:
    """Usage of the start is overlaid by that of the end; call arguments join; an error in between is told."""
    events = [
        {
            "type": "message_start",
            "message": {"model": "claude", "id": "m", "usage": {"input_tokens": 3, "output_tokens": 1}},
        },
        {"type": "content_block_start", "index": 0, "content_block": {"type": "text", "text": ""}},
        {"type": "content_block_delta", "index": 0, "delta": {"type": "text_delta", "text": "Hi"}},
        {
            "type": "content_block_start",
            "index": 1,
            "content_block": {"type": "tool_use", "id": "t", "name": "f", "input": {}},
        },
        {
            "type": "content_block_delta",
            "index": 1,
            "delta": {"type": "input_json_delta", "partial_json": '{"a":'},
        },
        {
            "type": "content_block_delta",
            "index": 1,
            "delta": {"type": "input_json_delta", "partial_json": "1}"},
        },
        {
            "type": "message_delta",
            "delta": {"stop_reason": "tool_use"},
            "usage": {"output_tokens": 9, "input_tokens": None},
        },
        {"type": "error", "error": {"type": "overloaded_error", "message": "later"}},
    ]
    body = b"".join(b"event: x\r\ndata: " + dumped(event) + b"\r\n\r\n" for event in events)
    parsed = parse(None, None, dumped({"messages": [{"role": "user", "content": "q"}]}), 200, {}, body)
    answer = parsed.response
    assert answer is not None
    assert (parsed.wire, answer.text, answer.stop_reason, answer.model) == (
        "anthropic_messages",
        "Hi",
        "tool_use",
        "claude",
    )
    assert answer.tool_calls == (ToolCall(name="f", arguments={"a": 1}, id="t", kind="tool_use"),)
    assert (answer.usage.uncached, answer.usage.output) == (3, 9)
    assert answer.error == "overloaded_error: later"


@pytest.mark.parametrize(
    ("tool", "name"),
    [
        ({"name": "f", "input_schema": {}}, "f"),
        ({"type": "web_search_20250305"}, "web_search_20250305"),
        ({"type": "mcp_toolset", "mcp_server_name": "docs"}, "mcp:docs"),
    ],
)
def test_tool_names(tool: object, name: str) -> None:
    """By name, servers by their label, else by type."""
    assert request("anthropic_messages", dumped({"messages": [], "tools": [tool]})).tools == (name,)


def test_odd_messages_are_whole_segments() -> None:
    """A message without content is one segment; other members of a message are segments beside its blocks."""
    (bare,) = segments(messages=[{"role": "user"}])
    assert (bare.path, bare.raw) == ("messages[0]", b'{"role":"user"}')
    found = segments(messages=[{"role": "user", "content": "a", "id": 7}])
    assert [(s.path, s.raw) for s in found][1:] == [("messages[0].id", b"7")]


def test_a_top_level_marker_with_nothing_to_mark() -> None:
    """Only thinking: no block carries it."""
    blocks = [{"type": "thinking", "thinking": "", "signature": "c"}]
    found = segments(messages=[{"role": "assistant", "content": blocks}], cache_control={"type": "ephemeral"})
    assert [s.marker for s in found] == [None]


@pytest.mark.parametrize(
    ("body", "asks"),
    [
        pytest.param(
            {"messages": [{"role": "user"}], "tools": [{"input_schema": {}}]}, True, id="input-schema"
        ),
        pytest.param(
            {"messages": [{"role": "user", "content": [{"type": "tool_result"}]}]}, True, id="own-block"
        ),
        pytest.param({"messages": [{"role": "user", "content": "q"}]}, False, id="anybody's"),
        pytest.param({"messages": []}, False, id="no-messages"),
        pytest.param([], False, id="no-object"),
    ],
)
def test_what_only_this_wire_sends(body: object, asks: bool) -> None:
    """Told from the request alone."""
    assert anthropic_messages.asks(body) == asks
