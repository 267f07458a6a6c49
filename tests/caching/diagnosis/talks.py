"""A conversation on the wire of Anthropic and what happens to it, for the tests of the diagnosis."""

import json
from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from agentbench.caching import predict
from agentbench.caching.diagnosis import Miss, diagnose
from agentbench.tape import wire
from agentbench.tape.exchange import Exchange, Response, Usage

Body = dict[str, Any]
START = datetime(2026, 11, 2, 9, 0, tzinfo=UTC)
RULES = " ".join(f"Rule {i}: stay calm and answer plainly." for i in range(300))
CONTEXT = (
    "Today is 2026-11-02 09:00:05.\nSession 3f2a9c81-77aa-4b1e-9a55-0123456789ab.\n"
    "Working directory: /home/ada/project-one/src\n"
)
MARK = {"cache_control": {"type": "ephemeral"}}


def tool(name: str, **more: Any) -> Body:
    """A tool as Anthropic's API takes it."""
    schema = {"type": "object", "properties": {"q": {"type": "string"}, "n": {"type": "integer"}}}
    return {"name": name, "description": f"Does {name}.", "input_schema": schema} | more


def body() -> Body:
    """Three tools, a long system text with a volatile block behind it, and a first turn with a tool call."""
    return {
        "model": "claude-sonnet-4-6",
        "max_tokens": 500,
        "tools": [tool("alpha"), tool("beta"), tool("gamma")],
        "system": [{"type": "text", "text": RULES, **MARK}, {"type": "text", "text": CONTEXT}],
        "messages": [
            {"role": "user", "content": [{"type": "text", "text": "First question, asked at 09:00."}]},
            {
                "role": "assistant",
                "content": [
                    {"type": "thinking", "thinking": "I should search.", "signature": "sig"},
                    {"type": "tool_use", "id": "toolu_1", "name": "alpha", "input": {"q": "x", "n": 2}},
                ],
            },
            {
                "role": "user",
                "content": [
                    {"type": "tool_result", "tool_use_id": "toolu_1", "content": "result " * 200, **MARK}
                ],
            },
        ],
    }


def grown(sent: Body) -> Body:
    """The same conversation one turn later: the marker moves to the new message."""
    later = json.loads(json.dumps(sent))
    del later["messages"][-1]["content"][0]["cache_control"]
    later["messages"] += [
        {"role": "assistant", "content": [{"type": "text", "text": "The answer."}]},
        {"role": "user", "content": [{"type": "text", "text": "And then?", **MARK}]},
    ]
    return later


def exchange(
    sent: Body | bytes, *, after_s: float | None = 0.0, usage: Usage | None = None, **more: Any
) -> Exchange:
    """The body as a recorded exchange."""
    raw = sent if isinstance(sent, bytes) else json.dumps(sent).encode()
    at = None if after_s is None else START + timedelta(seconds=after_s)
    fields: dict[str, Any] = {
        "cassette": "a.yaml",
        "index": 0,
        "kind": "model_call",
        "provenance": "recorded",
        "provider": "anthropic",
        "request": wire.request("anthropic_messages", raw),
        "response": Response(status=200, usage=usage or Usage()),
        "sent_at": at,
        "first_byte_at": at,
    }
    return Exchange(**fields | more)


WROTE = Usage(uncached=3, read=0, write_5m=4000, input_total=4003)
READ = Usage(uncached=3, read=4000, write_5m=30, input_total=4033)


def misses(first: Exchange, second: Exchange) -> tuple[Miss, ...]:
    """The diagnosis of the second one."""
    return diagnose(first, second, predict([first, second])[1])


def after_change(change: Callable[[Body], Any], usage: Usage | None = None) -> tuple[Miss, ...]:
    """What is found when the next turn was changed so."""
    later = grown(body())
    change(later)
    return misses(exchange(body(), usage=WROTE), exchange(later, after_s=10.0, usage=usage))


def names(found: Sequence[Miss]) -> list[str]:
    """The classes found."""
    return [miss.name for miss in found]
