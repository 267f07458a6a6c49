"""Streams of a simulated provider: clients that stream read the same answer, and so does the tape."""

import asyncio
import json
from collections.abc import AsyncIterable, Mapping
from dataclasses import replace
from datetime import UTC
from itertools import groupby
from pathlib import Path
from typing import Literal

import httpx2
import pytest
from anthropic.types import RawMessageStreamEvent
from botocore.eventstream import EventStreamBuffer
from google.genai.types import GenerateContentResponse
from hypothesis import given
from hypothesis import strategies as st
from openai.types.chat import ChatCompletionChunk
from openai.types.responses import ResponseStreamEvent
from pydantic import TypeAdapter
from pydantic_ai import Agent, AgentStreamEvent, RunContext
from pydantic_ai.exceptions import ModelHTTPError
from pydantic_ai.usage import RunUsage

from agentbench import tape
from agentbench.builder import Call, Scenario, Step
from agentbench.builder.fault import Fault
from agentbench.harness.answer import Live, Replay
from agentbench.harness.clients import client
from agentbench.harness.presented import shown, toolset
from agentbench.harness.record import record
from agentbench.harness.settings import settings
from agentbench.harness.simulate import Provider, serving
from agentbench.harness.simulate.wires.streamed.eventstream import message
from agentbench.harness.stage import Stage
from agentbench.tape.wire import eventstream, streams
from tests.harness.cast import CLAUDE, EVERY_WIRE, GPT, RULES, SCENARIO, cell

BEDROCK = "bedrock:us.anthropic.claude-sonnet-4-5-20250929-v1:0"
GEMINI = "google:gemini-3.5-flash"
RESPONSES = "openai:gpt-5.2"

SAID = 'Es ist zu — "öffnet um neun", \t\\ and 🔒 is no letter.\nAsk again tomorrow, then.'
WHERE = {"what": "the door behind the shop, 鍵", "deep": {"list": [1, 2.5, None, True]}}
CALLS = (
    Call(tool="look_up", args={"what": "shop"}, result="öffnet um neun"),
    Call(tool="look_up", args=WHERE, result="locked"),
)
LOOKING = "First I look at the shop, and then at its door."
Way = Literal["whole", "run_stream", "event_stream_handler"]
"""How an agent is asked: for whole answers, or for streams through one of pydantic-ai's two doors."""


def told(first: str | None = None) -> Scenario:
    """A turn of calls, then words, each long enough for several events; `first` is said before the calls."""
    steps = (Step(say=first, calls=CALLS), Step(say=SAID))
    return replace(SCENARIO, turns=(replace(SCENARIO.turns[0], steps=steps),))


async def said(stage: Stage, model: str, way: Way) -> tuple[str, RunUsage]:
    """What the model says in the end of the turn, and what its client counted."""
    of, turn = cell(model=model), told().turns[0]
    agent = Agent(
        client(model, stage, "key"),
        instructions=RULES * 2,  # over the 4,096 tokens from which Gemini caches
        toolsets=[toolset(shown(of), turn)],
        model_settings=settings(of.layout, model, "session"),
    )
    stage.begin_turn(0, SCENARIO.start.astimezone(UTC))
    if way == "run_stream":
        async with agent.run_stream(turn.user) as result:
            return await result.get_output(), result.usage
    whole = await agent.run(turn.user, event_stream_handler=None if way == "whole" else drained)
    return whole.output, whole.usage


async def drained(_: RunContext[None], events: AsyncIterable[AgentStreamEvent]) -> None:
    """Reads all events."""
    async for _event in events:
        pass


def recorded(path: Path, model: str, way: Way = "run_stream", scenario: Scenario | None = None) -> RunUsage:
    """The turn on a tape, and what the client counted."""
    of = cell(model=model)

    async def turn() -> tuple[Stage, RunUsage]:
        with serving(Provider({of.slug: scenario or told()})) as base_url:
            async with httpx2.AsyncClient() as http:
                stage = Stage(Live(http, base_url, scope=of.slug))
                words, usage = await said(stage, model, way)
                assert words == SAID
                return stage, usage

    stage, usage = asyncio.run(turn())
    tape.write(path, record(of, stage.passed, "simulated"))
    return usage


def answers(path: Path) -> list[tape.Response]:
    """The responses on a tape, without the usage as the vendor spelt it."""
    found = [exchange.response for exchange in tape.read(path) if exchange.response]
    return [replace(one, usage=replace(one.usage, raw=None)) for one in found]


