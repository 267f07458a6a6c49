"""A tool as OpenAI's models see it: a TypeScript type with comments.

Known from the renderer that OpenAI publishes for gpt-oss (github.com/openai/harmony); what that leaves open (limits,
the lines of a description) from recorded counts, 2026-11.
"""

import json
from collections.abc import Mapping, Sequence

_LIMITS = ("minimum", "maximum", "minLength", "maxLength", "pattern", "minItems", "maxItems")
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
    schema = _schema(tool)
    lines = _comments(tool.get("description"))
    if not properties(tool):
        return "\n".join([*lines, f"type {tool.get('name')} = () => any;", "", ""])
    of_all = [*_comments(schema.get("title")), *_comments(schema.get("description"))]
    head = f"type {tool.get('name')} = (_: {{"
    return "\n".join([*lines, *of_all, head, *_fields(schema, ""), "}) => any;", "", ""])


def _comments(text: object, indent: str = "") -> Sequence[str]:
    """Each line of a text as a comment, without the spaces around it."""
    lines = text.splitlines() if isinstance(text, str) else ()
    return [f"{indent}// {line.strip()}".rstrip() for line in lines]


def _fields(schema: Mapping[str, object], indent: str) -> Sequence[str]:
    members, required = schema.get("properties"), schema.get("required")
    lines: list[str] = []
    for name, field in (members if isinstance(members, dict) else {}).items():
        field = field if isinstance(field, dict) else {}
        lines += _remarks(field, indent)
        mark = "" if isinstance(required, list) and name in required else "?"
        default = f", // default: {field['default']}" if field.get("default") is not None else ","
        options = _options(field)
        if options:
            each = (f"{indent} | {_type(one, indent)}" for one in options)
            lines += [f"{indent}{name}{mark}:", *each, f"{indent}{default}"]
        else:
            lines.append(f"{indent}{name}{mark}: {_type(field, indent)}{default}")
    return lines


def _remarks(field: Mapping[str, object], indent: str) -> Sequence[str]:
    """What stands in comments above a field: its title, description and limits."""
    title = _comments(field.get("title"), indent)
    limits = ", ".join(f"{key}: {field[key]}" for key in _LIMITS if field.get(key) is not None)
    between = [f"{indent}//"] if title else []
    return [*title, *between, *_comments(field.get("description"), indent), *_comments(limits, indent)]


def _options(field: Mapping[str, object]) -> Sequence[Mapping[str, object]]:
    """The types of which a field takes any, each of which has a line of its own."""
    found = field.get("anyOf", field.get("oneOf"))
    return [one for one in found if isinstance(one, dict)] if isinstance(found, list) else ()


def _type(field: Mapping[str, object], indent: str) -> str:
    values, kind, items = field.get("enum"), field.get("type"), field.get("items")
    if isinstance(values, list):
        return " | ".join(json.dumps(value) for value in values)
    if isinstance(kind, list):
        return " | ".join(_type({**field, "type": one}, indent) for one in kind)
    if kind == "array":
        return f"{_type(items, indent) if isinstance(items, dict) else 'any'}[]"
    if kind == "object" and isinstance(field.get("properties"), dict):
        return "\n".join(["{", *_fields(field, f"{indent}  "), f"{indent}}}"])
    if options := _options(field):
        return " | ".join(_type(one, indent) for one in options)
    return "number" if kind == "integer" else str(kind) if kind in _PLAIN else "any"
