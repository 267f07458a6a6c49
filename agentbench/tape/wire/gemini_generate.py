"""Gemini generateContent, on the API and on Vertex.

Cache order: system instruction, tools, contents; each function declaration and each part is a segment. The
model and whether it streams stand in the URL. Both spellings of keys (camel and snake case) are read.
Source: ai.google.dev, context caching and generateContent, 2026-11.
"""

from collections.abc import Iterator, Mapping, Sequence

from agentbench.tape.exchange import Level, Request, Response, Segment
from agentbench.tape.wire import fields, gemini_answer
from agentbench.tape.wire.pieces import Body, Piece, parameters

NAME = "gemini_generate"

_DECLARATIONS = ("functionDeclarations", "function_declarations")


def request(body: bytes, byte_exact: bool = True) -> Request:
    """The request split into segments; raises `Unreadable` where the body is no JSON object."""
    parsed = Body.of(body, byte_exact)
    root = parsed.root()
    members = dict(parsed.members(root))
    system = members.get("systemInstruction") or members.get("system_instruction")
    contents = _listed(parsed, members.get("contents"))
    tools = [tool for holder in parsed.items(members.get("tools")) for tool in _tools(parsed, holder)]
    segments = list(_parts(parsed, system, "system")) if system is not None else []
    segments += [parsed.segment(tool, "tools") for _, tool in tools]
    for content in contents:
        segments += _parts(parsed, content, "messages")
    return Request(
        wire=NAME,
        model=fields.filled(parsed.value.get("model")),
        segments=tuple(segments),
        parameters=parameters(
            parsed.value, "systemInstruction", "system_instruction", "contents", "tools", "model"
        ),
        tools=tuple(name for name, _ in tools),
        stream=False,
        message_count=len(contents),
        body=body,
        byte_exact=byte_exact,
    )


def response(status: int | None, headers: Mapping[str, str], values: Sequence[object]) -> Response:
    """What came back, from one JSON value or from the chunks of a stream."""
    return gemini_answer.read(status, values)


def asks(body: object) -> bool:
    """`contents` with parts."""
    contents = fields.members(body).get("contents")
    return any("parts" in content for content in fields.objects(contents)) or "parts" in fields.members(
        contents
    )


def answers(values: Sequence[object]) -> bool:
    """Candidates, or usage or feedback as only this wire spells it."""
    own = {"candidates", "usageMetadata", "promptFeedback"}
    return any(own & fields.members(value).keys() for value in values)


def _listed(body: Body, piece: Piece | None) -> list[Piece]:
    """The items of a list, or the one object in its place."""
    return [piece] if piece is not None and isinstance(piece.value, dict | str) else body.items(piece)


def _tools(body: Body, holder: Piece) -> Iterator[tuple[str, Piece]]:
    """Each function declaration by name, then each built-in tool by its key: the order of the message's fields.

    The server parses the JSON into that message, so the order of keys in the body is nothing to its cache.
    """
    members = dict(body.members(holder))
    for key in _DECLARATIONS:
        for declaration in _listed(body, members.pop(key, None)):
            yield fields.filled(fields.members(declaration.value).get("name")) or key, declaration
    yield from members.items()


def _parts(body: Body, content: Piece, level: Level) -> Iterator[Segment]:
    role = fields.text(fields.members(content.value).get("role")) if level == "messages" else None
    parts = _listed(body, body.member(content, "parts")) if isinstance(content.value, dict) else []
    if not parts:
        yield body.segment(content, level, role, text=fields.text(content.value))
    for part in parts:
        value = fields.members(part.value)
        text = fields.text(value.get("text")) if value.keys() <= {"text", "thought"} else None
        yield body.segment(part, level, role, text=text)
