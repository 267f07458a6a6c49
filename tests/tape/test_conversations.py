"""Which requests of a cassette grow from one another."""

import json
from collections.abc import Sequence

import pytest

from agentbench.tape import Exchange, Response, assign
from agentbench.tape.wire import request


def asked(
    *contents: str, model: str = "m", system: str = "s", answer: str | None = None, tools: Sequence[str] = ()
) -> Exchange:
    """A request whose messages alternate between user and assistant."""
    turns = [{"role": ("user", "assistant")[i % 2], "content": text} for i, text in enumerate(contents)]
    sent_tools = [{"type": "function", "function": {"name": name}} for name in tools]
    body = {"model": model, "tools": sent_tools, "messages": [{"role": "system", "content": system}, *turns]}
    response = Response(status=200, text=answer) if answer else None
    sent = request("openai_chat", json.dumps(body).encode())
    return Exchange(
        cassette="c", index=0, kind="model_call", provenance="recorded", request=sent, response=response
    )


@pytest.mark.parametrize(
    ("exchanges", "names"),
    [
        pytest.param([asked("a"), asked("a", "b", "c")], "00", id="grows"),
        pytest.param([asked("a"), asked("a")], "00", id="repeated"),
        pytest.param(
            [asked("a", system="Be kind at 9:00"), asked("a", "b", "c", system="Be kind at 9:01")],
            "00",
            id="clock",
        ),
        pytest.param(
            [asked("a", answer="b"), asked("a", "b", system="Review this harshly")], "01", id="sub-agent"
        ),
        pytest.param([asked("a"), asked("a", tools=["t"])], "01", id="same-messages-other-tools"),
        pytest.param([asked("a"), asked("a", "b", "c", tools=["t"])], "00", id="grows-and-gets-a-tool"),
        pytest.param([asked("a"), asked("x")], "01", id="strangers"),
        pytest.param([asked("a"), asked("a", "b", "c", model="n")], "01", id="another-model"),
        pytest.param(
            [asked("a"), asked("x"), asked("a", "b", "c"), asked("x", "y", "z")], "0101", id="interleaved"
        ),
        pytest.param([asked("a"), asked("a", "b", "c"), asked("a", "p", "q")], "001", id="fork"),
        pytest.param([asked("a, 9:00", answer="b"), asked("a", "b", "c, 9:01")], "00", id="answer-repeated"),
        pytest.param(
            [asked("a, 9:00", "b", "c"), asked("a, 9:01", "b", "c", "d", "e")],
            "00",
            id="first-message-rewritten",
        ),
    ],
)
def test_conversations(exchanges: Sequence[Exchange], names: str) -> None:
    """Numbered in the order in which they begin."""
    assert "".join(exchange.conversation or "-" for exchange in assign(exchanges)) == names


def test_what_is_no_model_call_has_none() -> None:
    """Set-aside rows stay outside."""
    row = Exchange(cassette="c", index=0, kind="set_aside", reason="r", provenance="recorded")
    assert assign([row]) == (row,)
