"""A tool as OpenAI's models see it: a TypeScript type with comments (known from the models' own words)."""

import json
from collections.abc import Mapping, Sequence

_LIMITS = ("format", "minimum", "maximum", "minLength", "maxLength", "pattern", "minItems", "maxItems")
_PLAIN = frozenset({"number", "boolean", "string", "null"})


def function(raw: bytes) -> Mapping[str, object]:
    """What describes a tool's function in its JSON; empty where it is none."""
    tool = json_object(raw)
    for key in ("function", "toolSpec"):
        inner = tool.get(key)
        if isinstance(inner, dict):
            return inner
    return tool


def json_object(raw: bytes) -> Mapping[str, object]:
    """The JSON object that stands in some bytes; empty where there is none."""
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


def properties(tool: Mapping[str, object]) -> Mapping[str, object]:
    """The parameters of a tool, by name."""
    found = _schema(tool).get("properties")
    return found if isinstance(found, dict) else {}


def typescript(tool: Mapping[str, object]) -> str:
    """The text of a tool."""
    lines = [f"// {line}" for line in str(tool.get("description") or "").splitlines()]
    schema = _schema(tool)
    if not properties(tool):
        return "\n".join([*lines, f"type {tool.get('name')} = () => any;", "", ""])
    title = [f"// {schema['title']}"] if isinstance(schema.get("title"), str) else []
    head = f"type {tool.get('name')} = (_: {{"
    return "\n".join([*lines, *title, head, *_fields(schema, 0), "}) => any;", "", ""])


def _fields(schema: Mapping[str, object], depth: int) -> Sequence[str]:
    members, required = schema.get("properties"), schema.get("required")
    lines: list[str] = []
    for name, field in (members if isinstance(members, dict) else {}).items():
        field = field if isinstance(field, dict) else {}
        lines += [f"{'  ' * depth}// {line}" for line in _remarks(field)]
        mark = "" if isinstance(required, list) and name in required else "?"
        default = f", // default: {field['default']}" if field.get("default") is not None else ","
        lines.append(f"{'  ' * depth}{name}{mark}: {_type(field, depth)}{default}")
    return lines


def _remarks(field: Mapping[str, object]) -> Sequence[str]:
    """What stands in comments above a field: its title, description and limits."""
    limits = ", ".join(f"{key}: {field[key]}" for key in _LIMITS if field.get(key) is not None)
    title, said = field.get("title"), str(field.get("description") or "").splitlines()
    return [*([title] if isinstance(title, str) else []), *said, *([limits] if limits else [])]


def _type(field: Mapping[str, object], depth: int) -> str:
    values, kind, items = field.get("enum"), field.get("type"), field.get("items")
    if isinstance(values, list):
        return " | ".join(json.dumps(value) for value in values)
    if isinstance(kind, list):
        return " | ".join(_type({**field, "type": one}, depth) for one in kind)
    if kind == "array":
        return f"{_type(items, depth) if isinstance(items, dict) else 'any'}[]"
    if kind == "object" and isinstance(field.get("properties"), dict):
        return "\n".join(["{", *_fields(field, depth + 1), f"{'  ' * depth}}}"])
    options = field.get("anyOf")
    if isinstance(options, list):
        return " | ".join(_type(option, depth) for option in options if isinstance(option, dict))
    return "number" if kind == "integer" else str(kind) if kind in _PLAIN else "any"
