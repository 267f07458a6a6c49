"""Deferral on the wire: what the array holds, what the model can reach, what moves."""

import asyncio
import dataclasses
import json
import sys
from itertools import pairwise

import pytest

from agentbench.builder import Call, Cast, Cell, Scenario, Step, Tool, Turn
from agentbench.builder.deferral import BRIDGE
from agentbench.frame.prefix import common_prefix
from agentbench.harness.answer import Scripted
from agentbench.harness.functions import from_functions
from agentbench.harness.mcp import listed
from agentbench.harness.play import play
from agentbench.harness.render import render
from agentbench.harness.stage import Stage
from agentbench.tape import Exchange
from tests.harness.cast import CLAUDE, EVERY_WIRE, GPT, PROFILE, SCENARIO, TOOL, cell

PHASES = ("whole", "reordered", "dropped", "whole")
BOOK = Call(tool="create_event", args={"title": "Tea", "day": "Monday"}, result="booked: tea")
SESSION = dataclasses.replace(
    SCENARIO,
    turns=(
        Turn(user="Book tea.", steps=(Step(calls=(BOOK,)), Step(say="Done.")), expect=("create_event",)),
        Turn(user="Book it again.", steps=(Step(calls=(BOOK,)), Step(say="Done again."))),
    ),
)


@pytest.fixture(scope="module")
def phases() -> list[tuple[Tool, ...]]:
    """What a live stdio server lists before and after it reorders, drops and returns its tools."""
    arguments = ["-m", "tests.harness.mcp_server"]
    return [asyncio.run(listed(sys.executable, [*arguments, phase], "calendar")) for phase in PHASES]


def deferring(
    presentation: str, tools: tuple[Tool, ...], model: str = GPT, session: Scenario = SESSION
) -> Cell:
    """The session with a first-party tool and the server's, in a presentation."""
    cast = Cast(scenario=session, profile=PROFILE, tools=(TOOL, *tools))
    return dataclasses.replace(cell(model=model), presentation=presentation, cast=cast)  # type: ignore[arg-type]


def array(exchange: Exchange) -> list[bytes]:
    """The tools of a request, byte for byte."""
    assert exchange.request
    return [segment.raw for segment in exchange.request.segments if segment.level == "tools"]


def body(exchange: Exchange) -> bytes:
    """A request as it goes over the wire."""
    assert exchange.request
    return exchange.request.body


def test_the_server_reorders_drops_and_returns(phases: list[tuple[Tool, ...]]) -> None:
    """The server really changes its listing."""
    names = [[tool.name for tool in tools] for tools in phases]
    assert names[0] != names[1] and sorted(names[0]) == sorted(names[1])
    assert names[2] == ["create_event"] and names[3] == names[0]


@pytest.mark.parametrize(
    ("presentation", "model"), [*(("bridge", model) for model in EVERY_WIRE), ("named", CLAUDE)]
)
def test_a_changing_server_moves_no_byte_of_the_array(
    phases: list[tuple[Tool, ...]], presentation: str, model: str
) -> None:
    """Behind the bridge the array has the same bytes in every request, whatever the server lists."""
    arrays = {
        tuple(array(exchange))
        for tools in phases
        for exchange in render(deferring(presentation, tools, model))
    }
    assert len(arrays) == 1
    assert len(arrays.pop()) == 1 + len(BRIDGE)


def test_eager_moves_when_a_tool_drops_but_not_when_the_server_reorders(
    phases: list[tuple[Tool, ...]],
) -> None:
    """Order never matters; membership does, which is what the bridge is for."""
    whole, reordered, dropped, _ = ([array(e) for e in render(deferring("eager", tools))] for tools in phases)
    assert whole == reordered != dropped


@pytest.mark.parametrize("model", [CLAUDE, GPT])
def test_the_bridge_searches_once_and_then_calls(phases: list[tuple[Tool, ...]], model: str) -> None:
    """The search carries enough to call at once; a known tool needs no second search; the real tool answers."""
    found = render(deferring("bridge", phases[0], model))
    called = [call.name for e in found if e.response for call in e.response.tool_calls]
    assert called == ["tool_search", "tool_call", "tool_call"]
    last = found[-1].request
    assert last
    text = last.body.decode()
    assert text.count("booked: tea") == 2 and "Create an event in the team calendar." in text
    pairs = pairwise(found)
    assert all(
        common_prefix(a.request.segments, b.request.segments).fork is None
        for a, b in pairs
        if a.request and b.request
    )


def test_local_search_grows_the_array(phases: list[tuple[Tool, ...]]) -> None:
    """pydantic-ai's own search puts what it found into the array: the prefix moves on discovery."""
    sizes = [len(array(exchange)) for exchange in render(deferring("local", phases[0]))]
    assert sizes[0] == 2 and sizes[-1] == 3


