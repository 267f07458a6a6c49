"""Mutators: each changes the later of two real requests in one way that real products were caught doing.

A mutator gets both bodies (parsed) and changes them in place; it says False where it does not apply. `rows` are the
rows of the catalogue of real misses that it stands for.
"""

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

Body = dict[str, Any]
Apply = Callable[[Body, Body], bool | None]


@dataclass(frozen=True)
class Mutator:
    """One way to break a cache."""

    name: str
    expected: str
    rows: tuple[str, ...]
    apply: Apply


def system_of(body: Body) -> tuple[Any, Any] | None:
    """Holder and key of the first system text: `holder[key]` is a string."""
    system = body.get("system")
    if isinstance(system, str):
        return body, "system"
    if isinstance(system, list) and system and "text" in system[0]:
        return system[0], "text"
    first = next(iter(body["messages"]), {})
    if first.get("role") in ("system", "developer") and isinstance(first.get("content"), str):
        return first, "content"
    return None


def _in_system(before: str, after: str, where: str = "front") -> Apply:
    """Puts one text into the earlier system text and another into the later one, at the same place."""

    def apply(first: Body, second: Body) -> bool | None:
        places = [system_of(first), system_of(second)]
        for place, text in zip(places, (before, after), strict=True):
            if place is None:
                return False
            holder, key = place
            old = holder[key]
            at = {"front": 0, "middle": len(old) // 2, "end": len(old)}[where]
            holder[key] = old[:at] + text + old[at:]
        return True

    return apply


def _tools(change: Callable[[list[Any]], Any], least: int = 1) -> Apply:
    def apply(first: Body, second: Body) -> bool | None:
        tools = second.get("tools") or []
        if len(tools) < least or len({json.dumps(tool) for tool in tools}) < len(tools):
            return False
        change(tools)
        return True

    return apply


def _new_tool(like: Any, name: str = "zz_new_tool") -> Any:
    tool = json.loads(json.dumps(like))
    (tool.get("function") or tool)["name"] = name
    return tool


def _of_tool(tool: Any) -> Any:
    return tool.get("function") or tool


def _schema(tool: Any) -> Any:
    inner = _of_tool(tool)
    return inner.get("parameters") or inner.get("input_schema")


def _on_schema(change: Callable[[Any], bool | None]) -> Apply:
    def apply(first: Body, second: Body) -> bool | None:
        for tool in second.get("tools") or []:
            schema = _schema(tool)
            if isinstance(schema, dict) and schema.get("properties"):
                return change(schema)
        return False

    return apply


def _reorder(mapping: dict[str, Any]) -> bool:
    items = list(mapping.items())
    if len(items) < 2:
        return False
    mapping.clear()
    mapping.update(reversed(items))
    return True


def _old_messages(first: Body) -> range:
    """Places of the messages that both bodies have, a leading system message aside."""
    start = 1 if first["messages"] and first["messages"][0].get("role") in ("system", "developer") else 0
    return range(start, len(first["messages"]))


def _text_place(message: Body) -> tuple[Any, Any] | None:
    content = message.get("content")
    if isinstance(content, str) and content and not message.get("tool_calls"):
        return message, "content"
    if isinstance(content, list):
        for part in content:
            if part.get("type") == "text" and part.get("text"):
                return part, "text"
    return None


def _in_message(before: str, after: str) -> Apply:
    """Puts texts at the front of the first user message of both bodies."""

    def apply(first: Body, second: Body) -> bool | None:
        for at in _old_messages(first):
            places = [_text_place(body["messages"][at]) for body in (first, second)]
            if first["messages"][at]["role"] == "user" and all(places):
                for place, text in zip(places, (before, after), strict=True):
                    assert place is not None
                    holder, key = place
                    holder[key] = text + holder[key]
                return True
        return False

    return apply


def _results(body: Body, until: int) -> Iterator[tuple[Any, Any]]:
    for message in body["messages"][:until]:
        if message.get("role") == "tool" and isinstance(message.get("content"), str):
            yield message, "content"
        for part in message["content"] if isinstance(message.get("content"), list) else []:
            if part.get("type") == "tool_result" and isinstance(part.get("content"), str):
                yield part, "content"


def _stub(first: Body, second: Body) -> bool | None:
    for (was, key), (now, _) in zip(
        _results(first, len(first["messages"])), _results(second, len(first["messages"])), strict=False
    ):
        was[key] = now[key] = "line of a long result " * 40
        now[key] = "[cleared]"
        return True
    return False


def _calls(body: Body, until: int) -> Iterator[Any]:
    for message in body["messages"][:until]:
        yield from message.get("tool_calls") or []
        for part in message["content"] if isinstance(message.get("content"), list) else []:
            if part.get("type") == "tool_use":
                yield part


def _call_pairs(first: Body, second: Body) -> Iterator[tuple[Any, Any]]:
    until = len(first["messages"])
    return zip(_calls(first, until), _calls(second, until), strict=False)


def _arguments(first: Body, second: Body) -> bool | None:
    """The same arguments with their keys the other way round."""
    for was, now in _call_pairs(first, second):
        arguments = {"alpha": 1, "beta": {"x": [1, 2], "y": "z"}}
        other = {"beta": {"y": "z", "x": [1, 2]}, "alpha": 1}
        if "function" in now:
            was["function"]["arguments"], now["function"]["arguments"] = (
                json.dumps(arguments),
                json.dumps(other),
            )
        else:
            was["input"], now["input"] = arguments, other
        return True
    return False


def _ids(first: Body, second: Body) -> bool | None:
    for _, now in _call_pairs(first, second):
        now["id"] = "call_zz99"
        return True
    return False


def _truncate(first: Body, second: Body) -> bool | None:
    places = _old_messages(first)
    if len(places) < 3:
        return False
    del second["messages"][places.start : places.start + 2]
    return True


def _compact(first: Body, second: Body) -> bool | None:
    places = _old_messages(first)
    if len(places) < 3:
        return False
    second["messages"][places.start : places.stop] = [
        {"role": "user", "content": "Summary of what was said so far."}
    ]
    return True


def _insert(first: Body, second: Body) -> bool | None:
    places = _old_messages(first)
    if len(places) < 2:
        return False
    second["messages"].insert(places.start + 1, {"role": "user", "content": "A reminder put in between."})
    return True


def _set(**parameters: Any) -> Apply:
    def apply(first: Body, second: Body) -> bool | None:
        if any(key in second for key in parameters):
            return False
        second.update(json.loads(json.dumps(parameters)))
        return True

    return apply


def _claude(apply: Apply) -> Apply:
    return lambda first, second: apply(first, second) if "claude" in str(second.get("model")) else False


def _gpt(apply: Apply) -> Apply:
    return lambda first, second: (
        apply(first, second) if str(second.get("model")).startswith("gpt-") else False
    )


def _append_part(part: Body) -> Apply:
    def apply(first: Body, second: Body) -> bool | None:
        last = second["messages"][-1]
        if last.get("role") != "user" or b'"image"' in json.dumps(second).encode():
            return False
        content = last["content"]
        last["content"] = [
            part,
            *(content if isinstance(content, list) else [{"type": "text", "text": content}]),
        ]
        return True

    return apply


def _system_message(first: Body, second: Body) -> bool | None:
    second["messages"].append({"role": "system", "content": "Be brief from here on."})
    return True


MUTATORS = (
    Mutator("reverse the tools", "tools_reordered", ("B4", "B5"), _tools(lambda t: t.reverse(), 2)),
    Mutator(
        "move the last tool to the front",
        "tools_reordered",
        ("B1",),
        _tools(lambda t: t.insert(0, t.pop()), 2),
    ),
    Mutator(
        "append a tool", "tools_added", ("B7", "B11", "B15"), _tools(lambda t: t.append(_new_tool(t[0])))
    ),
    Mutator("insert a tool", "tools_added", ("B2", "B3"), _tools(lambda t: t.insert(0, _new_tool(t[0])))),
    Mutator("remove the last tool", "tools_removed", ("B9", "B12"), _tools(lambda t: t.pop(), 2)),
    Mutator("remove all tools", "tools_removed", ("B14",), _tools(lambda t: t.clear())),
    Mutator(
        "choose another tool", "tools_swapped", ("B6",), _tools(lambda t: t.__setitem__(0, _new_tool(t[0])))
    ),
    Mutator(
        "date in a description",
        "tool_description_changed",
        ("B10", "B8"),
        _tools(lambda t: _of_tool(t[0]).update(description="As of 2026-11-03.")),
    ),
    Mutator(
        "another property",
        "tool_schema_changed",
        ("B8",),
        _on_schema(lambda s: bool(s["properties"].update(zz={}) or 1)),
    ),
    Mutator("schema keys reversed", "tools_reserialised", ("C1", "C7"), _on_schema(_reorder)),
    Mutator(
        "properties reversed", "tools_reserialised", ("C2",), _on_schema(lambda s: _reorder(s["properties"]))
    ),
    Mutator(
        "clock with seconds in front",
        "system_clock",
        ("A1", "A3", "A6"),
        _in_system("Now: 09:00:05. ", "Now: 09:01:12. "),
    ),
    Mutator(
        "minute clock", "system_clock", ("A2",), _in_system("It is 9:41 AM. ", "It is 9:42 AM. ", "middle")
    ),
    Mutator("rendered template", "system_clock", ("A4",), _in_system(" Nov 2, 2026", " Nov 3, 2026", "end")),
    Mutator(
        "memory with milliseconds",
        "system_clock",
        ("A5",),
        _in_system(" updated 2026-11-02T09:00:05.123Z ", " updated 2026-11-02T09:00:07.456Z ", "middle"),
    ),
    Mutator("status line", "system_clock", ("A19",), _in_system("[status 09:00 ok] ", "[status 09:05 ok] ")),
    Mutator("billing hash", "system_identifier", ("A7",), _in_system("cch=a1b2c3d4; ", "cch=0f9e8d7c; ")),
    Mutator("fingerprint", "system_identifier", ("A8",), _in_system("fp 77aa12bc33 ", "fp 01ff98de21 ")),
    Mutator(
        "session id",
        "system_identifier",
        ("A17",),
        _in_system(" 3f2a9c81-77aa-4b1e-9a55-0123456789ab ", " 9b1d2e3f-77aa-4b1e-9a55-0123456789ab ", "end"),
    ),
    Mutator("git status", "system_paths", ("A9",), _in_system(" M src/main.py\n", " M src/other.py\n")),
    Mutator(
        "directory listing",
        "system_paths",
        ("A11", "A13"),
        _in_system("files: /srv/app/one.py ", "files: /srv/app/two.py ", "end"),
    ),
    Mutator(
        "working directory",
        "system_paths",
        ("A12",),
        _in_system("cwd /home/ada/a/src ", "cwd /home/ada/b/src "),
    ),
    Mutator(
        "memory written",
        "system_section_added",
        ("A14", "A15"),
        _in_system("", "\nRemember: tea, never coffee.\n", "middle"),
    ),
    Mutator(
        "flag off",
        "system_section_removed",
        ("A18", "A16"),
        _in_system("\nBeta features are on.\n", "", "middle"),
    ),
    Mutator(
        "other words",
        "system_changed",
        ("D14",),
        _in_system("Be friendly and calm. ", "Stay terse, cite much. "),
    ),
    Mutator("clock in a message", "history_clock", ("A10", "A20"), _in_message("[09:00] ", "[09:02] ")),
    Mutator(
        "fingerprint in a message",
        "history_identifier",
        ("D5",),
        _in_message("ref a1b2c3d4 ", "ref 99ffeedd "),
    ),
    Mutator(
        "message in other words",
        "history_rewritten",
        ("D3", "D13", "C5"),
        _in_message("Please help. ", "Kindly assist. "),
    ),
    Mutator("trimmed newline", "history_whitespace", ("C6",), _in_message("\n", "")),
    Mutator("old result cleared", "history_stubbed", ("D1", "D2", "D4", "B3"), _stub),
    Mutator("oldest messages dropped", "history_truncated", ("D12",), _truncate),
    Mutator("summary in place", "history_compacted", ("D11", "D13"), _compact),
    Mutator("inserted reminder", "history_inserted", ("D5", "D6"), _insert),
    Mutator("arguments dumped again", "history_reserialised", ("C3", "C4"), _arguments),
    Mutator("new call ids", "history_ids_changed", ("C9",), _ids),
    Mutator("tool choice", "tool_choice_changed", ("E1",), _claude(_set(tool_choice={"type": "any"}))),
    Mutator(
        "thinking on",
        "thinking_changed",
        ("E2",),
        _claude(_set(thinking={"type": "enabled", "budget_tokens": 1024})),
    ),
    Mutator("effort", "effort_changed", ("E3",), _claude(_set(output_config={"effort": "low"}))),
    Mutator("fast", "speed_changed", ("E4", "E11"), _claude(_set(speed="fast"))),
    Mutator(
        "schema", "schema_changed", ("E7",), _claude(_set(output_config={"format": {"type": "json_schema"}}))
    ),
    Mutator(
        "response format", "schema_changed", ("E9",), _gpt(_set(response_format={"type": "json_object"}))
    ),
    Mutator(
        "budget", "parameter_changed", ("E8",), _claude(_set(output_config={"task_budget": {"total": 9}}))
    ),
    Mutator(
        "first image",
        "images_changed",
        ("E6",),
        _claude(_append_part({"type": "image", "source": {"data": "x"}})),
    ),
    Mutator(
        "citations",
        "citations_changed",
        ("E5",),
        _claude(_append_part({"type": "document", "citations": {"enabled": True}})),
    ),
    Mutator(
        "another model",
        "model_changed",
        ("F1", "E12", "F2"),
        lambda first, second: bool(second.update(model="other") or 1),
    ),
)

CONTROLS = (
    Mutator("sampling", "", (), lambda first, second: bool(second.update(temperature=0.77, top_p=0.3) or 1)),
    Mutator("max tokens", "", (), lambda first, second: bool(second.update(max_tokens=77) or 1)),
    Mutator("default effort", "", (), _claude(_set(output_config={"effort": "high"}))),
    Mutator("system message appended", "", (), _claude(_system_message)),
    Mutator(
        "deferred tool",
        "",
        (),
        _claude(_tools(lambda t: t.append({**_new_tool(t[0]), "defer_loading": True}))),
    ),
    Mutator(
        "allowed tools",
        "",
        (),
        _gpt(_set(tool_choice={"type": "allowed_tools", "allowed_tools": {"mode": "auto"}})),
    ),
    Mutator(
        "user and metadata",
        "",
        (),
        lambda first, second: bool(second.update(user="u-77", metadata={"a": "b"}) or 1),
    ),
)
