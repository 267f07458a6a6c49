"""A small factory of hand-made exchanges, for the tests of the rooms that only read them."""

import json
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from agentbench.tape.exchange import (
    BlockSpan,
    Exchange,
    Kind,
    Level,
    Origin,
    Provenance,
    Request,
    Response,
    Segment,
    Tier,
    ToolCall,
    Usage,
)

START = datetime(2026, 11, 2, 9, 0, tzinfo=UTC)

Blocks = Sequence[tuple[str, Tier, str]]


def segment(path: str, text: str, level: Level, role: str | None = None) -> Segment:
    """A text segment, or a tool whose text is its JSON."""
    raw = text if level == "tools" else json.dumps(text, ensure_ascii=False)
    return Segment(path=path, level=level, role=role, raw=raw.encode(), text=text, start=None)


def request(
    system: str | None = "You help.",
    tools: Sequence[str] = ("read_file", "search_web"),
    messages: Sequence[str] = ("hello",),
    model: str = "claude-sonnet-4-6",
    wire: str = "anthropic_messages",
) -> Request:
    """A request whose messages alternate between user and assistant."""
    segments = [segment(f"tools[{i}]", json.dumps({"name": t}), "tools") for i, t in enumerate(tools)]
    if system is not None:
        segments.append(segment("system[0]", system, "system"))
    for i, text in enumerate(messages):
        segments.append(segment(f"messages[{i}].content[0]", text, "messages", ("user", "assistant")[i % 2]))
    return Request(
        wire=wire,
        model=model,
        segments=tuple(segments),
        parameters={},
        tools=tuple(tools),
        stream=False,
        message_count=len(messages),
        body=b"".join(s.raw for s in segments),
        byte_exact=True,
    )


def spans(blocks: Blocks, gap: str = "\n\n") -> tuple[str, tuple[BlockSpan, ...]]:
    """The blocks' texts joined (by a blank line), and the spans of each in the JSON bytes of that text."""
    found: list[BlockSpan] = []
    at = 1  # the opening quote
    for name, tier, text in blocks:
        size = len(json.dumps(text, ensure_ascii=False).encode()) - 2
        found.append(BlockSpan(name=name, tier=tier, start=at, end=at + size))
        at += size + len(json.dumps(gap)) - 2
    return gap.join(text for _, _, text in blocks), tuple(found)


def usage(
    uncached: int | None = None,
    read: int | None = None,
    write_5m: int | None = None,
    write_1h: int | None = None,
    output: int | None = 0,
    **more: Any,
) -> Usage:
    """Usage whose input is the sum of the classes that are given."""
    parts = [n for n in (uncached, read, write_5m, write_1h) if n is not None]
    total = sum(parts) if parts else None
    return Usage(
        uncached=uncached,
        read=read,
        write_5m=write_5m,
        write_1h=write_1h,
        output=output,
        **{"input_total": total} | more,
    )


def exchange(
    sent: Request | None = None,
    used: Usage | None = None,
    *,
    index: int | None = 0,
    cassette: str = "a.yaml",
    kind: Kind = "model_call",
    provenance: Provenance = "recorded",
    provider: str | None = "anthropic",
    conversation: str | None = "c0",
    called: Sequence[str] = (),
    blocks: Mapping[str, tuple[BlockSpan, ...]] | None = None,
    **more: Any,
) -> Exchange:
    """A model call that was answered with this usage, one minute after the one before."""
    sent = request() if sent is None and kind == "model_call" else sent
    answer = Response(
        status=200,
        model=sent.model if sent else None,
        tool_calls=tuple(ToolCall(name=name, arguments={}) for name in called),
        usage=used or Usage(),
    )
    times = {"sent_at": START + timedelta(minutes=index or 0)}
    return Exchange(
        cassette=cassette,
        index=index,
        kind=kind,
        provenance=provenance,
        provider=provider,
        conversation=conversation,
        **{"request": sent, "response": answer if kind == "model_call" else None, "blocks": blocks or {}}
        | times
        | more,
    )


def origin(layout: str = "appended", turn: int = 0, **more: Any) -> Origin:
    """Where a call of ours comes from; the arm is Claude, eager, unless said otherwise."""
    cell = {
        "presentation": "eager",
        "model": "anthropic:claude-sonnet-4-6",
        "scenario": "support-desk",
        "repeat": 0,
        "step": 0,
    }
    return Origin(**{"layout": layout, "turn": turn} | cell | more)


def session(
    prompts: Sequence[Blocks], used: Sequence[Usage], layout: str = "appended", **more: Any
) -> tuple[Exchange, ...]:
    """One cell of ours: a model call per turn, its system text made of that turn's blocks, its messages growing."""
    calls = []
    for turn, (blocks, tokens) in enumerate(zip(prompts, used, strict=True)):
        text, found = spans(blocks)
        sent = request(system=text, messages=[f"said {i}" for i in range(2 * turn + 1)])
        shared = {"cassette": f"{layout}.yaml", "provenance": "simulated", "stale_blocks": ()}
        calls.append(
            exchange(
                sent,
                tokens,
                index=turn,
                origin=origin(layout, turn),
                blocks={"system[0]": found},
                **shared | more,
            )
        )
    return tuple(calls)
