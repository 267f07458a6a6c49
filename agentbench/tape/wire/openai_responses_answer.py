"""What came back over Responses: text, tool calls, stop reason, usage, error; whole or as events."""

from collections.abc import Mapping, Sequence

from agentbench.tape.exchange import Response, ToolCall, Usage
from agentbench.tape.wire import dialects, fields
from agentbench.tape.wire.errors import error_in
from agentbench.tape.wire.inclusive import inclusive_usage

_LAST = ("response.completed", "response.incomplete", "response.failed", "response.done")


def read(status: int | None, values: Sequence[object]) -> Response:
    """The response from one JSON value or from the events of a stream.

    Some backends leave the final `output` empty; then the items are those of the `output_item.done` events.
    """
    events = [value for value in values if isinstance(value, dict)]
    final = _final(events)
    output = fields.objects(final.get("output")) or _done(events)
    texts = [text for item in output for text in _texts(item)]
    return Response(
        status=status,
        model=fields.filled(final.get("model")),
        text="".join(texts) if texts else None,
        tool_calls=tuple(call for item in output if (call := _call(item)) is not None),
        stop_reason=fields.filled(fields.at(final, "incomplete_details.reason"))
        or fields.filled(final.get("status")),
        usage=_usage(final.get("usage")),
        error=error_in([final, *events], status),
        id=fields.filled(final.get("id")),
    )


def _usage(raw: object) -> Usage:
    if not isinstance(raw, dict) or not raw:
        return Usage()
    return inclusive_usage(raw, dialects.spellings("openai_responses"))


def _final(events: Sequence[Mapping[str, object]]) -> Mapping[str, object]:
    """The response object itself: the only value, or that of the last event that holds one."""
    for event in reversed(events):
        if event.get("type") in _LAST and isinstance(event.get("response"), dict):
            return fields.members(event["response"])
    for event in reversed(events):
        found = event if "output" in event else fields.members(event.get("response"))
        if found:
            return found
    return {}


def _done(events: Sequence[Mapping[str, object]]) -> list[Mapping[str, object]]:
    done = [event for event in events if event.get("type") == "response.output_item.done"]
    return fields.objects([event.get("item") for event in done])


def _texts(item: Mapping[str, object]) -> list[str]:
    parts = fields.objects(item.get("content")) if item.get("type") == "message" else []
    return [text for part in parts if (text := fields.text(part.get("text"))) is not None]


def _call(item: Mapping[str, object]) -> ToolCall | None:
    """A call of ours or of a tool that ran on the server; the latter's arguments stand under several names."""
    kind = fields.filled(item.get("type")) or ""
    if not kind.endswith("_call"):
        return None
    places = [item.get(key) for key in ("arguments", "input", "action")]
    return ToolCall(
        name=fields.filled(item.get("name")) or kind,
        arguments=fields.arguments(next((place for place in places if place is not None), None)),
        id=fields.filled(item.get("call_id")) or fields.filled(item.get("id")),
        kind=kind,
        namespace=fields.filled(item.get("namespace")),
    )
