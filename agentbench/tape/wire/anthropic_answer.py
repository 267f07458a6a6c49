"""What came back over Anthropic Messages: text, tool calls, stop reason, usage, error; whole or as events."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from agentbench.tape.exchange import Response, ToolCall, Usage
from agentbench.tape.wire import fields
from agentbench.tape.wire.errors import error_in

_CALLS = ("tool_use", "server_tool_use", "mcp_tool_use")
# Anthropic's name, Bedrock's header and Bedrock's metric.
_METERS = {
    "input_tokens": ("input-token-count", "inputTokenCount"),
    "output_tokens": ("output-token-count", "outputTokenCount"),
    "cache_read_input_tokens": ("cache-read-input-token-count", "cacheReadInputTokenCount"),
    "cache_creation_input_tokens": ("cache-write-input-token-count", "cacheWriteInputTokenCount"),
}


@dataclass(slots=True)
class _Message:
    """A message as its events arrive; a whole message is one event."""

    model: str | None = None
    id: str | None = None
    stop_reason: str | None = None
    usage: dict[str, object] = field(default_factory=dict)
    blocks: dict[int | None, dict[str, object]] = field(default_factory=dict)
    arguments: dict[int | None, list[str]] = field(default_factory=dict)

    def take(self, event: Mapping[str, object]) -> None:
        """Fold one event in."""
        kind = event.get("type")
        if kind == "message_start":
            self._start(fields.members(event.get("message")))
        elif kind == "content_block_start":
            self.blocks[fields.count(event.get("index"))] = dict(fields.members(event.get("content_block")))
        elif kind == "content_block_delta":
            self._delta(fields.count(event.get("index")), fields.members(event.get("delta")))
        elif kind == "message_delta":
            self.stop_reason = fields.filled(fields.at(event, "delta.stop_reason")) or self.stop_reason
            self._overlay(event.get("usage"))
        elif kind != "error":
            self._start(event)

    def _start(self, message: Mapping[str, object]) -> None:
        self.model = fields.filled(message.get("model")) or self.model
        self.id = fields.filled(message.get("id")) or self.id
        self.stop_reason = fields.filled(message.get("stop_reason")) or self.stop_reason
        self._overlay(message.get("usage"))
        for index, block in enumerate(fields.objects(message.get("content"))):
            self.blocks[index] = dict(block)

    def _overlay(self, usage: object) -> None:
        self.usage.update({key: value for key, value in fields.members(usage).items() if value is not None})

    def _delta(self, index: int | None, delta: Mapping[str, object]) -> None:
        block = self.blocks.setdefault(index, {})
        if delta.get("type") == "text_delta":
            block["text"] = (fields.text(block.get("text")) or "") + (fields.text(delta.get("text")) or "")
        elif delta.get("type") == "input_json_delta":
            self.arguments.setdefault(index, []).append(fields.text(delta.get("partial_json")) or "")


def read(status: int | None, headers: Mapping[str, str], values: Sequence[object]) -> Response:
    """The response from one JSON value or from the events of a stream; on Bedrock also from its headers."""
    message = _Message()
    for value in values:
        message.take(fields.members(value))
    texts = [
        fields.text(block.get("text")) or ""
        for block in message.blocks.values()
        if block.get("type") == "text"
    ]
    return Response(
        status=status,
        model=message.model,
        text="".join(texts) if texts else None,
        tool_calls=_tool_calls(message),
        stop_reason=message.stop_reason,
        usage=usage(message.usage or _metered(headers, values)),
        error=error_in(values, status),
        id=message.id,
    )


def usage(raw: Mapping[str, object] | None) -> Usage:
    """Disjoint classes: `input_tokens` excludes what was read from and written to the cache.

    Where the split by TTL does not add up to `cache_creation_input_tokens` (in server-tool loops it covers
    the first iteration only) the sum counts as unsplit. `iterations` are not added.
    """
    if raw is None:
        return Usage()
    fresh, read = fields.count(raw.get("input_tokens")), fields.count(raw.get("cache_read_input_tokens"))
    write, flags = fields.count(raw.get("cache_creation_input_tokens")), []
    short = fields.count(fields.at(raw, "cache_creation.ephemeral_5m_input_tokens"))
    long = fields.count(fields.at(raw, "cache_creation.ephemeral_1h_input_tokens"))
    split = None if short is None and long is None else (short or 0) + (long or 0)
    if split is not None and write is not None and split != write:
        flags.append("anthropic_cache_split_covers_first_iteration_only")
        short = long = split = None
    total = None if fresh is None else fresh + (read or 0) + (write if write is not None else split or 0)
    return Usage(
        uncached=fresh,
        read=read,
        write_5m=short,
        write_1h=long,
        write_unsplit=write if split is None else None,
        output=fields.count(raw.get("output_tokens")),
        reasoning=fields.count(fields.at(raw, "output_tokens_details.thinking_tokens")),
        input_total=total,
        flags=tuple(flags),
        raw=raw,
    )


def _metered(headers: Mapping[str, str], values: Sequence[object]) -> Mapping[str, object] | None:
    """Usage as Bedrock meters it, in headers or in a stream's last event, where the body has none."""
    found: dict[str, object] = {}
    for name, (header, metric) in _METERS.items():
        in_header = headers.get(f"x-amzn-bedrock-{header}", "")
        metrics = [fields.members(value).get("amazon-bedrock-invocationMetrics") for value in values]
        counted = [
            count for one in metrics if (count := fields.count(fields.members(one).get(metric))) is not None
        ]
        if (in_header.isascii() and in_header.isdigit()) or counted:
            found[name] = int(in_header) if in_header else counted[-1]
    return found or None


def _tool_calls(message: _Message) -> tuple[ToolCall, ...]:
    calls = []
    for index, block in message.blocks.items():
        name = fields.filled(block.get("name"))
        if block.get("type") not in _CALLS or name is None:
            continue
        sent = "".join(message.arguments.get(index, ()))
        calls.append(
            ToolCall(
                name=name,
                arguments=fields.arguments(sent) if sent else block.get("input"),
                id=fields.filled(block.get("id")),
                kind=fields.text(block.get("type")),
            )
        )
    return tuple(calls)
