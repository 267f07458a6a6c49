"""What a vendor would count for a request: tokens per segment, where no usage of the vendor is at hand."""

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence

from agentbench.facts import ModelCard, TokenEstimate, token_estimate
from agentbench.facts.tokens import vocabulary_count
from agentbench.tape.exchange import Request, Segment

# the message that a segment belongs to: `messages[4]` of `messages[4].content[1]`
_MESSAGE = re.compile(r"^(?:messages|input|contents)\[\d+\]")
_CALL = re.compile(rb'"(?:tool_use|function_call|functionCall|toolUse)"|"tool_calls"\s*:\s*\[\s*\{')
# members that label a call or a result for the API and are not shown to the model
_UNREAD = frozenset(
    {
        *("id", "call_id", "tool_call_id", "tool_use_id", "toolUseId"),
        *("type", "role", "status", "signature", "encrypted_content", "thoughtSignature"),
    }
)
_ARGUMENTS = frozenset({"input", "args", "arguments"})
_RESULT = re.compile(
    rb'"(?:tool_result|function_call_output|functionResponse|toolResult)"|"role"\s*:\s*"tool"'
)


def segment_tokens(request: Request, card: ModelCard, readable: Callable[[str], str]) -> tuple[int, ...]:
    """Estimated tokens per segment, the once-only parts with the first segment that causes them.

    `readable` gives the part of a text that is read as text (images are not). The median error over recordings is
    a few per cent for GPT and around ten for the others; reported usage always wins.
    """
    estimate = token_estimate(card)
    tokens: list[int] = []
    seen: set[str] = set()
    for segment in request.segments:
        parts = _once(segment, seen, estimate)
        if segment.level == "tools":
            parts += _tool(segment, card, estimate)
        else:
            parts += vocabulary_count(readable(_said(segment)), card.encoding) * estimate.text
            parts += _parts(segment, estimate) + _name(segment, card, request.wire)
        tokens.append(max(round(parts), 0))
    return tuple(tokens)


def input_tokens(request: Request, card: ModelCard, readable: Callable[[str], str] = str) -> int:
    """Estimated input tokens of a whole request."""
    return sum(segment_tokens(request, card, readable))


def _once(segment: Segment, seen: set[str], estimate: TokenEstimate) -> float:
    """What is counted once: per request, for the tools, and per message."""
    tokens = 0.0
    message = _MESSAGE.match(segment.path)
    for name, size in (
        ("request", estimate.always),
        ("tools", estimate.tools if segment.level == "tools" else 0.0),
        (message[0] if message else segment.level, 0.0 if segment.level == "tools" else estimate.message),
    ):
        if name not in seen and size:
            seen.add(name)
            tokens += size
    return tokens


def _said(segment: Segment) -> str:
    """What the model reads of a segment: its text, or of a call or result the names, arguments and contents."""
    if not segment.text.startswith(("{", "[")):
        return segment.text
    try:
        return "\n".join(_strings(json.loads(segment.text)))
    except ValueError:
        return segment.text


def _strings(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        for inner in value:
            yield from _strings(inner)
    elif isinstance(value, dict):
        for key, inner in value.items():
            if key in _ARGUMENTS and isinstance(inner, dict):
                yield json.dumps(inner, ensure_ascii=False)
            elif key not in _UNREAD:
                yield from _strings(inner)


def _name(segment: Segment, card: ModelCard, wire: str) -> float:
    """OpenAI's counting of a speaker's name: its tokens and one more."""
    if wire != "openai_chat" or segment.role not in ("system", "user", "assistant"):
        return 0.0
    name = _object(segment.raw).get("name")
    return 1.0 + vocabulary_count(name, card.encoding) if isinstance(name, str) else 0.0


def _parts(segment: Segment, estimate: TokenEstimate) -> float:
    calls = len(_CALL.findall(segment.raw)) if estimate.call else 0
    results = 1 if estimate.result and _RESULT.search(segment.raw) else 0
    return calls * estimate.call + results * estimate.result


def _tool(segment: Segment, card: ModelCard, estimate: TokenEstimate) -> float:
    tool = _function(segment)
    if estimate.tool_json is None:
        return 1.03 * vocabulary_count(_typescript(tool), card.encoding) + estimate.per_tool
    count = vocabulary_count(segment.text, card.encoding)
    return count * estimate.tool_json + estimate.per_tool + estimate.per_property * len(_properties(tool))


def _function(segment: Segment) -> Mapping[str, object]:
    tool = _object(segment.raw)
    for key in ("function", "toolSpec"):
        inner = tool.get(key)
        if isinstance(inner, dict):
            return inner
    return tool


def _object(raw: bytes) -> Mapping[str, object]:
    try:
        value = json.loads(raw)
    except ValueError:
        return {}
    return value if isinstance(value, dict) else {}


def _schema(tool: Mapping[str, object]) -> Mapping[str, object]:
    for key in ("parameters", "input_schema", "parametersJsonSchema", "inputSchema"):
        schema = tool.get(key)
        if isinstance(schema, dict):
            inner = schema.get("json")
            return inner if isinstance(inner, dict) else schema
    return {}


def _properties(tool: Mapping[str, object]) -> Mapping[str, object]:
    found = _schema(tool).get("properties")
    return found if isinstance(found, dict) else {}


def _typescript(tool: Mapping[str, object]) -> str:
    """The tool as OpenAI's models see it: a TypeScript type with comments (known from the models' own words)."""
    lines = [f"// {line}" for line in str(tool.get("description") or "").splitlines()]
    schema = _schema(tool)
    if not _properties(tool):
        return "\n".join([*lines, f"type {tool.get('name')} = () => any;", "", ""])
    return "\n".join([*lines, f"type {tool.get('name')} = (_: {{", *_fields(schema, 0), "}) => any;", "", ""])


def _fields(schema: Mapping[str, object], depth: int) -> Sequence[str]:
    properties, required = schema.get("properties"), schema.get("required")
    lines: list[str] = []
    for name, field in (properties if isinstance(properties, dict) else {}).items():
        field = field if isinstance(field, dict) else {}
        lines += [f"{'  ' * depth}// {line}" for line in str(field.get("description") or "").splitlines()]
        mark = "" if isinstance(required, list) and name in required else "?"
        default = f", // default: {field['default']}" if field.get("default") is not None else ","
        lines.append(f"{'  ' * depth}{name}{mark}: {_type(field, depth)}{default}")
    return lines


def _type(field: Mapping[str, object], depth: int) -> str:
    values, kind, items = field.get("enum"), field.get("type"), field.get("items")
    if isinstance(values, list):
        return " | ".join(json.dumps(value) for value in values)
    if kind == "array":
        return f"{_type(items, depth) if isinstance(items, dict) else 'any'}[]"
    if kind == "object" and isinstance(field.get("properties"), dict):
        return "\n".join(["{", *_fields(field, depth + 1), f"{'  ' * depth}}}"])
    options = field.get("anyOf")
    if isinstance(options, list):
        return " | ".join(_type(option, depth) for option in options if isinstance(option, dict))
    return {
        "integer": "number",
        "number": "number",
        "boolean": "boolean",
        "string": "string",
        "null": "null",
    }.get(str(kind), "any")
