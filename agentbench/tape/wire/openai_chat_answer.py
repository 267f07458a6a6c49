"""What came back over Chat Completions: text, tool calls, stop reason, usage, error; whole or in chunks."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from agentbench.tape.exchange import Response, ToolCall, Usage
from agentbench.tape.wire import dialects, fields
from agentbench.tape.wire.errors import error_in
from agentbench.tape.wire.inclusive import inclusive_usage


def read(status: int | None, values: Sequence[object]) -> Response:
    """The response from one JSON value or from the chunks of a stream."""
    chunks = [value for value in values if isinstance(value, dict)]
    choices = [choice for chunk in chunks for choice in fields.objects(chunk.get("choices"))]
    texts = [text for choice in choices for text in _texts(choice)]
    return Response(
        status=status,
        model=next((name for chunk in chunks if (name := fields.filled(chunk.get("model")))), None),
        text="".join(texts) if texts else None,
        tool_calls=_tool_calls(choices),
        stop_reason=next(
            (why for choice in reversed(choices) if (why := fields.filled(choice.get("finish_reason")))), None
        ),
        usage=usage(_raw_usage(chunks)),
        error=error_in(values, status),
        id=next((name for chunk in chunks if (name := fields.filled(chunk.get("id")))), None),
    )


def usage(raw: Mapping[str, object] | None) -> Usage:
    """Disjoint classes, in whatever dialect."""
    return Usage() if raw is None else inclusive_usage(raw, dialects.spellings("openai_chat"))


def _raw_usage(chunks: Sequence[Mapping[str, object]]) -> Mapping[str, object] | None:
    """The last usage object, wherever the host puts it: the chunk, `x_groq`, or a choice."""
    found: Mapping[str, object] | None = None
    for chunk in chunks:
        places = [chunk.get("usage"), fields.at(chunk, "x_groq.usage")]
        places += [choice.get("usage") for choice in fields.objects(chunk.get("choices"))]
        found = next((place for place in places if isinstance(place, dict) and place), found)
    return found


def _texts(choice: Mapping[str, object]) -> Iterator[str]:
    part = fields.members(choice.get("delta")) or fields.members(choice.get("message"))
    content = part.get("content")
    if isinstance(content, str):
        yield fields.text(content) or ""
    for item in fields.objects(content):
        yield fields.text(item.get("text")) or ""


@dataclass(slots=True)
class _Call:
    """One call as its pieces arrive."""

    kind: str
    id: str | None = None
    name: str = ""
    arguments: list[str] = field(default_factory=list)


def _tool_calls(choices: Sequence[Mapping[str, object]]) -> tuple[ToolCall, ...]:
    """All calls of all choices; pieces of one call join by choice and index, a new id begins a new call."""
    calls: dict[tuple[object, object, int], _Call] = {}
    newest: dict[tuple[object, object], int] = {}
    for choice in choices:
        for position, kind, piece in _pieces(choice):
            place = (fields.count(choice.get("index")), position)
            id_ = fields.filled(piece.get("id"))
            current = calls.get((*place, newest.get(place, 0)))
            if current is not None and id_ and current.id and id_ != current.id:
                newest[place] = newest.get(place, 0) + 1
            call = calls.setdefault((*place, newest.get(place, 0)), _Call(kind))
            call.id = call.id or id_
            _extend(call, piece)
    return tuple(
        ToolCall(
            name=call.name, arguments=fields.arguments("".join(call.arguments)), id=call.id, kind=call.kind
        )
        for call in calls.values()
        if call.name
    )


def _pieces(choice: Mapping[str, object]) -> Iterator[tuple[object, str, Mapping[str, object]]]:
    part = fields.members(choice.get("delta")) or fields.members(choice.get("message"))
    for position, piece in enumerate(fields.objects(part.get("tool_calls"))):
        index = piece.get("index")
        kind = fields.filled(piece.get("type")) or "function"
        yield index if isinstance(index, int) else position, kind, piece
    legacy = part.get("function_call")
    if isinstance(legacy, dict):
        yield "function_call", "function_call", {"function": legacy}


def _extend(call: _Call, piece: Mapping[str, object]) -> None:
    for holder, key in (("function", "arguments"), ("custom", "input")):
        part = fields.members(piece.get(holder))
        call.name = call.name or fields.filled(part.get("name")) or ""
        value = part.get(key)
        if isinstance(value, str):
            call.arguments.append(value)
        elif value is not None:
            call.arguments.append(fields.dump(value).decode("utf-8", "replace"))
