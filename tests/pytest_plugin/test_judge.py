"""What counts as a place that moves with every run, and what a session is measured by."""

import base64
import json
from datetime import UTC, datetime

import pytest

from agentbench.measure.gate import verdict
from agentbench.pytest_plugin.judge import measured
from agentbench.pytest_plugin.sent import Session, session
from agentbench.pytest_plugin.summary import drift, lines
from agentbench.pytest_plugin.tap import Seen

NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)
RULES = "\n".join(f"{n}. Keep rule {n}." for n in range(400))
ANSWER = {
    "model": "gpt-5.2",
    "object": "chat.completion",
    "choices": [{"index": 0, "message": {"role": "assistant", "content": "ok"}, "finish_reason": "stop"}],
    "usage": {
        "prompt_tokens": 3000,
        "completion_tokens": 1,
        "total_tokens": 3001,
        "prompt_tokens_details": {"cached_tokens": 2944},
    },
}


def request(system: str, user: str = "Hello.", tool: str = "Looks.") -> Seen:
    """A Chat request as the tap keeps it."""
    function = {"name": "look", "description": tool, "parameters": {"type": "object", "properties": {}}}
    body = {
        "model": "gpt-5.2",
        "messages": [{"role": "system", "content": system}, {"role": "user", "content": user}],
        "tools": [{"type": "function", "function": function}],
    }
    coded = base64.b64encode(json.dumps(body).encode()).decode()
    return {
        "method": "POST",
        "uri": "https://api.openai.com/v1/chat/completions",
        "body": {"base64_string": coded},
    }


def sent(live: Seen, recorded: Seen, test: str = "t") -> Session:
    """One request, today and as it was recorded."""
    answer = base64.b64encode(json.dumps(ANSWER).encode()).decode()
    response = {
        "status": {"code": 200},
        "headers": {"content-type": "application/json"},
        "body": {"base64_string": answer},
    }
    return session([{"test": test, "live": live, "recorded": recorded, "response": response}])


KNOWN = request(RULES)


@pytest.mark.parametrize(
    ("live", "place"),
    [
        pytest.param(KNOWN, None, id="the-same"),
        pytest.param(request("Be kind.\n" + RULES), None, id="an-edit"),
        pytest.param(request("It is 2026-11-30 11:59.\n" + RULES), "messages[0]", id="a-time"),
        pytest.param(request("Made on 2024-01-01.\n" + RULES), None, id="an-old-day"),
        pytest.param(request(RULES + "\nToday is November 30, 2026."), "messages[0]", id="today-at-the-end"),
        pytest.param(request(RULES, user="It is 2026-11-30 11:59."), None, id="a-time-in-the-user's-words"),
        pytest.param(request(RULES, tool="Looks in /tmp/tmpx1/a."), "tools[0]", id="a-tool-with-a-folder"),
    ],
)
def test_a_place_that_moves_with_every_run_is_a_break(live: Seen, place: str | None) -> None:
    """Times, ids and temporary folders in system text and tools; never an edit, never what the user says."""
    was, now = measured(sent(KNOWN, KNOWN), NOW), measured(sent(live, KNOWN), NOW)
    (arm,) = now.arms
    assert [found.segment for found in arm.breaks] == ([] if place is None else [place])
    found = verdict(now, was)
    assert [r.place.segment for r in found.reasons if r.measure == "break" and r.place] == (
        [] if place is None else [place]
    )
    if place is None:
        assert found.outcome == "pass"


def test_a_baseline_that_holds_the_place_accepts_it() -> None:
    """What was accepted by an update is no news, wherever the clock stands meanwhile."""
    then = measured(sent(request("It is 2026-11-30 11:59.\n" + RULES), KNOWN), NOW)
    later = measured(sent(request("It is 2026-11-30 12:07.\n" + RULES), KNOWN), NOW)
    assert verdict(later, then).outcome == "pass"


def test_recorded_usage_counts_where_nothing_drifted_and_predicted_usage_where_it_did() -> None:
    """The hit share shown is the recording's; of a drifted request it is a prediction, which begins cold."""
    same, other = sent(KNOWN, KNOWN), sent(request("Be kind.\n" + RULES), KNOWN)
    assert next(lines(same)).startswith("recorded: 1 request, hit share 98.1% over 1, cost $")
    assert next(lines(other)).startswith("predicted: 1 request, hit share 0.0% over 1, cost $")
    assert "drifted: 1 of 1 request" in list(lines(other))
    assert drift(other.drifted[0]).startswith("t request 0: system_section_added at messages[0] byte ")
