"""Five presentations of the same tools."""

from typing import get_args

import pytest

from agentbench.builder.deferral import BRIDGE, Presentation, present
from agentbench.builder.tools import Tool
from agentbench.errors import BadInput

READ = Tool(name="read", description="Read")
ASK = Tool(name="ask", description="Ask the user", source="integration", interaction=True)
LAMP = Tool(name="lamp", description="Switch", source="device", device="Kitchen")
MAIL = Tool(name="mail", description="Send mail", source="integration")
ISSUE = Tool(name="issue", description="Create an issue", source="mcp", toolset="mcp-gh")
TOOLS = (MAIL, LAMP, ISSUE, ASK, READ)


def shown(presentation: Presentation, tools: tuple[Tool, ...] = TOOLS) -> list[str]:
    return [tool.name for tool in present(tools, presentation).array]


def test_eager_shows_all() -> None:
    """`eager` shows each tool and defers none."""
    presented = present(TOOLS, "eager")
    assert [tool.name for tool in presented.array] == ["read", "ask", "mail", "issue", "lamp"]
    assert presented.catalogue == ()
    assert presented.names_block is None


@pytest.mark.parametrize("presentation", ["bridge", "named"])
def test_bridge_stands_between_first_party_and_the_rest(presentation: Presentation) -> None:
    """Only integrations and MCP tools go behind the bridge; tools that talk to the user never do."""
    assert shown(presentation) == ["read", "tool_call", "tool_describe", "tool_search", "ask", "lamp"]
    assert present(TOOLS, presentation).catalogue == (MAIL, ISSUE)


def test_named_lists_the_names_alone() -> None:
    """`named` gives the deferred names, one a line, and no description."""
    assert present(TOOLS, "named").names_block == "issue\nmail"


@pytest.mark.parametrize("presentation", ["native", "local"])
def test_native_and_local_leave_the_catalogue_to_the_harness(presentation: Presentation) -> None:
    """`native` and `local` put no bridge into the array."""
    assert shown(presentation) == ["read", "ask", "lamp"]
    assert present(TOOLS, presentation).catalogue == (MAIL, ISSUE)


@pytest.mark.parametrize("presentation", get_args(Presentation))
def test_below_the_threshold_nothing_changes_at_all(presentation: Presentation) -> None:
    """Where the session decided not to defer, each presentation is `eager`."""
    assert present(TOOLS, presentation, deferred=False) == present(TOOLS, "eager")


def test_the_bridge_does_not_depend_on_the_catalogue() -> None:
    """A server that reorders, drops and returns its tools does not move the array."""
    many = tuple(Tool(name=f"t{n}", description="x" * n, source="mcp") for n in range(50))
    for some in (many, many[::-1], many[:3], (), many):
        assert present((READ, *some), "bridge").array == (READ, *sorted(BRIDGE, key=lambda tool: tool.name))


@pytest.mark.parametrize("name", ["tool_search", "tool_describe", "tool_call", "search_tools"])
@pytest.mark.parametrize("presentation", get_args(Presentation))
def test_bridge_names_are_reserved(name: str, presentation: Presentation) -> None:
    """Fault 9: a tool under a bridge's name is refused by name, not silently stripped."""
    with pytest.raises(BadInput, match=f"{name!r} is a name of the tool search itself"):
        present((READ, Tool(name=name, description="")), presentation)


def test_two_tools_of_one_name_are_refused() -> None:
    """A name that stands twice is refused before a provider does it."""
    with pytest.raises(BadInput, match="'read' is there twice"):
        present((READ, READ), "eager")
