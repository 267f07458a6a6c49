"""Estimates corrected by what was counted before."""

import json
from dataclasses import replace
from typing import Any

import pytest

from agentbench.caching import Calibration, calibration, foresee, predict
from agentbench.caching.calibration import estimate
from agentbench.tape import wire
from agentbench.tape.exchange import Exchange, Usage
from tests.exchanges import exchange

WORDS = ["tea", "tea and cake", "tea, cake and a spoon", "tea " * 2000]


def asked(text: str, gap: int | None, model: str = "gpt-4o", **more: Any) -> Exchange:
    """A request that the provider counted `gap` tokens higher than the estimate; None for no count."""
    body = {"model": model, "messages": [{"role": "user", "content": text}]}
    request = wire.request("openai_chat", json.dumps(body).encode())
    guess = estimate(request) or 0
    usage = Usage() if gap is None else Usage(input_total=guess + gap)
    return exchange(request, usage, **{"provider": "openai", "host": "api.openai.com"} | more)


@pytest.mark.parametrize(
    ("recorded", "expected"),
    [
        pytest.param([100, 100], None, id="two-are-too-few"),
        pytest.param([100, 100, 100], 100, id="three-of-the-same-gap"),
        pytest.param([10, 20, 30], 30, id="the-most-similar-one-counts"),
        pytest.param([100, 100, None], None, id="what-was-not-counted-teaches-nothing"),
    ],
)
def test_the_gap_of_the_most_similar_request_is_added(
    recorded: list[int | None], expected: int | None
) -> None:
    """From three recorded requests of the same host, model and wire format on."""
    known = calibration([asked(w, gap) for w, gap in zip(WORDS, recorded, strict=False)])
    assert known.correction(asked(WORDS[3], None)) == expected


@pytest.mark.parametrize(
    "more",
    [
        pytest.param({"host": "eu.api.openai.com"}, id="host"),
        pytest.param({"model": "gpt-4o-mini"}, id="model"),
        pytest.param({"provider": "azure.ai.openai"}, id="provider"),
        pytest.param({"model": "acme-1"}, id="an-unknown-model"),
    ],
)
def test_another_server_or_model_is_another_count(more: dict[str, Any]) -> None:
    """What one adds says nothing of the other."""
    known = calibration([asked(w, 100) for w in WORDS[:3]])
    assert known.correction(asked("tea", None, **more)) is None


def test_simulated_counts_teach_nothing() -> None:
    """They are our own estimates."""
    assert calibration([asked(w, 100, provenance="simulated") for w in WORDS[:3]]) == Calibration()


def test_learning_gives_a_new_value() -> None:
    """What was known before stays as it was."""
    before = calibration([asked(w, 100) for w in WORDS[:2]])
    after = before.learned(asked(WORDS[2], 100))
    assert (before.correction(asked("tea", None)), after.correction(asked("tea", None))) == (None, 100)


def test_predictions_use_it_where_nothing_was_counted_yet() -> None:
    """A rendered request is predicted with the gap; without it by its text alone."""
    known = calibration([asked(w, 100) for w in WORDS[:3]])
    rendered = replace(asked(WORDS[3], None), provenance="predicted", response=None)
    guess = estimate(rendered.request)
    (found,) = foresee([rendered], known)
    assert found.response is not None and guess is not None
    assert found.response.usage.input_total == guess + 100


def test_predictions_of_prefixes_use_it_too() -> None:
    """An answered request without a count: what it stored is estimated with the gap, in OpenAI's units of 128."""
    known = calibration([asked(w, 100) for w in WORDS[:3]])
    twice = [asked(WORDS[3], None), asked(WORDS[3], None)]
    guess = estimate(twice[0].request) or 0
    plain, corrected = (predict(twice, one)[1].reusable_tokens for one in (None, known))
    assert (plain, corrected) == (guess // 128 * 128, (guess + 100) // 128 * 128)
    assert plain != corrected


def test_a_request_without_a_host_is_counted_where_its_model_was_recorded_most() -> None:
    """What was never sent has no host; a recording that kept none stays a place of its own."""
    europe = [asked(w, 10, host="eu.api.openai.com") for w in WORDS[:3]]
    known = calibration([*europe, *(asked(w, 100) for w in WORDS)])
    rendered = asked("tea", None, host=None, provenance="predicted")
    assert known.correction(rendered) == 100
    assert known.correction(replace(rendered, provenance="recorded")) is None
    assert sorted(known.places.values()) == [3, 4]
    assert calibration(europe[:2]).places == {}
