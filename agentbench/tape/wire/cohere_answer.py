"""What came back over Cohere's chat: text, tool calls, stop reason, usage, error; whole or as events."""

from collections.abc import Mapping, Sequence

from agentbench.tape.exchange import Response, ToolCall, Usage
from agentbench.tape.wire import fields
from agentbench.tape.wire.errors import error_in


def read(status: int | None, values: Sequence[object]) -> Response:
    """The response from one JSON value or from the events of a stream."""
    found = [value for value in values if isinstance(value, dict)]
    messages = [fields.members(value.get("message")) for value in found]
    messages += [fields.members(fields.at(value, "delta.message")) for value in found]
    texts = [text for message in messages for text in _texts(message.get("content"))]
    ends = [place for value in found for place in (value, fields.members(value.get("delta")))]
    return Response(
        status=status,
        text="".join(texts) if texts else None,
        tool_calls=_calls(messages),
        stop_reason=next(
            (why for end in reversed(ends) if (why := fields.filled(end.get("finish_reason")))), None
        ),
        usage=_usage(next((u for end in reversed(ends) if (u := fields.members(end.get("usage")))), None)),
        error=error_in(values, status),
        id=next((name for value in found if (name := fields.filled(value.get("id")))), None),
    )


def _usage(raw: Mapping[str, object] | None) -> Usage:
    """Disjoint classes of `tokens` (not of what is billed): the input includes what was cached."""
    if raw is None:
        return Usage()
    total, read = fields.count(fields.at(raw, "tokens.input_tokens")), fields.count(raw.get("cached_tokens"))
    return Usage(
        uncached=None if total is None else total - (read or 0),
        read=read,
        output=fields.count(fields.at(raw, "tokens.output_tokens")),
        reasoning=fields.count(fields.at(raw, "tokens.reasoning_tokens")),
        input_total=total,
        flags=("cached_exceeds_prompt",) if read and total is not None and read > total else (),
        raw=raw,
    )


def _texts(content: object) -> list[str]:
    parts = fields.objects(content) or [fields.members(content)]
    return [text for part in parts if (text := fields.text(part.get("text"))) is not None]


def _calls(messages: Sequence[Mapping[str, object]]) -> tuple[ToolCall, ...]:
    """Whole calls, and calls that come in pieces: one that begins has an id, its pieces follow it."""
    calls: list[dict[str, object]] = []
    for message in messages:
        sent = message.get("tool_calls")
        for piece in fields.objects(sent) or ([sent] if isinstance(sent, dict) else []):
            function = fields.members(piece.get("function"))
            if fields.filled(piece.get("id")):
                calls.append({**piece, "name": function.get("name"), "text": ""})
            if calls and isinstance(function.get("arguments"), str):
                calls[-1]["text"] = f"{calls[-1]['text']}{function['arguments']}"
    return tuple(
        ToolCall(
            name=name,
            arguments=fields.arguments(call["text"]),
            id=fields.filled(call.get("id")),
            kind=fields.filled(call.get("type")) or "function",
        )
        for call in calls
        if (name := fields.filled(call.get("name"))) is not None
    )
