"""Which requests of a cassette grow from one another."""

import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from agentbench.tape import Exchange, Response, assign, read
from agentbench.tape.conversations import of_cell
from agentbench.tape.exchange import Origin
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


def placed(*turns: Sequence[Exchange]) -> tuple[Exchange, ...]:
    """The requests of one cell, turn by turn, with the conversations that their content alone would give them."""
    return assign(
        [
            replace(
                each,
                origin=Origin(
                    layout="tiered",
                    presentation="eager",
                    model="m",
                    scenario="needs",
                    repeat=0,
                    turn=turn,
                    step=step,
                ),
            )
            for turn, steps in enumerate(turns)
            for step, each in enumerate(steps)
        ]
    )


COMPRESSED = placed([asked("a")], [asked("a", "b", "c")], [asked("summary, d")])
ALONE = placed([asked("a"), asked("a", "b", "c")], [asked("x")], [asked("z"), asked("z", "y", "q")])


@pytest.mark.parametrize(
    ("cell", "apart", "names"),
    [
        pytest.param(COMPRESSED, False, "000", id="compression-begins-anew-in-one-turn"),
        pytest.param(ALONE, False, "00122", id="every-turn-begins-anew"),
        pytest.param(
            placed([asked("a")], [asked("a")], [asked("a")]), False, "012", id="the-same-words-again"
        ),
        pytest.param(placed([asked("a")], [asked("x")]), False, "00", id="two-turns-may-be-one-compression"),
        pytest.param(placed([asked("a")], [asked("x")]), True, "01", id="two-turns-said-to-be-apart"),
        pytest.param(
            placed([asked("a")], [asked("a", "b", "c")], [asked("a", "b", "c", model="n")]),
            False,
            "000",
            id="another-model-goes-on",
        ),
    ],
)
def test_conversations_of_a_cell(cell: Sequence[Exchange], apart: bool, names: str) -> None:
    """One for the whole cell, also across a compression; one for each turn where the turns stand apart."""
    assert "".join(exchange.conversation or "-" for exchange in of_cell(cell, apart)) == names


def test_a_cell_keeps_what_is_no_model_call_apart() -> None:
    """Set-aside rows of a cell stay outside."""
    row = Exchange(cassette="c", index=0, kind="set_aside", reason="r", provenance="recorded")
    assert of_cell([row], True) == (row,)


def test_recorded_errands_stand_apart() -> None:
    """Forty errands recorded against one server before cassettes said so: forty conversations, by their content."""
    eager = Path(__file__).parents[2] / "cassettes/deferral/tiered/eager/local-qwen2.5-coder-1.5b/needs.yaml"
    assert len({each.conversation for each in read(eager)}) == 40
