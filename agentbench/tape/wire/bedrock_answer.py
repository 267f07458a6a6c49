"""What came back over Bedrock Converse: text, tool calls, stop reason, usage, error; whole or as events."""

from collections.abc import Mapping, Sequence

from agentbench.tape.exchange import Response, ToolCall, Usage
from agentbench.tape.wire import fields
from agentbench.tape.wire.errors import error_in

_READ = ("cacheReadInputTokens", "cacheReadInputTokenCount")
_WRITE = ("cacheWriteInputTokens", "cacheWriteInputTokenCount")


def read(status: int | None, values: Sequence[object]) -> Response:
    """The response from one JSON value or from the events of a stream."""
    found = [value for value in values if isinstance(value, dict)]
    blocks = [
        block for value in found for block in fields.objects(fields.at(value, "output.message.content"))
    ]
    blocks += _streamed(found)
    texts = [text for block in blocks if (text := fields.text(block.get("text"))) is not None]
    reasons = [
        place
        for value in found
        for place in (value.get("stopReason"), fields.at(value, "messageStop.stopReason"))
    ]
    usages = [place for value in found for place in (value.get("usage"), fields.at(value, "metadata.usage"))]
    return Response(
        status=status,
        text="".join(texts) if texts else None,
        tool_calls=tuple(call for block in blocks if (call := _call(block)) is not None),
        stop_reason=next((why for reason in reversed(reasons) if (why := fields.filled(reason))), None),
        usage=usage(next((u for one in reversed(usages) if (u := fields.members(one))), None)),
        error=error_in(values, status),
    )


def usage(raw: Mapping[str, object] | None) -> Usage:
    """Disjoint classes: `inputTokens` excludes the cache; each cache number is spelt twice and counts once."""
    if raw is None:
        return Usage()
    fresh, read, write = (
        fields.count(raw.get("inputTokens")),
        fields.first(raw, _READ),
        fields.first(raw, _WRITE),
    )
    by_ttl = {
        fields.text(one.get("ttl")): fields.count(one.get("inputTokens"))
        for one in fields.objects(raw.get("cacheDetails"))
    }
    split = bool(by_ttl) and sum(n or 0 for n in by_ttl.values()) == write
    return Usage(
        uncached=fresh,
        read=read,
        write_5m=by_ttl.get("5m") if split else None,
        write_1h=by_ttl.get("1h") if split else None,
        write_unsplit=None if split else write,
        output=fields.count(raw.get("outputTokens")),
        input_total=None if fresh is None else fresh + (read or 0) + (write or 0),
        raw=raw,
    )


def _streamed(events: Sequence[Mapping[str, object]]) -> list[Mapping[str, object]]:
    """The content blocks of a stream, joined."""
    blocks: dict[int | None, dict[str, object]] = {}
    for event in events:
        for kind in ("contentBlockStart", "contentBlockDelta"):
            part = fields.members(event.get(kind))
            if part:
                _fold(blocks.setdefault(fields.count(part.get("contentBlockIndex")), {}), part)
    return list(blocks.values())


def _fold(block: dict[str, object], part: Mapping[str, object]) -> None:
    """One event into its block."""
    started = fields.members(fields.at(part, "start.toolUse"))
    if started:
        block["toolUse"] = {**started, "input": started.get("input", "")}
    text, arguments = fields.at(part, "delta.text"), fields.at(part, "delta.toolUse.input")
    if isinstance(text, str):
        block["text"] = f"{block.get('text', '')}{fields.text(text)}"
    if isinstance(arguments, str):
        call = dict(fields.members(block.get("toolUse")))
        block["toolUse"] = {**call, "input": f"{call.get('input', '')}{arguments}"}


def _call(block: Mapping[str, object]) -> ToolCall | None:
    """A call; one that ran on the server says so in its `type`."""
    call = fields.members(block.get("toolUse"))
    name = fields.filled(call.get("name"))
    if name is None:
        return None
    return ToolCall(
        name=name,
        arguments=fields.arguments(call.get("input")),
        id=fields.filled(call.get("toolUseId")),
        kind=fields.filled(call.get("type")) or "toolUse",
    )
