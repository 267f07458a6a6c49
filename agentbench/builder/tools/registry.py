"""The registry: which tool owns a name. A value; registering gives a new one."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from agentbench.builder.tools.tool import Tool

RESERVED_NAMES = frozenset({"tool_search", "tool_describe", "tool_call", "search_tools"})
"""Names of the bridge and of pydantic-ai's own search: no tool may bear them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Registry:
    """Tools by name."""

    tools: Mapping[str, Tool] = field(default_factory=dict)
    problems: tuple[str, ...] = ()
    """What was refused, one line each."""


def register(registry: Registry, tool: Tool, *, override: bool = False) -> Registry:
    """The registry with one more tool, or with one more problem.

    A tool of the same toolset is replaced. One of another toolset keeps its name, unless both are MCP servers (the
    last wins) or `override` is given (`reference/hermes.md` 13). Reserved names are refused (fault 9).
    """
    problem = _problem(registry.tools.get(tool.name), tool, override)
    if problem:
        return Registry(tools=registry.tools, problems=(*registry.problems, problem))
    return Registry(tools={**registry.tools, tool.name: tool}, problems=registry.problems)


def registered(tools: Iterable[Tool]) -> Registry:
    """A registry of these tools, in turn."""
    registry = Registry()
    for tool in tools:
        registry = register(registry, tool)
    return registry


def without_toolset(registry: Registry, toolset: str) -> Registry:
    """The registry without the tools of one toolset (a server that went away)."""
    kept = {name: tool for name, tool in registry.tools.items() if tool.toolset != toolset}
    return Registry(tools=kept, problems=registry.problems)


def _problem(owner: Tool | None, tool: Tool, override: bool) -> str | None:
    if tool.name in RESERVED_NAMES:
        return f"tool {tool.name!r} of {tool.toolset!r}: the name belongs to the tool search; rename the tool"
    if owner is None or owner.toolset == tool.toolset or override:
        return None
    if owner.toolset.startswith("mcp-") and tool.toolset.startswith("mcp-"):
        return None
    return (
        f"tool {tool.name!r} of {tool.toolset!r}: {owner.toolset!r} has a tool of that name already; rename one or "
        "override it"
    )
