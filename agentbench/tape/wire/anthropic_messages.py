"""Anthropic Messages: the API itself, and the same bodies on Vertex and Bedrock invoke.

Cache order: `tools`, `system`, `messages`. Source: platform.claude.com/docs, prompt caching, 2026-11.

String content equals one text block for the cache, and clients switch between the forms when the marker
moves. So a text (in either form) has ONE canonical raw form: `{"text":<the string as on the wire>,"type":"text"}`
for every block that holds nothing else but a cache marker. Other blocks keep their own bytes.
A top-level `cache_control` marks the last block that can be cached.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from agentbench.tape.exchange import Level, Request, Response, Segment
from agentbench.tape.wire import anthropic_answer, fields, markers
from agentbench.tape.wire.pieces import Body, Piece, parameters

NAME = "anthropic_messages"

_UNCACHEABLE = ("thinking", "redacted_thinking")
_OWN_BLOCKS = frozenset(
    {"tool_use", "tool_result", "thinking", "redacted_thinking", "server_tool_use", "document"}
)
_OWN_EVENTS = frozenset({"message_start", "content_block_start", "content_block_delta", "message_delta"})


def request(body: bytes, byte_exact: bool = True) -> Request:
    """The request split into segments; raises `Unreadable` where the body is no JSON object."""
    parsed = Body.of(body, byte_exact)
    root = parsed.root()
    tools = parsed.items(parsed.member(root, "tools"))
    messages = parsed.items(parsed.member(root, "messages"))
    segments = [parsed.segment(tool, "tools") for tool in tools]
    segments += _content(parsed, parsed.member(root, "system"), "system", None)
    for message in messages:
        segments += _message(parsed, message)
    top = markers.ttl_of(parsed.value.get("cache_control"))
    return Request(
        wire=NAME,
        model=fields.filled(parsed.value.get("model")),
        segments=_marked(segments, top),
        parameters=parameters(
            parsed.value, "tools", "system", "messages", "model", "stream", "cache_control"
        ),
        tools=tuple(name for tool in tools if (name := _tool_name(tool.value)) is not None),
        stream=parsed.value.get("stream") is True,
        message_count=len(messages),
        body=body,
        byte_exact=byte_exact,
    )


def response(status: int | None, headers: Mapping[str, str], values: Sequence[object]) -> Response:
    """What came back, from one JSON value or from the events of a stream."""
    return anthropic_answer.read(status, headers, values)


def asks(body: object) -> bool:
    """A `messages` array beside something that only this wire has."""
    body = fields.members(body)
    messages = fields.objects(body.get("messages"))
    if not messages:
        return False
    if "anthropic_version" in body or (isinstance(body.get("system"), str | list) and "max_tokens" in body):
        return True
    if any("input_schema" in tool for tool in fields.objects(body.get("tools"))):
        return True
    blocks = [block for message in messages for block in fields.objects(message.get("content"))]
    return any(fields.text(block.get("type")) in _OWN_BLOCKS for block in blocks)


def answers(values: Sequence[object]) -> bool:
    """A message, or events of a stream."""
    for value in values:
        value = fields.members(value)
        kind = fields.text(value.get("type"))
        if kind in _OWN_EVENTS or (kind == "message" and "content" in value and "role" in value):
            return True
    return False


def _tool_name(tool: object) -> str | None:
    tool = fields.members(tool)
    name = fields.filled(tool.get("name"))
    if name is None and fields.filled(tool.get("mcp_server_name")):
        return f"mcp:{fields.filled(tool.get('mcp_server_name'))}"
    return name or fields.filled(tool.get("type"))


def _message(body: Body, message: Piece) -> Iterator[Segment]:
    role = fields.text(fields.members(message.value).get("role"))
    members = dict(body.members(message))
    content = members.get("content")
    if content is None or not isinstance(content.value, str | list):
        yield body.segment(message, "messages", role)
        return
    yield from _content(body, content, "messages", role)
    for key, member in members.items():
        if key not in ("role", "content"):
            yield body.segment(member, "messages", role)


def _content(body: Body, content: Piece | None, level: Level, role: str | None) -> Iterator[Segment]:
    """A string as one text block, or one segment per block."""
    if content is None:
        return
    if isinstance(content.value, str):
        yield body.segment(
            content, level, role, raw=_canonical(body, content), text=fields.text(content.value)
        )
        return
    for block in body.items(content):
        segment = body.segment(block, level, role, text=_text(block.value))
        yield _as_text(body, block, segment)


def _as_text(body: Body, block: Piece, segment: Segment) -> Segment:
    """The segment with the canonical bytes, where the block is text and nothing else but a marker."""
    text = body.member(block, "text")
    if text is None or not isinstance(text.value, str):
        return segment
    if fields.members(fields.load(segment.raw)).keys() != {"type", "text"}:
        return segment
    return replace(segment, raw=_canonical(body, text))


def _canonical(body: Body, text: Piece) -> bytes:
    return b'{"text":' + body.bytes_of(text) + b',"type":"text"}'


def _text(block: object) -> str | None:
    block = fields.members(block)
    return fields.text(block.get("text")) if block.get("type") == "text" else None


def _marked(segments: Sequence[Segment], top: str | None) -> tuple[Segment, ...]:
    """The segments, with a top-level marker put on the last block that can be cached."""
    found = list(segments)
    for index in reversed(range(len(found)) if top else ()):
        if not _cacheable(found[index]):
            continue
        found[index] = replace(found[index], marker=found[index].marker or top)
        break
    return tuple(found)


def _cacheable(segment: Segment) -> bool:
    """Not thinking and not an empty text: the API refuses markers there."""
    value = fields.members(fields.load(segment.raw))
    return value.get("type") not in _UNCACHEABLE and value.get("text") != ""
