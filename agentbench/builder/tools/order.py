"""The order of the tool array: it depends on the tools alone, never on who registered first."""

from collections.abc import Collection, Iterable, Sequence

from agentbench.builder.tools.tool import Tool

# what comes and goes stands last: a device that leaves must not move the first-party tools before it
_RANK = {"first_party": 0, "integration": 2, "mcp": 3, "device": 4}
BRIDGE_TOOLSET = "bridge"


def ordered(tools: Iterable[Tool], cached: Sequence[str] = ()) -> tuple[Tool, ...]:
    """The tools by source and name.

    Names in `cached` (the array that a provider already holds) keep their old places; what is new comes
    behind them, so that the cached bytes stay a prefix.
    """
    place = {name: index for index, name in enumerate(cached)}
    return tuple(sorted(tools, key=lambda tool: (place.get(tool.name, len(place)), _rank(tool), tool.name)))


def relisted(tools: Sequence[Tool], reordered: Collection[str]) -> tuple[Tool, ...]:
    """The tools as their servers list them: those of a toolset in `reordered` the other way round."""
    backwards = {name: iter([tool for tool in reversed(tools) if tool.toolset == name]) for name in reordered}
    return tuple(next(backwards[tool.toolset]) if tool.toolset in backwards else tool for tool in tools)


def _rank(tool: Tool) -> int:
    return 1 if tool.toolset == BRIDGE_TOOLSET else _RANK[tool.source]
