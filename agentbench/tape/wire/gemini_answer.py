"""What came back over generateContent: text, tool calls, stop reason, usage, error; whole or in chunks."""

from collections.abc import Mapping, Sequence

from agentbench.tape.exchange import Response, ToolCall, Usage
from agentbench.tape.wire import fields
from agentbench.tape.wire.errors import error_in


def read(status: int | None, values: Sequence[object]) -> Response:
    """The response from one JSON value or from the chunks of a stream."""
    chunks = [value for value in values if isinstance(value, dict)]
    candidates = [one for chunk in chunks for one in fields.objects(chunk.get("candidates"))]
    parts = [part for one in candidates for part in fields.objects(fields.at(one, "content.parts"))]
    texts = [
        text
        for part in parts
        if not part.get("thought") and (text := fields.text(part.get("text"))) is not None
    ]
    return Response(
        status=status,
        model=next((name for chunk in chunks if (name := fields.filled(chunk.get("modelVersion")))), None),
        text="".join(texts) if texts else None,
        tool_calls=tuple(call for part in parts if (call := _call(part)) is not None),
        stop_reason=next(
            (why for one in reversed(candidates) if (why := fields.filled(one.get("finishReason")))), None
        ),
        usage=_usage(
            next((u for chunk in reversed(chunks) if (u := fields.members(chunk.get("usageMetadata")))), None)
        ),
        error=error_in(values, status),
        id=next((name for chunk in chunks if (name := fields.filled(chunk.get("responseId")))), None),
    )


def _call(part: Mapping[str, object]) -> ToolCall | None:
    call = fields.members(part.get("functionCall"))
    name = fields.filled(call.get("name"))
    if name is None:
        return None
    return ToolCall(
        name=name, arguments=call.get("args"), id=fields.filled(call.get("id")), kind="functionCall"
    )


def _usage(raw: Mapping[str, object] | None) -> Usage:
    """Disjoint classes: the prompt includes what was cached; tools' results and thoughts are counted apart."""
    if raw is None:
        return Usage()
    prompt, tools = (
        fields.count(raw.get("promptTokenCount")),
        fields.count(raw.get("toolUsePromptTokenCount")),
    )
    read = fields.count(raw.get("cachedContentTokenCount"))
    said, thought = fields.count(raw.get("candidatesTokenCount")), fields.count(raw.get("thoughtsTokenCount"))
    total = None if prompt is None else prompt + (tools or 0)
    return Usage(
        uncached=None if total is None else total - (read or 0),
        read=read,
        output=None if said is None and thought is None else (said or 0) + (thought or 0),
        reasoning=thought,
        input_total=total,
        flags=("cached_exceeds_prompt",) if read and total is not None and read > total else (),
        raw=raw,
    )