# `run_stream` ends a run at the first words, so only the other door sees words and calls in one answer
@pytest.mark.parametrize(
    ("way", "first"),
    [
        pytest.param("run_stream", None, id="run-stream"),
        pytest.param("event_stream_handler", LOOKING, id="words-and-calls"),
    ],
)
@pytest.mark.parametrize("model", EVERY_WIRE)
def test_a_stream_says_what_the_whole_answer_says(
    tmp_path: Path, model: str, way: Way, first: str | None
) -> None:
    """Requests, text, calls, stop reason, id, model and usage are the same, to the tape and to the client."""
    whole, streamed = tmp_path / "whole.yaml", tmp_path / "streamed.yaml"
    assert recorded(whole, model, "whole", told(first)) == recorded(streamed, model, way, told(first))
    assert answers(whole) == answers(streamed)
    calling, last = answers(streamed)
    assert [call.arguments for call in calling.tool_calls] == [{"what": "shop"}, WHERE]
    assert (calling.text, last.text) == (first, SAID)
    for one, other in zip(tape.read(whole), tape.read(streamed), strict=True):
        assert one.request and other.request
        assert (one.request.stream, other.request.stream) == (False, True)
        assert [(each.path, each.raw, each.marker) for each in one.request.segments] == [
            (each.path, each.raw, each.marker) for each in other.request.segments
        ]
        assert (one.provider, one.provenance) == (other.provider, other.provenance)


@pytest.mark.parametrize("model", EVERY_WIRE)
def test_a_stream_counts_what_was_cached(tmp_path: Path, model: str) -> None:
    """The second request reads the first one's prefix; the client sees the read as the tape does."""
    usage = recorded(tmp_path / "streamed.yaml", model)
    first, last = (one.usage for one in answers(tmp_path / "streamed.yaml"))
    assert not first.read
    assert last.read is not None
    assert last.read > 4000
    assert usage.cache_read_tokens == last.read
    assert usage.cache_write_tokens == (first.write or 0) + (last.write or 0)
    assert usage.output_tokens == (first.output or 0) + (last.output or 0)


@pytest.mark.parametrize("model", EVERY_WIRE)
def test_a_stream_plays_again_from_its_tape(tmp_path: Path, model: str) -> None:
    """A client that streams reads the recorded bytes as it read the server's."""
    usage = recorded(tmp_path / "streamed.yaml", model)
    replay = Replay(tape.load(tmp_path / "streamed.yaml").interactions, "streamed")
    assert asyncio.run(said(Stage(replay), model, "run_stream")) == (SAID, usage)
    assert replay.left() == ()


@pytest.mark.parametrize("model", EVERY_WIRE)
def test_a_stream_that_is_refused_is_an_error(model: str) -> None:
    """A 429 in place of the stream reaches the client as one, whatever the wire frames its streams with."""
    of = cell(model=model)

    async def ask() -> None:
        with serving(Provider({of.slug: told()}, (Fault(kind="rate_limited"),))) as base_url:
            async with httpx2.AsyncClient() as http:
                await said(Stage(Live(http, base_url, scope=of.slug)), model, "run_stream")

    with pytest.raises(ModelHTTPError) as refused:
        asyncio.run(ask())
    assert refused.value.status_code == 429


def first_body(path: Path, model: str) -> tuple[str, bytes]:
    """Content type and body of the stream with words and calls."""
    recorded(path, model, "event_stream_handler", told(LOOKING))
    interaction = tape.load(path).interactions[0]
    return interaction.response_headers["content-type"], interaction.response_body


@pytest.mark.parametrize(
    ("model", "event"),
    [
        pytest.param(CLAUDE, RawMessageStreamEvent, id="anthropic"),
        pytest.param(GPT, ChatCompletionChunk, id="chat"),
        pytest.param("openrouter:anthropic/claude-sonnet-4.6", ChatCompletionChunk, id="openrouter"),
        pytest.param("deepseek:deepseek-chat", ChatCompletionChunk, id="deepseek"),
        # since 5.6 usage counts writes as well; the library's types ask for that count
        pytest.param("openai:gpt-5.6", ResponseStreamEvent, id="responses"),
        pytest.param(GEMINI, GenerateContentResponse, id="gemini"),
    ],
)
def test_events_are_those_of_the_vendors_types(tmp_path: Path, model: str, event: object) -> None:
    """Every server-sent event is one that the vendor's own library validates, nothing missing."""
    kind, body = first_body(tmp_path / "streamed.yaml", model)
    assert kind == "text/event-stream"
    found = streams.values(body)
    assert found.streamed
    assert len(found.values) >= 4
    for value in found.values:
        TypeAdapter(event).validate_python(value)


