"""Cache markers on the bytes that are sent: what the layout asks for, where the provider takes it, nowhere else."""

import asyncio
import json

import pytest
from pydantic_ai import Agent
from pydantic_ai.messages import (
    CachePoint,
    ModelMessage,
    ModelMessagesTypeAdapter,
    ModelRequest,
    ModelResponse,
    TextPart,
    UserPromptPart,
)

from agentbench.builder.layout import Cache
from agentbench.harness.answer import Scripted
from agentbench.harness.clients import client
from agentbench.harness.render import render
from agentbench.harness.settings import settings
from agentbench.harness.stage import Stage
from agentbench.tape import Exchange
from tests.harness.cast import CLAUDE, GPT, SCENARIO, cell, layout

BEDROCK = "bedrock:us.anthropic.claude-sonnet-4-5-20250929-v1:0"
OPENROUTER = "openrouter:anthropic/claude-sonnet-4.6"


def markers(exchange: Exchange) -> list[tuple[str, str]]:
    """Path and lifetime of each marker, in cache order."""
    assert exchange.request
    return [(each.path, each.marker) for each in exchange.request.segments if each.marker]


@pytest.mark.parametrize(
    ("model", "expected"),
    [
        pytest.param(
            CLAUDE,
            [("tools[0]", "1h"), ("system[0]", "1h"), ("messages[4].content[0]", "1h")],
            id="anthropic",
        ),
        pytest.param(
            BEDROCK,
            [("toolConfig.tools[0]", "1h"), ("system[0]", "1h"), ("messages[4].content[0]", "1h")],
            id="bedrock",
        ),
        pytest.param(
            OPENROUTER,
            [("tools[0]", "1h"), ("messages[0].content[0]", "1h"), ("messages[7].content[0]", "1h")],
            id="openrouter",
        ),
        pytest.param(GPT, [], id="openai-caches-by-itself"),
        pytest.param("google:gemini-3.5-flash", [], id="gemini-caches-by-itself"),
        pytest.param("deepseek:deepseek-chat", [], id="deepseek-caches-by-itself"),
        pytest.param("local:qwen2.5-coder-1.5b", [], id="a-plain-compatible-server-gets-none"),
    ],
)
def test_markers_stand_where_the_provider_takes_them(model: str, expected: list[tuple[str, str]]) -> None:
    """Behind the last tool, the stable system text and the newest message, with the layout's lifetime."""
    last = render(cell("second", model, cache=Cache(ttl="1h")))[-1]
    assert markers(last) == expected


@pytest.mark.parametrize("model", [CLAUDE, BEDROCK, OPENROUTER])
def test_a_layout_may_ask_for_none(model: str) -> None:
    """Without markers nothing in the body speaks of a cache."""
    quiet = Cache(tools=False, instructions=False, messages=False, key=False)
    last = render(cell("second", model, cache=quiet))[-1]
    assert last.request and markers(last) == []
    assert b"cache" not in last.request.body and b"cachePoint" not in last.request.body


def test_openai_from_5_6_ends_the_stable_head_in_a_breakpoint() -> None:
    """An explicit breakpoint behind the stable text, the implicit one stays; up to 5.5 there is only the key."""
    new, old = (render(cell("second", model))[-1].request for model in ("openai:gpt-5.6", "openai:gpt-5.2"))
    assert new and old
    options = json.loads(new.body)["prompt_cache_options"]
    assert (options["mode"], options["ttl"]) == ("implicit", "30m")
    assert new.body.count(b'"prompt_cache_breakpoint"') == 1
    assert b"prompt_cache_breakpoint" not in old.body and json.loads(old.body)["prompt_cache_key"]


def test_retention_reaches_openai() -> None:
    """What a layout says about retention is sent as it is."""
    (first, *_) = render(cell("second", GPT, cache=Cache(retention="24h")))
    assert first.request and json.loads(first.request.body)["prompt_cache_retention"] == "24h"


@pytest.mark.parametrize(
    ("model", "kept"), [pytest.param(CLAUDE, True, id="anthropic"), pytest.param(GPT, False, id="openai")]
)
def test_a_cache_point_survives_the_history_and_is_dropped_where_unsupported(model: str, kept: bool) -> None:
    """A point in the conversation is the same on the wire after the history went through JSON and back."""
    bodies = []
    for through_json in (False, True):
        history: list[ModelMessage] = [
            ModelRequest(parts=[UserPromptPart(["before", CachePoint(ttl="1h")])]),
            ModelResponse(parts=[TextPart("x")]),
        ]
        if through_json:
            history = ModelMessagesTypeAdapter.validate_json(ModelMessagesTypeAdapter.dump_json(history))
        stage = Stage(Scripted(SCENARIO))
        stage.begin_turn(1, SCENARIO.start)
        agent = Agent(client(model, stage, "key"))
        asyncio.run(
            agent.run("after", message_history=history, model_settings=settings(layout(), model, "s"))
        )
        bodies.append(stage.passed[0][0].body)
    assert bodies[0] == bodies[1]
    assert (b'"ttl":"1h"' in bodies[0]) is kept
