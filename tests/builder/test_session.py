"""Events of servers, sub-agents and users who speak in the middle of a turn, as a session keeps them."""

import pytest

from agentbench.builder import Call, Event, Profile, Tool, User
from agentbench.builder.deferral import present
from agentbench.builder.sections.conduct import SECTIONS
from agentbench.builder.session import moments
from agentbench.builder.tools import relisted
from tests.builder.contexts import context
from tests.builder.sessions import session

PROFILE = Profile(name="p", user=User(name="Ada"))


def test_a_reordered_server_stays_so() -> None:
    """Whose tools stand the other way round is known from the event on, each server once."""
    events = [
        (),
        (Event(kind="toolset_reordered", name="mcp-b"),),
        (Event(kind="toolset_reordered", name="mcp-a"),),
    ]
    again = (Event(kind="toolset_reordered", name="mcp-b"),)
    found = [moment.toolsets_reordered for moment in moments(PROFILE, session(*events, again))]
    assert found == [(), ("mcp-b",), ("mcp-a", "mcp-b"), ("mcp-a", "mcp-b")]


def test_a_sub_agent_that_comes_back_is_a_happening() -> None:
    """Its name and report stand among what happened, oldest first."""
    back = Event(kind="sub_agent", name="scout", text="Two feeds have no price.")
    last = moments(PROFILE, session((Event(kind="world", happened="Rain."),), (back,)))[-1]
    assert last.happenings == ("Rain.", "The sub-agent scout came back: Two feeds have no price.")


@pytest.mark.parametrize("kind", ["toolset_reordered", "sub_agent"])
def test_they_need_a_name(kind: str) -> None:
    """An event that does not say whom it is about is refused."""
    with pytest.raises(ValueError, match=f"{kind}' needs 'name'"):
        Event(kind=kind)  # type: ignore[arg-type]


def test_steering_stands_behind_the_result_as_the_prompt_announces_it() -> None:
    """The line begins with the mark that the steering note names; without it the result is the tool's alone."""
    call = Call(tool="t", result="3 files", steer="and leave the last one")
    assert call.answer == "3 files\n[user, mid-turn] and leave the last one"
    assert Call(tool="t", result="3 files").answer == "3 files"
    note = next(section for section in SECTIONS if section.name == "steering_note").render(context())
    assert note and "`[user, mid-turn]`" in note


def tool(name: str, server: str) -> Tool:
    """A tool of a server."""
    return Tool(name=name, description=name, toolset=server, source="mcp")


A1, A2, A3, B1 = tool("a1", "mcp-a"), tool("a2", "mcp-a"), tool("a3", "mcp-a"), tool("b1", "mcp-b")


@pytest.mark.parametrize(
    ("reordered", "expected"),
    [
        pytest.param((), (A1, B1, A2, A3), id="nobody"),
        pytest.param(("mcp-a",), (A3, B1, A2, A1), id="one-server"),
        pytest.param(("mcp-b",), (A1, B1, A2, A3), id="a-server-of-one-tool"),
        pytest.param(("mcp-a", "mcp-b"), (A3, B1, A2, A1), id="both"),
    ],
)
def test_relisted(reordered: tuple[str, ...], expected: tuple[Tool, ...]) -> None:
    """Tools of the reordered servers change places among themselves; what is presented does not move."""
    tools = (A1, B1, A2, A3)
    assert relisted(tools, reordered) == expected
    for presentation in ("eager", "bridge", "named"):
        assert present(expected, presentation) == present(tools, presentation)