def kinds(values: tuple[object, ...]) -> list[str]:
    """The types of events in order, each run of one type once."""
    return [kind for kind, _ in groupby(str(value["type"]) for value in values if isinstance(value, dict))]


def test_responses_are_told_in_order(tmp_path: Path) -> None:
    """The response opens, a message and two calls open, grow and close, the response closes; numbered from 0."""
    _, body = first_body(tmp_path / "streamed.yaml", RESPONSES)
    values = streams.values(body).values
    part, call = "response.content_part", "response.function_call_arguments"
    item = "response.output_item"
    message_ = [f"{part}.added", "response.output_text.delta", "response.output_text.done", f"{part}.done"]
    call_ = [f"{call}.delta", f"{call}.done"]
    assert kinds(values) == [
        *("response.created", "response.in_progress"),
        *(f"{item}.added", *message_, f"{item}.done"),
        *(f"{item}.added", *call_, f"{item}.done"),
        *(f"{item}.added", *call_, f"{item}.done"),
        "response.completed",
    ]
    numbers = [value["sequence_number"] for value in values if isinstance(value, dict)]
    assert numbers == list(range(len(values)))


def test_geminis_chunks_count_the_prompt(tmp_path: Path) -> None:
    """Each chunk counts prompt and cached part; only the last one the answer, and why it ended; calls come whole."""
    recorded(tmp_path / "streamed.yaml", GEMINI, "event_stream_handler", told(LOOKING))
    first, last = tape.load(tmp_path / "streamed.yaml").interactions
    assert last.uri is not None
    assert last.uri.endswith("/models/gemini-3.5-flash:streamGenerateContent?alt=sse")
    *begun, ended = chunks(last.response_body)
    assert len(begun) == 3
    for chunk in begun:
        counted = {"promptTokenCount", "totalTokenCount", "cachedContentTokenCount"}
        assert chunk["usageMetadata"].keys() == counted
        assert chunk["usageMetadata"]["promptTokenCount"] == ended["usageMetadata"]["promptTokenCount"]
        assert "finishReason" not in chunk["candidates"][0]
    assert ended["usageMetadata"].keys() == counted | {"candidatesTokenCount"}
    assert ended["candidates"][0]["finishReason"] == "STOP"
    parts = [chunk["candidates"][0]["content"]["parts"] for chunk in chunks(first.response_body)]
    assert [[*part] for (part,) in parts] == [["text"], ["text"], ["functionCall"], ["functionCall"]]


def chunks(body: bytes) -> list[dict[str, dict[str, object]]]:
    """Gemini's chunks."""
    return [json.loads(event.removeprefix(b"data: ")) for event in body.split(b"\n\n") if event]


def test_bedrocks_frames_are_read_by_botocore(tmp_path: Path) -> None:
    """Blocks stand between the message's start and stop, usage comes last; calls alone have a start."""
    kind, body = first_body(tmp_path / "streamed.yaml", BEDROCK)
    assert kind == "application/vnd.amazon.eventstream"
    found = [one for one, _ in groupby(headers[":event-type"] for headers, _ in framed(body))]
    call = ["contentBlockStart", "contentBlockDelta", "contentBlockStop"]
    assert found == ["messageStart", *call[1:], *call, *call, "messageStop", "metadata"]
    usage = json.loads(framed(body)[-1][1])["usage"]
    assert {"inputTokens", "cacheReadInputTokens", "cacheWriteInputTokens"} <= usage.keys()


def framed(body: bytes) -> list[tuple[Mapping[str, str], bytes]]:
    """Headers and payload of each message, as botocore reads them, checksums and all."""
    buffer = EventStreamBuffer()
    buffer.add_data(body)
    return [(one.headers, one.payload) for one in buffer]


@given(
    st.lists(
        st.tuples(
            st.text(alphabet=st.characters(codec="ascii"), min_size=1, max_size=300),
            st.dictionaries(st.text(), st.text() | st.integers() | st.none()),
        )
    )
)
def test_a_frame_holds_any_event(events: list[tuple[str, dict[str, object]]]) -> None:
    """Any JSON under any ASCII name is read back by botocore and by the tape, in order."""
    written = [(name, json.dumps(value).encode()) for name, value in events]
    body = b"".join(message(name, payload) for name, payload in written)
    assert [(headers[":event-type"], payload) for headers, payload in framed(body)] == written
    assert all(
        (headers[":content-type"], headers[":message-type"]) == ("application/json", "event")
        for headers, _ in framed(body)
    )
    # `chunk` is the tape's word for another vendor's events inside
    if all(name != "chunk" for name, _ in events):
        assert eventstream.events(body) == tuple({name: value} for name, value in events)
