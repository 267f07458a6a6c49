"""Changes in the list of tools: which ones, their order, their words and their bytes."""

import json
from collections.abc import Iterator, Mapping, Sequence

from agentbench.caching.diagnosis.change import Change, between
from agentbench.caching.diagnosis.texts import kind_of_change
from agentbench.tape.exchange import Segment


def tool_changes(was: Sequence[Segment], now: Sequence[Segment], start: int) -> Iterator[Change]:
    """All changes between two tool lists; `start` is the index of the first one in the earlier request."""
    if [tool.raw for tool in was] == [tool.raw for tool in now]:
        return
    before, after = _by_name(was), _by_name(now)
    added, removed = [n for n in after if n not in before], [n for n in before if n not in after]
    if added or removed:
        name = "tools_swapped" if added and removed else "tools_added" if added else "tools_removed"
        names = [f"+{n}" for n in added] + [f"-{n}" for n in removed]
        yield _first_difference(name, was, now, start, ", ".join(names))
    kept = [n for n in before if n in after]
    order = [n for n in after if n in before]
    if kept != order:
        first = next(n for n, other in zip(order, kept, strict=True) if n != other)
        yield _first_difference("tools_reordered", was, now, start, f"{first} moved")
    places = {name: at for at, name in enumerate(before, start)}
    for name in order:
        yield from _within(places[name], before[name], after[name])


def tool_name(segment: Segment) -> str:
    """A tool's name in any wire format; where it has none its type, or the last part of its path."""
    tool = _parsed(segment)
    for holder in (tool, *(tool.get(key) for key in ("function", "toolSpec", "systemTool", "custom"))):
        name = holder.get("name") if isinstance(holder, Mapping) else None
        if isinstance(name, str):
            return name
    server = tool.get("server_label", tool.get("mcp_server_name"))
    return f"mcp:{server}" if server else str(tool.get("type", segment.path.rpartition(".")[2]))


def _by_name(tools: Sequence[Segment]) -> Mapping[str, Segment]:
    """The tools by name; a second one of the same name gets its place as well."""
    found: dict[str, Segment] = {}
    for tool in tools:
        name = tool_name(tool)
        found[name if name not in found else f"{name} ({tool.path})"] = tool
    return found


def _first_difference(
    name: str, was: Sequence[Segment], now: Sequence[Segment], start: int, detail: str
) -> Change:
    at = next(
        (i for i, (a, b) in enumerate(zip(was, now, strict=False)) if a.key != b.key), min(len(was), len(now))
    )
    before, after = (side[at] if at < len(side) else None for side in (was, now))
    return between(name, start + at, before, after, detail)


def _within(at: int, was: Segment, now: Segment) -> Iterator[Change]:
    if was.raw == now.raw:
        return
    if kind_of_change(was.raw, now.raw) == "reserialised":
        yield between("tools_reserialised", at, was, now)
        return
    before, after = _parsed(was), _parsed(now)
    if _description(before) != _description(after):
        yield between("tool_description_changed", at, was, now)
    if _rest(before) != _rest(after):
        yield between("tool_schema_changed", at, was, now)


def _parsed(segment: Segment) -> Mapping[str, object]:
    try:
        tool = json.loads(segment.raw)
    except ValueError:
        return {}
    return tool if isinstance(tool, dict) else {}


def _inner(tool: Mapping[str, object]) -> Mapping[str, object]:
    for key in ("function", "toolSpec"):
        inner = tool.get(key)
        if isinstance(inner, Mapping):
            return inner
    return tool


def _description(tool: Mapping[str, object]) -> object:
    return _inner(tool).get("description")


def _rest(tool: Mapping[str, object]) -> object:
    return {key: value for key, value in _inner(tool).items() if key != "description"}
