"""Tools of a live MCP server, as plain values: what its `tools/list` says at this moment, in its order."""

from collections.abc import Sequence

from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client

from agentbench.builder.tools import Tool


async def listed(
    command: str, arguments: Sequence[str], server: str, env: dict[str, str] | None = None
) -> tuple[Tool, ...]:
    """The tools of a stdio server that is started for the question and ended after it.

    Each belongs to the toolset `mcp-<server>`. The order is the server's own, which may change from one listing to
    the next: `builder.tools.ordered` makes it stable.
    """
    parameters = StdioServerParameters(command=command, args=list(arguments), env=env)
    async with stdio_client(parameters) as (read, write), ClientSession(read, write) as session:
        await session.initialize()
        found = await session.list_tools()
    return tuple(
        Tool(
            name=tool.name,
            description=tool.description or "",
            parameters=tool.input_schema,
            toolset=f"mcp-{server}",
            source="mcp",
        )
        for tool in found.tools
    )
