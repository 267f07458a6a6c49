"""Amazon Bedrock Converse (and InvokeModel with Nova's bodies, which have the same form).

Cache order: tools, system, messages; a `cachePoint` item marks what stands before it and is no segment. The
model and whether it streams stand in the URL. Source: docs.aws.amazon.com, Bedrock prompt caching, 2026-11.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from agentbench.tape.exchange import Level, Request, Response, Segment
from agentbench.tape.wire import bedrock_answer, fields, markers
from agentbench.tape.wire.pieces import Body, Piece, parameters

NAME = "bedrock_converse"

_OWN_PARTS = frozenset({"toolUse", "toolResult", "cachePoint", "reasoningContent", "guardContent"})
_EVENTS = frozenset(
    {"messageStart", "contentBlockStart", "contentBlockDelta", "contentBlockStop", "messageStop"}
)


def request(body: bytes, byte_exact: bool = True) -> Request:
    """The request split into segments; raises `Unreadable` where the body is no JSON object."""
    parsed = Body.of(body, byte_exact)
    root = parsed.root()
    config = parsed.member(root, "toolConfig")
    tools = parsed.items(parsed.member(config, "tools")) if config is not None else []
    messages = parsed.items(parsed.member(root, "messages"))
    segments = _segments(parsed, tools, "tools", None)
    segments += _segments(parsed, parsed.items(parsed.member(root, "system")), "system", None)
    for message in messages:
        role = fields.text(fields.members(message.value).get("role"))
        segments += _segments(parsed, parsed.items(parsed.member(message, "content")), "messages", role)
    choice = fields.at(parsed.value, "toolConfig.toolChoice")
    rest = parameters(parsed.value, "toolConfig", "system", "messages", "modelId")
    return Request(
        wire=NAME,
        model=fields.filled(parsed.value.get("modelId")),
        segments=tuple(segments),
        parameters={**rest, "toolChoice": choice} if choice is not None else rest,
        tools=tuple(name for tool in tools if (name := _tool_name(tool.value)) is not None),
        stream=False,
        message_count=len(messages),
        body=body,
        byte_exact=byte_exact,
    )


def response(status: int | None, headers: Mapping[str, str], values: Sequence[object]) -> Response:
    """What came back, from one JSON value or from the events of a stream."""
    return bedrock_answer.read(status, values)


def asks(body: object) -> bool:
    """Messages whose parts have no `type`, beside something that only this wire has."""
    found = fields.members(body)
    if "toolConfig" in found or "inferenceConfig" in found:
        return isinstance(found.get("messages"), list)
    parts = [
        part
        for message in fields.objects(found.get("messages"))
        for part in fields.objects(message.get("content"))
    ]
    return any(_OWN_PARTS & part.keys() or part.keys() == {"text"} for part in parts)


def answers(values: Sequence[object]) -> bool:
    """A message under `output`, or events of a stream."""
    for value in values:
        found = fields.members(value)
        if "content" in fields.members(fields.at(found, "output.message")) or (
            len(found) == 1 and _EVENTS & found.keys()
        ):
            return True
    return False


def _segments(body: Body, items: Sequence[Piece], level: Level, role: str | None) -> list[Segment]:
    """One segment per item; a cache point marks the one before it."""
    found: list[Segment] = []
    for item in items:
        value = fields.members(item.value)
        point = value.get("cachePoint")
        if isinstance(point, dict) and len(value) == 1:
            if found:
                ttl = fields.filled(point.get("ttl")) or markers.DEFAULT_TTL
                found[-1] = replace(found[-1], marker=ttl)
            continue
        text = fields.text(value.get("text")) if value.keys() <= {"text"} else None
        found.append(body.segment(item, level, role, text=text))
    return found


def _tool_name(tool: object) -> str | None:
    """A tool's name; a tool that runs on the server by its own; a cache point has none."""
    tool = fields.members(tool)
    for key in ("toolSpec", "systemTool"):
        name = fields.filled(fields.members(tool.get(key)).get("name"))
        if name is not None:
            return name
    return None
