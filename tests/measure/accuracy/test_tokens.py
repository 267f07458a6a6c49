"""Errors of token estimates on requests made by hand."""

import json
from typing import Any

import pytest

from agentbench.measure.accuracy import counts, hidden_requests, token_errors
from agentbench.measure.accuracy.fit import fitted
from agentbench.tape import wire
from agentbench.tape.exchange import Exchange, Usage
from tests.exchanges import exchange


def chat(text: str, total: int, project: str = "one", model: str = "gpt-4o", **more: Any) -> Exchange:
    body = {"model": model, "messages": [{"role": "user", "content": text}]} | more
    return exchange(
        wire.request("openai_chat", json.dumps(body).encode()),
        Usage(input_total=total),
        provider="openai",
        cassette=f"{project}/a.yaml",
    )


def project(one: Exchange) -> str:
    return one.cassette.split("/")[0]


def test_sizes_are_found_behind_noise() -> None:
    """Text costs 1.5, a tool 40; one row in ten is far off and does not move them."""
    rows = [
        ({"text": float(n), "per_tool": float(n % 3)}, round(1.5 * n + 40 * (n % 3))) for n in range(50, 150)
    ]
    noisy = [(parts, count * 9 if at % 10 == 0 else count) for at, (parts, count) in enumerate(rows)]
    found = fitted(noisy, {"text": 1.0, "per_tool": 0.0})
    assert found["text"] == pytest.approx(1.5, rel=0.02)
    assert found["per_tool"] == pytest.approx(40, rel=0.03)


def test_without_recordings_the_sizes_are_the_known_ones() -> None:
    """Nothing is learned from nothing."""
    assert fitted([], {"text": 1.1}) == {"text": 1.1}


def test_errors_per_family() -> None:
    """ "Hello!" is 2 tokens, 4 for the message and 3 for the reply: 9, so a count of 10 is off by a tenth."""
    found = token_errors(counts([chat("Hello!", 9), chat("Hello!", 10, "two")], project))
    gpt = found.set_index("family").loc["gpt"]
    assert (gpt["n"], gpt["projects"], gpt["text_chats"]) == (2, 2, 2)
    assert gpt["text_chats_within_one"] == 1.0
    assert gpt["shipped_error_p90"] == pytest.approx(0.1)
    assert found["family"].tolist() == ["gpt", "claude", "gemini"]


def test_what_a_vendor_tells_is_not_fitted() -> None:
    """Two projects that count every message 10 tokens higher do not change what OpenAI says of a third."""
    rows = [chat("Hello!", 19, "one"), chat("Hello!", 19, "two"), chat("Hello!", 9, "three")]
    errors = token_errors(counts(rows, project)).set_index("family").loc["gpt"]
    assert (errors["error_p50"], errors["error_p90"]) == (pytest.approx(10 / 19), pytest.approx(10 / 19))
    assert token_errors(counts(rows[2:], project)).set_index("family").loc["gpt", "error_p90"] == 0


def test_sizes_come_from_other_projects_alone() -> None:
    """A tool that costs 200 more is seen where another project counted it so, and nowhere else."""
    tools = [{"type": "function", "function": {"name": "now"}}]
    plain = counts([chat("Hello!", 9, tools=tools)], project)[0].estimated
    dear = [chat("Hello! " * n, plain + 200 + n - 1, p, tools=tools) for p in "ab" for n in range(1, 9)]
    found = token_errors(counts(dear, project)).set_index("family").loc["gpt"]
    assert found["error_p90"] < 0.02 < found["shipped_error_p50"]
    alone = token_errors(counts(dear[:8], project)).set_index("family").loc["gpt"]
    assert alone["error_p50"] > 0.5


def test_after_three_records_the_gap_is_known() -> None:
    """A host that adds 100 tokens of its own to every request of one project."""
    words = ["tea", "tea and cake", "tea, cake, a spoon", "tea, cake, a spoon, a chair"]
    plain = [one.estimated for one in counts([chat(w, 1) for w in words], project)]
    hosted = [chat(w, n + 100) for w, n in zip(words, plain, strict=True)]
    row = token_errors(counts(hosted, project)).set_index("family").loc["gpt"]
    assert (row["calibrated"], row["calibrated_error_p50"]) == (1, 0.0)
    assert row["shipped_error_p50"] > 0.8
    others = [chat(words[3], 150, "two"), *hosted[:3]]
    assert token_errors(counts(others, project)).set_index("family").loc["gpt", "calibrated"] == 0


def test_what_cannot_be_estimated_is_counted_apart() -> None:
    """An output schema is rendered in the vendor's own words."""
    schema = chat("Hello!", 60, response_format={"type": "json_schema", "json_schema": {"name": "x"}})
    unknown = chat("Hello!", 9, model="acme-1")
    assert counts([schema, unknown], project) == ()
    assert hidden_requests([schema, unknown]) == {"schema": 1}
