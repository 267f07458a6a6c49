"""A real MCP server over stdio, whose listing changes as the argument says: `whole`, `reordered`, `dropped`."""

import sys

from mcp.server.mcpserver import MCPServer

ORDERS = {"whole": "abc", "reordered": "cab", "dropped": "a"}


def create_event(title: str, day: str) -> str:
    """Create an event in the team calendar."""
    return f"{title} on {day}"


def find_room(seats: int) -> str:
    """Find a free meeting room."""
    return f"room for {seats}"


def send_invitation(address: str) -> str:
    """Send an invitation by mail."""
    return address


if __name__ == "__main__":
    server = MCPServer("calendar")
    tools = {"a": create_event, "b": find_room, "c": send_invitation}
    for letter in ORDERS[sys.argv[1]]:
        server.add_tool(tools[letter])
    server.run("stdio")
