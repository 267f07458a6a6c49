"""Events that change who is asked and with what: compression, a model switch, a server that drops and returns."""

import dataclasses

import pytest

from agentbench.builder import Cast, Cell, Event, Scenario, Step, Tool, Turn
from agentbench.harness.render import render
from agentbench.tape import Exchange
from tests.harness.cast import CLAUDE, GPT, PROFILE, SCENARIO, TOOL, cell

DISTANT = Tool(name="find_room", description="Find a free room.", toolset="mcp-rooms", source="mcp")


def session(*events: tuple[Event, ...]) -> Scenario:
    """A turn for each group of events, with words that can be looked for."""
    turns = tuple(
        Turn(user=f"question {n}", steps=(Step(say=f"answer {n}"),), events=each)
        for n, each in enumerate(events)
    )
    return dataclasses.replace(SCENARIO, turns=turns)


def played(
    of: Scenario, presentation: str = "eager", volatile: str = "appended", model: str = CLAUDE
) -> tuple[Exchange, ...]:
    """The requests of a session with a tool of our own and one of a server."""
    cast = Cast(scenario=of, profile=PROFILE, tools=(TOOL, DISTANT))
    one: Cell = dataclasses.replace(cell(volatile, model), presentation=presentation, cast=cast)  # type: ignore[arg-type]
    return render(one)


def body(exchange: Exchange) -> str:
    """The raw body as text."""
    assert exchange.request
    return exchange.request.body.decode()


@pytest.mark.parametrize("model", [CLAUDE, GPT])
@pytest.mark.parametrize("volatile", ["inside", "second", "appended", "front"])
def test_compression_replaces_the_conversation_by_its_summary(volatile: str, model: str) -> None:
    """What was said is gone from the request; the summary and what is in force are told; nothing is stale."""
    compress = Event(kind="compression", text="They spoke about opening hours.")
    found = played(
        session((), (Event(kind="world", set={"Shop": "closed"}),), (compress,)), "eager", volatile, model
    )
    last = body(found[-1])
    assert "question 0" not in last and "answer 1" not in last and "question 2" in last
    assert "They spoke about opening hours." in last and "Shop: closed" in last
    assert [exchange.stale_blocks for exchange in found] == [(), (), ()]


def test_a_model_switch_asks_the_other_model_from_then_on() -> None:
    """The wire follows the model, the history goes along, the arm keeps its name."""
    found = played(session((), (Event(kind="model_switch", name=GPT),), ()))
    assert [exchange.request.wire for exchange in found if exchange.request] == [
        "anthropic_messages",
        "openai_chat",
        "openai_chat",
    ]
    assert "answer 0" in body(found[1])
    assert {exchange.origin.model for exchange in found if exchange.origin} == {CLAUDE}
    assert [exchange.provider for exchange in found] == ["anthropic", "openai", "openai"]


@pytest.mark.parametrize(
    ("presentation", "names"),
    [
        pytest.param(
            "eager", [("look_up", "find_room"), ("look_up",), ("look_up", "find_room")], id="eager-moves"
        ),
        pytest.param(
            "bridge", [("look_up", "tool_call", "tool_describe", "tool_search")] * 3, id="bridge-does-not"
        ),
    ],
)
def test_a_server_that_drops_and_returns(presentation: str, names: list[tuple[str, ...]]) -> None:
    """Its tools leave the array and come back to their places; behind the bridge no byte of the array moves."""
    drops = Event(kind="toolset_lost", name="mcp-rooms")
    returns = Event(kind="toolset_back", name="mcp-rooms")
    found = played(session((), (drops,), (returns,)), presentation)
    assert [exchange.request.tools for exchange in found if exchange.request] == names
