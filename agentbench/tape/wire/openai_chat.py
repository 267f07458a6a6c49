"""OpenAI Chat Completions and the dialects of everyone who speaks it.

Cache order: `tools`, then `messages`; leading system and developer messages are the level `system`. A
structured-output schema stays a parameter: OpenAI documents it as a prefix to the system message, but other
hosts do not, and its rendering is unknown. Source: developers.openai.com, prompt caching, 2026-11.

A message with string content is one segment, the whole message. A list of one plain text part is the same
to the model, and clients switch between the two when a cache marker moves, so it gets the bytes of the
string form. Any other list gives one segment per part, and one per other member of the message but `role`.
"""

from collections.abc import Iterator, Mapping, Sequence

from agentbench.tape.exchange import Level, Request, Response, Segment
from agentbench.tape.wire import fields, openai_chat_answer
from agentbench.tape.wire.pieces import Body, Piece, parameters
from agentbench.tape.wire.spans import Span

NAME = "openai_chat"

_LEADING = ("system", "developer")


def request(body: bytes, byte_exact: bool = True) -> Request:
    """The request split into segments; raises `Unreadable` where the body is no JSON object."""
    parsed = Body.of(body, byte_exact)
    root = parsed.root()
    tools = [
        *parsed.items(parsed.member(root, "tools")),
        *parsed.items(parsed.member(root, "functions")),
    ]
    messages = parsed.items(parsed.member(root, "messages"))
    segments = [parsed.segment(tool, "tools") for tool in tools]
    leading = 0
    for index, message in enumerate(messages):
        role = fields.text(fields.members(message.value).get("role"))
        leading += role in _LEADING and leading == index
        segments += _message(parsed, message, "system" if index < leading else "messages", role)
    return Request(
        wire=NAME,
        model=fields.filled(parsed.value.get("model")),
        segments=tuple(segments),
        parameters=parameters(parsed.value, "tools", "functions", "messages", "model", "stream"),
        tools=tuple(name for tool in tools if (name := tool_name(tool.value)) is not None),
        stream=parsed.value.get("stream") is True,
        message_count=len(messages) - leading,
        body=body,
        byte_exact=byte_exact,
    )


def response(status: int | None, headers: Mapping[str, str], values: Sequence[object]) -> Response:
    """What came back, from one JSON value or from the chunks of a stream."""
    return openai_chat_answer.read(status, values)


def asks(body: object) -> bool:
    """A `messages` array without what only Anthropic's, Cohere's or Bedrock's requests have."""
    messages = fields.objects(fields.members(body).get("messages"))
    return bool(messages) and all("role" in message for message in messages)


def answers(values: Sequence[object]) -> bool:
    """A chat completion, or chunks of one."""
    for value in values:
        kind = fields.text(fields.members(value).get("object"))
        if kind in ("chat.completion", "chat.completion.chunk"):
            return True
        choices = fields.objects(fields.members(value).get("choices"))
        if any("message" in choice or "delta" in choice for choice in choices):
            return True
    return False


def tool_name(tool: object) -> str | None:
    """The name of a tool as sent: a function's name, else its `type`."""
    tool = fields.members(tool)
    for holder in (tool.get("function"), tool.get("custom"), tool):
        name = fields.filled(fields.members(holder).get("name"))
        if name is not None:
            return name
    return fields.filled(tool.get("type"))


def _message(body: Body, message: Piece, level: Level, role: str | None) -> Iterator[Segment]:
    members = dict(body.members(message))
    content = members.get("content")
    if content is None or not isinstance(content.value, list):
        yield body.segment(message, level, role, text=_text(message.value))
        return
    parts = body.items(content)
    sole = _sole_text(body, parts)
    if sole is not None:
        yield _as_string(body, message, parts[0], sole, level, role)
        return
    for part in parts:
        yield body.segment(part, level, role, text=part_text(part.value))
    for key, member in members.items():
        if key not in ("role", "content"):
            yield body.segment(member, level, role)


def part_text(part: object) -> str | None:
    """The text of a text part, or None for any other part."""
    part = fields.members(part)
    return fields.text(part.get("text")) if part.get("type", "text") == "text" else None


def _sole_text(body: Body, parts: Sequence[Piece]) -> Span | None:
    """Where the string lies, for a list of one part that is text and nothing else but cache markers."""
    if len(parts) != 1 or part_text(parts[0].value) is None:
        return None
    unmarked = fields.load(body.segment(parts[0], "messages").raw)
    if fields.members(unmarked).keys() - {"type", "text"}:
        return None
    text = body.member(parts[0], "text")
    return text.span if text is not None else None


def _as_string(
    body: Body, message: Piece, part: Piece, text: Span, level: Level, role: str | None
) -> Segment:
    """The message as it would have been sent with its one text as a string."""
    content = body.member(message, "content")
    assert content is not None
    raw = (
        body.raw[message.span.start : content.span.start]
        + body.raw[text.start : text.end]
        + body.raw[content.span.end : message.span.end]
    )
    marker = body.segment(part, level).marker
    whole = {**fields.members(message.value), "content": part_text(part.value)}
    return body.segment(part, level, role, raw=raw, text=_text(whole), marker=marker)


def _text(message: object) -> str | None:
    """The text of a message that is nothing but text, or None."""
    message = fields.members(message)
    if message.keys() - {"role", "content", "name", "tool_call_id", "cache_control"}:
        return None
    return fields.text(message.get("content"))
