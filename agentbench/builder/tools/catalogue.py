"""Catalogue files: tools that people wrote down, as JSON or one to a line.

Three shapes are read, so that an MCP server's `tools/list` and an OpenAI tool array can be saved as they are:
a list of tools, `{"toolset": ..., "source": ..., "tools": [...]}`, and one tool a line (`.jsonl`). In the
last, the form of labelled data sets, `source` names the server that a tool is from.
"""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import cast

from pydantic import TypeAdapter, ValidationError

from agentbench.builder.tools.tool import Tool
from agentbench.errors import BadInput
from agentbench.nearest import nearest

_TOOL = TypeAdapter(Tool)
_FIELDS = tuple(Tool.__dataclass_fields__)
# what other formats call our fields; MCP and OpenAI
_SYNONYMS = {"inputSchema": "parameters", "input_schema": "parameters"}
# what MCP servers and OpenAI arrays add, and no model is shown
_PASSED_OVER = {"title", "annotations", "outputSchema", "icons", "execution", "_meta", "strict", "type"}


def load_catalogue(path: Path) -> tuple[Tool, ...]:
    """The tools of one catalogue file, in its order.

    Raises:
        BadInput: the file cannot be read, or entries are wrong; all problems of the file in one message.
    """
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise BadInput(
            f"catalogue {str(path)!r}: cannot be read ({error}); give a JSON or JSONL file"
        ) from error
    problems: list[str] = []
    tools = tuple(_tools(path, text, problems))
    seen: set[str] = set()
    for tool in tools:
        if tool.name in seen:
            problems.append(f"tool {tool.name!r} stands there twice; rename or remove one")
        seen.add(tool.name)
    if problems:
        raise BadInput(f"catalogue {str(path)!r}: {len(problems)} problem(s): {'; '.join(problems)}")
    return tools


def _tools(path: Path, text: str, problems: list[str]) -> Iterator[Tool]:
    for where, entry in _entries(path, text, problems):
        tool = _tool(where, entry, problems)
        if tool is not None:
            yield tool


def _entries(path: Path, text: str, problems: list[str]) -> Iterator[tuple[str, object]]:
    """Where each entry stands and its parsed JSON."""
    if path.suffix == ".jsonl":
        for number, line in enumerate(text.split("\n"), 1):
            entry = _parsed(line, f"line {number}", problems) if line.strip() else None
            if entry is not None:
                yield f"line {number}", _from_server(entry)
        return
    whole = _parsed(text, "the file", problems)
    shared: Mapping[str, object] = {}
    if isinstance(whole, dict) and isinstance(whole.get("tools"), list):
        shared = {key: value for key, value in whole.items() if key != "tools"}
        whole = whole["tools"]
    if isinstance(whole, list):
        for number, entry in enumerate(whole):
            yield f"tools[{number}]", {**shared, **entry} if isinstance(entry, dict) else entry
    elif whole is not None:
        problems.append("found neither a list of tools nor an object with `tools`; write one of the two")


def _parsed(text: str, where: str, problems: list[str]) -> object:
    try:
        return cast(object, json.loads(text))
    except ValueError as error:
        problems.append(f"{where} is not JSON ({error}); correct it")
        return None


def _tool(where: str, entry: object, problems: list[str]) -> Tool | None:
    if not isinstance(entry, dict):
        problems.append(f"{where}: expected an object, found {entry!r}; write name, description, parameters")
        return None
    fields = _ours(entry)
    label = f"{where} ({fields['name']!r})" if "name" in fields else where
    if not str(fields.get("name") or "").strip():
        problems.append(f"{where}: a tool needs a name, found {fields.get('name')!r}; write one")
        return None
    for key in [key for key in fields if key not in _FIELDS]:
        near = nearest(key, _FIELDS)
        problems.append(
            f"{label}: unknown field {key!r}; {f'did you mean {near!r}?' if near else 'remove it'}"
        )
        del fields[key]
    try:
        return _TOOL.validate_python(fields, strict=False)
    except ValidationError as error:
        for fault in error.errors():
            at = ".".join(map(str, fault["loc"]))
            problems.append(f"{label}: field {at!r}, found {fault['input']!r}: {fault['msg']}")
        return None


def _ours(entry: Mapping[str, object]) -> dict[str, object]:
    """The entry with our field names."""
    inner = entry.get("function")
    flat = {**entry, **inner} if isinstance(inner, dict) else dict(entry)
    flat.pop("function", None)
    fields = {_SYNONYMS.get(key, key): value for key, value in flat.items() if key not in _PASSED_OVER}
    fields["description"] = fields.get("description") or ""
    return fields


def _from_server(entry: object) -> object:
    if isinstance(entry, dict) and isinstance(entry.get("source"), str):
        return {"toolset": f"mcp-{entry['source']}", **entry, "source": "mcp"}
    return entry
