"""Streams of a simulated provider: clients that stream read the same answer, and so does the tape."""

import asyncio
from datetime import UTC
from pathlib import Path

import httpx2
import pytest
from pydantic_ai import Agent

from agentbench import tape
from agentbench.harness.answer import Live
from agentbench.harness.clients import client
from agentbench.harness.presented import shown, toolset
from agentbench.harness.record import record
from agentbench.harness.simulate import Provider, serving
from agentbench.harness.stage import Stage
from tests.harness.cast import CLAUDE, GPT, RULES, SCENARIO, cell

WHOLE_TURN = SCENARIO.turns[0]


async def said(stage: Stage, model: str, *, stream: bool) -> str:
    """What the model says in the end of the first turn, read whole or as it streams."""
    of = cell(model=model)
    agent = Agent(
        client(model, stage, "key"),
        instructions=RULES,
        toolsets=[toolset(shown(of), WHOLE_TURN)],
        model_settings={"max_tokens": 100},
    )
    stage.begin_turn(0, SCENARIO.start.astimezone(UTC))
    if not stream:
        return (await agent.run(WHOLE_TURN.user)).output
    async with agent.run_stream(WHOLE_TURN.user) as result:
        return await result.get_output()


def recorded(path: Path, model: str, *, stream: bool) -> tuple[tape.Exchange, ...]:
    """The turn's exchanges, through a tape."""
    of = cell(model=model)

    async def turn() -> Stage:
        with serving(Provider({of.slug: SCENARIO})) as base_url:
            async with httpx2.AsyncClient() as http:
                stage = Stage(Live(http, base_url, scope=of.slug))
                assert await said(stage, model, stream=stream) == "It is."
                return stage

    tape.write(path, record(of, asyncio.run(turn()).passed, "simulated"))
    return tape.read(path)


@pytest.mark.parametrize("model", [CLAUDE, GPT, "openrouter:anthropic/claude-sonnet-4.6"])
def test_a_stream_says_what_the_whole_answer_says(tmp_path: Path, model: str) -> None:
    """Text, calls with their arguments, stop reason, id and usage are the same; the requests ask for a stream."""
    whole = recorded(tmp_path / "whole.yaml", model, stream=False)
    streamed = recorded(tmp_path / "streamed.yaml", model, stream=True)
    assert len(whole) == len(streamed) == 2
    for one, other in zip(whole, streamed, strict=True):
        assert one.request and other.request and one.response and other.response
        assert (one.request.stream, other.request.stream) == (False, True)
        for name in ("text", "stop_reason", "id", "model"):
            assert getattr(one.response, name) == getattr(other.response, name), name
        calls = [
            [(call.name, call.arguments) for call in response.tool_calls]
            for response in (one.response, other.response)
        ]
        assert calls[0] == calls[1]
        counts = [
            (usage.uncached, usage.read, usage.write, usage.output, usage.input_total)
            for usage in (one.response.usage, other.response.usage)
        ]
        assert counts[0] == counts[1]
    assert b"data: " in tape.load(tmp_path / "streamed.yaml").interactions[0].response_body


def test_a_stream_that_is_not_simulated_is_refused() -> None:
    """The Responses wire answers whole; a client that asks for a stream learns so."""

    async def ask() -> str:
        of = cell(model="openai:gpt-5.2")
        with serving(Provider({of.slug: SCENARIO})) as base_url:
            async with httpx2.AsyncClient() as http:
                stage = Stage(Live(http, base_url, scope=of.slug))
                return await said(stage, of.model, stream=True)

    with pytest.raises(Exception, match="found none simulated"):
        asyncio.run(ask())
