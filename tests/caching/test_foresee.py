"""Predicted usage for requests that were never sent."""

from typing import Any

import pytest

from agentbench.caching import foresee
from agentbench.facts import card
from agentbench.tape.exchange import Exchange, Origin, Response, ToolCall, Usage
from tests.caching.prompts import asked, marked, piece
from tests.caching.test_predict import ASK, FIRST, HEAD, MORE, REPLY, SECOND, sent

COUNT = card("claude-sonnet-4-6").count


def rendered(request: Any, after_s: float | None = 0.0, **more: Any) -> Exchange:
    """A rendered request without an answer."""
    return sent(request, after_s=after_s, **{"provenance": "predicted", "response": None} | more)


def test_a_growing_conversation_writes_then_reads() -> None:
    """Every class follows from the tokens of the segments."""
    at = [COUNT(s.text) for s in SECOND.segments]
    first, second = (
        e.response.usage for e in foresee([rendered(FIRST), rendered(SECOND, 60.0)]) if e.response
    )
    assert (first.read, first.write_5m, first.uncached) == (0, at[0] + at[1], 0)
    assert (second.read, second.write_5m, second.uncached) == (at[0] + at[1], at[2] + at[3], 0)
    assert second.input_total == sum(at)
    assert first.flags == second.flags == ("predicted",)


def test_a_reply_is_counted_where_the_next_request_repeats_it() -> None:
    """The output of the first request is the assistant's text in the second; the last one's is unknown."""
    first, second = (
        e.response.usage for e in foresee([rendered(FIRST), rendered(SECOND, 60.0)]) if e.response
    )
    assert first.output == COUNT(REPLY.text)
    assert second.output is None


def test_a_reply_that_is_given_is_counted() -> None:
    """A scripted answer without usage: its text and its calls."""
    answer = Response(status=None, text="hello", tool_calls=(ToolCall(name="find", arguments={"q": "x"}),))
    (found,) = foresee([rendered(FIRST, response=answer)])
    assert found.response is not None
    assert found.response.usage.output == COUNT("hello") + COUNT('find{"q": "x"}')
    assert found.response.text == "hello"


@pytest.mark.parametrize(
    ("second", "read"),
    [
        pytest.param(rendered(SECOND, 299.0), True, id="within-the-lifetime"),
        pytest.param(rendered(SECOND, 300.0), False, id="an-idle-gap"),
        pytest.param(rendered(SECOND, None), True, id="without-times-nothing-expires"),
        pytest.param(
            rendered(asked(piece("z", 2000, "system", None), ASK, REPLY, marked(MORE))), False, id="changed"
        ),
    ],
)
def test_times_and_bytes_decide(second: Exchange, read: bool) -> None:
    """A scenario's virtual time passes like any other."""
    found = foresee([rendered(FIRST), second])[1]
    assert found.response is not None
    assert bool(found.response.usage.read) is read


def test_cells_of_a_bench_share_no_cache() -> None:
    """Another layout, scenario or repeat begins cold."""
    cell = {"layout": "a", "presentation": "eager", "model": "m", "scenario": "s", "turn": 0, "step": 0}
    found = foresee([rendered(FIRST, origin=Origin(**cell, repeat=i)) for i in (0, 0, 1)])
    assert [bool(e.response and e.response.usage.read) for e in found] == [False, True, False]


def test_what_was_reported_stays() -> None:
    """Only what has no answer is foreseen; what is no model call is left alone."""
    exchanges = [sent(FIRST, Usage(read=5, input_total=9)), sent(None, kind="set_aside"), sent(FIRST)]
    assert foresee(exchanges) == tuple(exchanges)


def test_an_unknown_model_has_no_predicted_classes() -> None:
    """No rule, no numbers: absent is None."""
    (found,) = foresee([rendered(asked(HEAD, model="claude-opus-4-9"))])
    assert found.provenance == "predicted"
    assert found.response is not None
    assert found.response.usage == Usage(flags=("predicted", "no_cache_rule"))


def test_a_tool_result_ends_the_reply() -> None:
    """Only what the assistant said counts as output."""
    calls = piece("call", 12, role="assistant")
    after = asked(HEAD, ASK, calls, piece("result", 400), marked(MORE))
    (first, _) = foresee([rendered(FIRST), rendered(after, 5.0)])
    assert first.response is not None
    assert first.response.usage.output == COUNT(calls.text)


def test_a_rewritten_history_tells_no_reply() -> None:
    """A next request that is shorter, or goes on with the user, shows no output."""
    (first, _) = foresee([rendered(SECOND), rendered(FIRST, 5.0)])
    assert first.response is not None
    assert first.response.usage.output is None
