"""Later requests of recordings made by hand: what is a pair, and what is said about it."""

from dataclasses import replace
from typing import Any

import pytest

from agentbench.measure.accuracy import Pair, by_provider, pairs, table
from agentbench.tape.exchange import Exchange, Response, ToolCall, Usage
from tests.caching.prompts import asked, marked, piece
from tests.caching.test_predict import FIRST, HEAD, SECOND, WROTE, sent


def read(tokens: int | None, **more: Any) -> Usage:
    return Usage(**{"read": tokens, "write_5m": 30, "uncached": 3, "input_total": 2255} | more)


def judged(usage: Usage, **more: Any) -> Pair:
    """The only pair: a marked request was answered, and a longer one followed."""
    found = pairs([sent(FIRST, WROTE), sent(SECOND, usage, after_s=10.0, **more)])
    (pair,) = found.pairs
    return pair


@pytest.mark.parametrize(
    ("tokens", "exact", "cause", "error"),
    [
        pytest.param(2222, True, None, 0, id="as-predicted"),
        pytest.param(2221, True, None, 1, id="one-token-less"),
        pytest.param(0, False, "provider_missed", 2222, id="nothing-read"),
        pytest.param(None, False, "provider_missed", 2222, id="a-field-that-is-left-out-is-nothing-read"),
    ],
)
def test_a_read_beside_the_predicted_one(
    tokens: int | None, exact: bool, cause: str | None, error: int
) -> None:
    """2,222 tokens were stored and should be read."""
    pair = judged(read(tokens))
    assert (pair.exact, pair.cause, pair.error, pair.live) == (exact, cause, error, True)
    assert (pair.low, pair.high, pair.values) == (2222, 2222, (2222,))


@pytest.mark.parametrize(
    ("more", "cause"),
    [
        pytest.param(
            {
                "response": Response(
                    status=200,
                    usage=read(2222),
                    tool_calls=(ToolCall(name="web_search", arguments={}, kind="server_tool_use"),),
                )
            },
            "server_tools",
            id="the-provider-ran-a-tool",
        )
    ],
)
def test_what_the_file_does_not_determine_is_named_even_where_it_agrees(
    more: dict[str, Any], cause: str
) -> None:
    """A right guess is no evidence where the usage sums several passes."""
    pair = judged(read(2222), **more)
    assert (pair.cause, pair.determined, pair.exact) == (cause, False, True)


@pytest.mark.parametrize(
    ("exchange", "reason"),
    [
        pytest.param(sent(None, kind="set_aside"), "no_model_call", id="set-aside"),
        pytest.param(sent(FIRST), "no_usage", id="no-usage"),
        pytest.param(sent(FIRST, WROTE, provider="acme"), "no_rule", id="no-rule"),
        pytest.param(sent(FIRST, WROTE), "first_request", id="first"),
        pytest.param(sent(FIRST, WROTE, cassette="b.yaml"), "first_request", id="first-of-its-file"),
    ],
)
def test_what_is_left_out_is_counted(exchange: Exchange, reason: str) -> None:
    """Every row is a pair or has its reason."""
    found = pairs([exchange])
    assert found.pairs == ()
    assert {name: n for name, n in found.left_out.items() if n} == {reason: 1}


def test_one_row_per_class_with_its_disagreements() -> None:
    """Anthropic is exact, xAI reads a value or nothing; provenances are never pooled."""
    grok = {"provider": "xai", "after_s": None}
    text = asked(HEAD, model="grok-4-3"), asked(HEAD, piece("more", 200), model="grok-4-3")
    exchanges = [
        sent(FIRST, WROTE),
        sent(SECOND, read(2222), after_s=10.0),
        sent(SECOND, read(0), after_s=20.0),
        sent(text[0], Usage(read=128, input_total=2000), **grok),
        sent(text[1], Usage(read=1984, input_total=2200), **grok),
    ]
    found = table(exchanges)
    assert found["class"].tolist() == ["exact", "floor"]
    assert found["n"].tolist() == [2, 1]
    assert found["exact_share"].tolist() == [0.5, 1.0]
    assert found["error_p90"].tolist() == [2252.0, 0.0]
    (missed,) = found["disagreements"][0]
    assert (missed["cause"], missed["read"], missed["values"]) == ("provider_missed", 0, [2252])
    simulated = [replace(one, provenance="simulated", cassette="s.yaml") for one in exchanges]
    both = table([*exchanges, *simulated])
    assert set(zip(both["class"], both["provenance"], strict=True)) == {
        (name, kind) for name in ("exact", "floor") for kind in ("recorded", "simulated")
    }


def test_a_small_prompt_is_determined_whatever_its_file_lacks() -> None:
    """Nothing below the minimum is read, so a hosted tool does not matter."""
    small = asked(marked(piece("tiny", 100)))
    answer = Response(
        status=200,
        usage=Usage(read=0, input_total=100),
        tool_calls=(ToolCall(name="web_search", arguments={}, kind="server_tool_use"),),
    )
    found = pairs([sent(small, Usage(read=0, input_total=100)), sent(small, response=answer, after_s=1.0)])
    assert [(pair.cause, pair.exact) for pair in found.pairs] == [(None, True)]


def test_no_pairs_make_an_empty_table_with_all_columns() -> None:
    """A folder without a later request is no error."""
    assert len(table([])) == 0
    assert {"class", "n", "exact_share", "disagreements"} <= set(table([]).columns)
    assert len(by_provider(())) == 0
