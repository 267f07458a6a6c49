"""Render a session: the requests that would be sent, byte for byte, and nothing is sent."""

import asyncio
import hashlib
from collections.abc import Mapping
from dataclasses import replace

from agentbench import facts
from agentbench.builder.bench import Cell
from agentbench.builder.scenario import Scenario
from agentbench.harness.answer import Scripted
from agentbench.harness.blocks import block_finder, stale_blocks
from agentbench.harness.play import play, prompts
from agentbench.harness.presented import shown
from agentbench.harness.simulate.expand import expanded
from agentbench.harness.simulate.script import line
from agentbench.harness.simulate.wires import endpoint_of
from agentbench.harness.stage import Sent, Stage
from agentbench.tape import wire
from agentbench.tape.exchange import BlockSpan, Exchange, Origin, Response, ToolCall


async def rendered(cell: Cell) -> tuple[Exchange, ...]:
    """The exchanges of a cell, `provenance = predicted`: what would be sent, the script's words, no usage."""
    script = scripted(cell)
    stage = Stage(Scripted(script))
    await play(cell, stage)
    found = exchanges(cell, tuple(sent for sent, _ in stage.passed))
    words = (said(script, sent) for sent, _ in stage.passed)
    return tuple(replace(each, response=one) for each, one in zip(found, words, strict=True))


def scripted(cell: Cell) -> Scenario:
    """The cell's scenario as a simulated model plays it in the cell's presentation."""
    return expanded(cell.cast.scenario, cell.presentation, shown(cell).deferred)


def said(script: Scenario, sent: Sent) -> Response:
    """The script's words there, without status and usage: nobody answered, but what is said counts as output."""
    words = line(script, sent.turn, sent.step)
    calls = tuple(ToolCall(name=name, arguments=dict(args), id=id_) for id_, name, args in words.calls)
    return Response(status=None, text=words.step.say, tool_calls=calls)


def render(cell: Cell) -> tuple[Exchange, ...]:
    """As `rendered`, for callers without an event loop."""
    return asyncio.run(rendered(cell))


def exchanges(cell: Cell, sent: tuple[Sent, ...]) -> tuple[Exchange, ...]:
    """What was sent, split into segments, with block spans and stale blocks."""
    turns = prompts(cell)
    # a text that was appended stays in the history, so every request may hold every text up to its turn
    texts = {text.text: text for prompt in turns for text in prompt.texts}
    find = block_finder(texts.values())
    found = []
    for index, one in enumerate(sent):
        endpoint, model = endpoint_of(one.uri)
        request = wire.request(endpoint.wire, one.body)
        spans = {segment.path: owned for segment in request.segments if (owned := find(segment))}
        found.append(
            Exchange(
                cassette=f"{cell.slug}.yaml",
                index=index,
                kind="model_call",
                provenance="predicted",
                provider=facts.card(turns[one.turn].moment.model or cell.model).provider,
                request=request if model is None else replace(request, model=model),
                sent_at=one.sent_at,
                conversation=f"{cell.slug}#{one.turn}" if cell.apart else cell.slug,
                origin=origin(cell, one),
                blocks=spans,
                stale_blocks=stale_blocks(turns[one.turn], request.segments, spans),
            )
        )
    return tuple(found)


def origin(cell: Cell, sent: Sent) -> Origin:
    """Which cell, turn and step a request belongs to."""
    return Origin(
        layout=cell.layout.name,
        presentation=cell.presentation,
        model=cell.model,
        scenario=cell.cast.scenario.name,
        repeat=cell.repeat,
        turn=sent.turn,
        step=sent.step,
    )


def block_map(found: tuple[Exchange, ...]) -> Mapping[str, tuple[BlockSpan, ...]]:
    """Block spans by the first 16 hex digits of the SHA-256 of a segment's `raw`, as a cassette's header keeps them."""
    return {
        hashlib.sha256(segment.raw).hexdigest()[:16]: exchange.blocks[segment.path]
        for exchange in found
        if exchange.request
        for segment in exchange.request.segments
        if segment.path in exchange.blocks
    }
