"""How the tools of a run are shown to the model: five presentations of the same tools.

`eager`: all of them. `bridge`: the deferrable ones only behind three constant tools. `named`: the same, and
their names in the stable tier. `native`, `local`: the harness hands the catalogue to the provider's search or
to pydantic-ai's.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from agentbench.builder.deferral.bridge_tools import BRIDGE, RESERVED
from agentbench.builder.tools.order import ordered
from agentbench.builder.tools.tool import Tool
from agentbench.errors import BadInput

Presentation = Literal["eager", "bridge", "named", "native", "local"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Presented:
    """What a run's model is shown of its tools."""

    array: tuple[Tool, ...]
    """The tools of the request's array, in its order."""
    catalogue: tuple[Tool, ...]
    """The deferred tools, ordered as an array would be: what a search may find."""
    names_block: str | None
    """The names-only list for the stable tier; None but for `named`."""


def deferrable(tool: Tool) -> bool:
    """Whether a tool may be deferred: integrations and MCP tools, but never one that talks to the user."""
    return tool.source in ("integration", "mcp") and not tool.interaction


def present(
    tools: Sequence[Tool], presentation: Presentation, *, deferred: bool = True, cached: Sequence[str] = ()
) -> Presented:
    """The array, the catalogue and the names block of one presentation.

    `deferred` is what `decide` answered when the session began. It is kept for the session's whole length: a
    server that drops and returns then changes the catalogue and not one byte of the array. `cached` as in
    `ordered`.

    Raises:
        BadInput: two tools share a name, or a tool bears a name that the bridge or pydantic-ai's search uses.
    """
    _check_names(tools)
    if presentation == "eager" or not deferred:
        return Presented(array=ordered(tools, cached), catalogue=(), names_block=None)
    shown = [tool for tool in tools if not deferrable(tool)]
    catalogue = ordered(tool for tool in tools if deferrable(tool))
    if presentation in ("bridge", "named"):
        shown += BRIDGE
    names = "\n".join(sorted(tool.name for tool in catalogue)) if presentation == "named" else None
    return Presented(array=ordered(shown, cached), catalogue=catalogue, names_block=names)


def _check_names(tools: Sequence[Tool]) -> None:
    seen: set[str] = set()
    problems: list[str] = []
    for tool in tools:
        if tool.name in RESERVED:
            problems.append(f"{tool.name!r} is a name of the tool search itself")
        if tool.name in seen:
            problems.append(f"{tool.name!r} is there twice")
        seen.add(tool.name)
    if problems:
        raise BadInput(f"presenting {len(tools)} tools: {'; '.join(sorted(set(problems)))}; rename them")
