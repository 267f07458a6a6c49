"""OpenAI Responses, and the hosts that speak it.

Cache order: `tools`, `instructions`, `input`; leading system and developer items of the input are the level
`system`. A structured-output schema (`text.format`) and `previous_response_id` stay parameters: how they are
rendered is not told. Source: developers.openai.com, prompt caching and Responses, 2026-11.

A string `input`, a message with string content and a message with one plain text part say the same, and
clients send a string first and a list later. So a message that is nothing but text has ONE canonical raw
form: `{"role":<role>,"content":<the string as on the wire>}`. Every other item is one segment of its own.
"""

from collections.abc import Iterator, Mapping, Sequence

from agentbench.tape.exchange import Level, Request, Response, Segment
from agentbench.tape.wire import fields, openai_responses_answer
from agentbench.tape.wire.pieces import Body, Piece, parameters

NAME = "openai_responses"

_LEADING = ("system", "developer")
_TEXTS = ("input_text", "output_text", "text")


def request(body: bytes, byte_exact: bool = True) -> Request:
    """The request split into segments; raises `Unreadable` where the body is no JSON object."""
    parsed = Body.of(body, byte_exact)
    root = parsed.root()
    tools = parsed.items(parsed.member(root, "tools"))
    sent = parsed.member(root, "input")
    items = parsed.items(sent)
    segments = [parsed.segment(tool, "tools") for tool in tools]
    segments += _instructions(parsed, parsed.member(root, "instructions"))
    if sent is not None and isinstance(sent.value, str):
        raw = _canonical("user", parsed.bytes_of(sent))
        segments.append(parsed.segment(sent, "messages", "user", raw=raw, text=fields.text(sent.value)))
    leading = 0
    for index, item in enumerate(items):
        leading += _role(item) in _LEADING and leading == index
        segments += _item(parsed, item, "system" if index < leading else "messages")
    return Request(
        wire=NAME,
        model=fields.filled(parsed.value.get("model")),
        segments=tuple(segments),
        parameters=parameters(parsed.value, "tools", "instructions", "input", "model", "stream"),
        tools=tuple(name for tool in tools for name in _names(tool.value)),
        stream=parsed.value.get("stream") is True,
        message_count=len(items) - leading if items else int(sent is not None),
        body=body,
        byte_exact=byte_exact,
    )


def response(status: int | None, headers: Mapping[str, str], values: Sequence[object]) -> Response:
    """What came back, from one JSON value or from the events of a stream."""
    return openai_responses_answer.read(status, values)


def asks(body: object) -> bool:
    """An `input` or a stored prompt, and no `messages`; something that an embedding request has not."""
    found = fields.members(body)
    if "messages" in found or not isinstance(found.get("input"), str | list):
        return False
    own = {
        "instructions",
        "tools",
        "max_output_tokens",
        "previous_response_id",
        "reasoning",
        "store",
        "text",
        "stream",
    }
    return bool(own & found.keys()) or any("role" in item for item in fields.objects(found.get("input")))


def answers(values: Sequence[object]) -> bool:
    """A response object, or events whose type begins with `response.`."""
    for value in values:
        found = fields.members(value)
        if found.get("object") == "response" and "output" in found:
            return True
        if (fields.text(found.get("type")) or "").startswith("response."):
            return True
    return False


def _names(tool: object) -> Iterator[str]:
    """A function's name, `mcp:<label>`, each of a namespace's tools as `namespace.name`, else the `type`."""
    tool = fields.members(tool)
    kind, name = fields.filled(tool.get("type")), fields.filled(tool.get("name"))
    if kind == "namespace":
        yield from (f"{name}.{inner}" for one in fields.objects(tool.get("tools")) for inner in _names(one))
    elif kind == "mcp":
        yield f"mcp:{fields.filled(tool.get('server_label'))}"
    elif name or kind:
        yield name or kind or ""


def _instructions(body: Body, instructions: Piece | None) -> Iterator[Segment]:
    if instructions is not None and instructions.value is not None:
        yield body.segment(instructions, "system", text=fields.text(instructions.value))


def _role(item: Piece) -> str | None:
    return fields.text(fields.members(item.value).get("role"))


def _item(body: Body, item: Piece, level: Level) -> Iterator[Segment]:
    """A plain message in its canonical form, other messages by part, anything else whole."""
    role, value = _role(item), fields.members(item.value)
    content = body.member(item, "content")
    if role is None or content is None or value.keys() - {"role", "content", "type"}:
        yield body.segment(item, level, role)
        return
    text = _plain(body, content)
    if text is not None:
        marker = body.segment(content, level).marker
        raw = _canonical(role, body.bytes_of(text))
        yield body.segment(item, level, role, raw=raw, text=fields.text(text.value), marker=marker)
        return
    for part in body.items(content):
        yield body.segment(part, level, role, text=_text(part.value))


def _plain(body: Body, content: Piece) -> Piece | None:
    """The string of a content that is nothing but one text."""
    if isinstance(content.value, str):
        return content
    parts = body.items(content)
    if len(parts) != 1 or _text(parts[0].value) is None:
        return None
    kept = fields.members(fields.load(body.segment(parts[0], "messages").raw))
    return body.member(parts[0], "text") if kept.keys() <= {"type", "text"} else None


def _text(part: object) -> str | None:
    part = fields.members(part)
    return fields.text(part.get("text")) if part.get("type") in _TEXTS else None


def _canonical(role: str, text: bytes) -> bytes:
    return b'{"role":"' + role.encode("utf-8", "replace") + b'","content":' + text + b"}"
