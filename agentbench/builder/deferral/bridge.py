"""The bridge: what the three constant tools answer. Pure: it never runs a tool, it says which one is to be run.

The catalogue is the gated slice. Names are compared as they are, padding aside, never repaired: a call reaches the
tool of exactly that name or none.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from agentbench.builder.deferral.bridge_tools import RESERVED, TOOL_CALL, TOOL_DESCRIBE, TOOL_SEARCH
from agentbench.builder.deferral.search import Index, Ranker, blended
from agentbench.builder.gates.decision import Decision
from agentbench.builder.tools.arguments import argument_problem
from agentbench.builder.tools.tool import Tool
from agentbench.nearest import nearest

_LONGEST_DESCRIPTION = 400


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """Run this tool with these arguments: hooks, approvals and events see its real name."""

    tool: Tool
    arguments: Mapping[str, object]


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """Text for the model; nothing is run."""

    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Refusal:
    """Nothing is run; the model is told why and what to do."""

    text: str


Outcome = Run | Answer | Refusal


@dataclass(frozen=True, slots=True, kw_only=True)
class Bridge:
    """The tools of one run, as its calls reach them."""

    catalogue: Mapping[str, Tool]
    """The deferred tools by name."""
    shown: Mapping[str, Tool]
    """The tools of the array, the bridge's own apart."""
    removed: Mapping[str, Decision]
    """Tools that are not there, and why."""
    index: Index = field(compare=False)
    """Of the catalogue."""
    default_limit: int = 5
    most: int = 20


def bridge(
    catalogue: Sequence[Tool],
    shown: Sequence[Tool] = (),
    removed: Sequence[Decision] = (),
    ranker: Ranker = blended,
    default_limit: int = 5,
    most: int = 20,
) -> Bridge:
    """The bridge over a gated catalogue; it indexes once. A tool that a decision removed is in neither list."""
    gone = {decision.tool: decision for decision in removed}
    deferred = {tool.name: tool for tool in catalogue if tool.name not in gone}
    return Bridge(
        catalogue=deferred,
        shown={tool.name: tool for tool in shown if tool.name not in gone and tool.name not in RESERVED},
        removed=gone,
        index=ranker(tuple(deferred.values())),
        default_limit=default_limit,
        most=most,
    )


def call(tools: Bridge, name: str, arguments: object) -> Outcome:
    """What a model's call comes to, whether it goes through the bridge or names a tool directly."""
    given = arguments if isinstance(arguments, Mapping) else {}
    if name == TOOL_SEARCH.name:
        return _search(tools, given)
    if name == TOOL_DESCRIBE.name:
        return _describe(tools, given)
    if name == TOOL_CALL.name:
        return _call(tools, given)
    return _run(tools, name, arguments, {**tools.shown, **tools.catalogue})


def _search(tools: Bridge, given: Mapping[str, object]) -> Outcome:
    queries = _queries(given)
    if not queries:
        return Refusal(text="tool_search: no query was given; give `queries`, one short phrase for each need")
    limit = _limit(given.get("limit"), tools)
    found = [_matches(tools, query, limit) for query in queries]
    return Answer(text=_json({"results": found, "tools": len(tools.catalogue)}))


def _matches(tools: Bridge, query: str, limit: int) -> dict[str, object]:
    hits = tools.index.rank(query, limit)
    if not hits:
        return {"query": query, "matches": [], "note": "No tool fits. Try other words, or go on without one."}
    matches = [_shown(tools.catalogue[hit.name], _LONGEST_DESCRIPTION) for hit in hits]
    return {"query": query, "matches": matches}


def _describe(tools: Bridge, given: Mapping[str, object]) -> Outcome:
    name = _name(given)
    if name in tools.catalogue:
        return Answer(text=_json(_shown(tools.catalogue[name], None)))
    return _unreachable(tools, TOOL_DESCRIBE.name, name)


def _call(tools: Bridge, given: Mapping[str, object]) -> Outcome:
    name = _name(given)
    beside = {key: value for key, value in given.items() if key not in ("name", "arguments")}
    arguments = given.get("arguments")
    if beside and arguments:
        return Refusal(
            text=f"tool_call of {name!r}: arguments stand both in `arguments` and beside it "
            f"({', '.join(sorted(beside))}); put all of them into `arguments`"
        )
    return _run(tools, name, beside or arguments, tools.catalogue)


def _run(tools: Bridge, name: str, arguments: object, reachable: Mapping[str, Tool]) -> Outcome:
    tool = reachable.get(name)
    if tool is None:
        return _unreachable(tools, TOOL_CALL.name, name)
    parsed = _arguments(arguments)
    if parsed is None:
        return Refusal(
            text=f"{name!r} was not run: its arguments must be an object, found {arguments!r}; try again"
        )
    problem = argument_problem(tool, parsed)
    return Refusal(text=problem) if problem else Run(tool=tool, arguments=parsed)


def _unreachable(tools: Bridge, through: str, name: str) -> Refusal:
    if not name:
        return Refusal(text=f"{through}: no tool was named; give `name`")
    if name in tools.removed:
        decision = tools.removed[name]
        return Refusal(
            text=f"tool {name!r} is not available in this run ({decision.gate}): {decision.reason}"
        )
    if name in RESERVED:
        return Refusal(text=f"{through} cannot be used on {name!r}; call {name} itself")
    if name in tools.shown:
        return Refusal(text=f"{name!r} is in your list of tools; call it directly")
    near = nearest(name, [*tools.catalogue, *tools.shown])
    hint = f"the nearest name is {near!r}" if near else "look for what you need with tool_search"
    return Refusal(text=f"there is no tool {name!r}; {hint}")


def _name(given: Mapping[str, object]) -> str:
    name = given.get("name")
    return name.strip() if isinstance(name, str) else ""


def _queries(given: Mapping[str, object]) -> list[str]:
    asked = given.get("queries", given.get("query"))
    listed = asked if isinstance(asked, list | tuple) else [asked]
    return [query.strip() for query in listed if isinstance(query, str) and query.strip()]


def _limit(given: object, tools: Bridge) -> int:
    try:
        asked = int(given) if isinstance(given, int | float | str) else tools.default_limit
    except (ValueError, OverflowError):
        asked = tools.default_limit
    return max(1, min(asked, tools.most))


def _arguments(given: object) -> Mapping[str, object] | None:
    """The arguments as an object; JSON text is read, nothing is an empty object, all else is None."""
    if given is None:
        return {}
    if isinstance(given, str):
        try:
            given = json.loads(given)
        except ValueError:
            return None
    return given if isinstance(given, Mapping) else None


def _shown(tool: Tool, longest: int | None) -> dict[str, object]:
    return {
        "name": tool.name,
        "description": tool.shown_description[:longest],
        "parameters": tool.parameters,
    }


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