@pytest.mark.parametrize("model", [*EVERY_WIRE, "anthropic:claude-opus-4-8"])
def test_local_search_is_local_everywhere(phases: list[tuple[Tool, ...]], model: str) -> None:
    """No provider is told of a tool before it is found, also where the provider has a search of its own; a found
    one stands in the array like any other, on OpenAI's Responses in the input.
    """
    found = render(deferring("local", phases[0], model))
    for word in (b"defer_loading", b"tool_reference", b"tool_addition", b"tool_search", b"find_room"):
        assert not any(word in body(exchange) for exchange in found), word
    arrays = [exchange.request.tools for exchange in found if exchange.request]
    into = () if model.startswith("openai:") else ("create_event",)
    assert arrays == [("look_up", "search_tools"), *[("look_up", *into, "search_tools")] * 4]
    assert all(b"Create an event in the team calendar." in body(exchange) for exchange in found[1:])


@pytest.mark.parametrize(
    ("model", "searching"),
    [(CLAUDE, b'"tool_search_tool_bm25_20251119"'), ("openai:gpt-5.6", b'{"type":"tool_search"}')],
)
def test_native_search_is_the_providers(phases: list[tuple[Tool, ...]], model: str, searching: bytes) -> None:
    """Its tool stands in every request, and so do all deferred tools, marked; a provider without one falls back."""
    for exchange in render(deferring("native", phases[0], model)):
        assert searching in body(exchange) and body(exchange).count(b'"defer_loading":true') >= 3
    assert b"defer_loading" not in b"".join(map(body, render(deferring("native", phases[0], GPT))))


def test_native_search_keeps_the_array_on_anthropic(phases: list[tuple[Tool, ...]]) -> None:
    """Where the provider searches, deferred tools stand in the array from the start and it never changes."""
    arrays = {tuple(array(exchange)) for exchange in render(deferring("native", phases[0], CLAUDE))}
    assert len(arrays) == 1
    assert sum(b"defer_loading" in tool for tool in arrays.pop()) == 3


def played(name: str, arguments: dict[str, object], tools: tuple[Tool, ...]) -> str:
    """What the next request holds as the result of one call, made by a model that skips the search."""
    call = Call(tool=name, args=arguments, result="ran: " + name)
    once = dataclasses.replace(
        SESSION, turns=(Turn(user="Go.", steps=(Step(calls=(call,)), Step(say="Done."))),)
    )
    stage = Stage(Scripted(once))
    asyncio.run(play(deferring("bridge", tools, GPT, once), stage))
    messages = json.loads(stage.passed[1][0].body)["messages"]
    return str(next(message["content"] for message in messages if message["role"] == "tool"))


def test_a_direct_call_by_exact_name_runs_that_tool(phases: list[tuple[Tool, ...]]) -> None:
    """A model that remembers a deferred tool's name may call it; a similar name reaches nothing."""
    assert played("create_event", {"title": "x", "day": "y"}, phases[0]) == "ran: create_event"
    assert "ran:" not in played("create_events", {"title": "x", "day": "y"}, phases[0])


def test_a_tool_that_dropped_out_is_unreachable(phases: list[tuple[Tool, ...]]) -> None:
    """Through the bridge nothing reaches a tool that the server no longer lists; the answer says so."""
    said = played("tool_call", {"name": "find_room", "arguments": {"seats": 2}}, phases[2])
    assert "there is no tool 'find_room'" in said


@pytest.mark.parametrize("presentation", ["eager", "bridge"])
def test_arguments_are_checked_before_the_body_runs(presentation: str) -> None:
    """A set-point that is no finite number and a depth out of range ask for another try; the body never runs."""
    number = {"type": "number", "minimum": 1, "maximum": 3}
    heater = Tool(
        name="set_depth",
        description="Set.",
        parameters={"type": "object", "properties": {"depth": number}, "required": ["depth"]},
    )
    call = Call(tool="set_depth", args={"depth": 9}, result="it ran")
    once = dataclasses.replace(
        SESSION, turns=(Turn(user="Go.", steps=(Step(calls=(call,)), Step(say="Done."))),)
    )
    stage = Stage(Scripted(once))
    asyncio.run(play(deferring(presentation, (heater,), GPT, once), stage))
    said = stage.passed[1][0].body.decode()
    assert "it ran" not in said and "must be at most 3, found 9" in said


def test_functions_become_tools() -> None:
    """Schema and description are read off signature and docstring."""

    def set_light(room: str, level: int = 3) -> str:
        """Set the light of a room.

        Args:
            room: Which room.
            level: How bright, 1 to 5.
        """
        return room + str(level)

    (tool,) = from_functions(set_light, toolset="home")
    assert (tool.name, tool.description, tool.toolset) == ("set_light", "Set the light of a room.", "home")
    properties = tool.parameters["properties"]
    assert isinstance(properties, dict)
    assert properties["level"] == {"default": 3, "type": "integer", "description": "How bright, 1 to 5."}
    assert tool.parameters["required"] == ["room"]
