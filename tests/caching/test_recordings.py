"""Predictions against what real providers reported, in the public recordings beside the checkout.

Left out before any figure was looked at: requests without a reported usage, and the first request of a model in a
file, whose warmth no file shows. Rows that a file does not determine (`UNDETERMINED`) are counted apart.
"""

from collections import Counter
from collections.abc import Iterator

import pytest

from agentbench.caching import UNDETERMINED, Prediction, disagreement, predict
from agentbench.caching.sequences import rule_for, shared_by
from agentbench.tape import Exchange, find, read
from tests.shared_data import shared


@pytest.fixture(scope="module")
def later() -> list[tuple[Exchange, Prediction]]:
    """All later requests with a known rule and a reported input, each with its prediction."""
    files = find([str(shared("data/corpus"))]).files
    return [pair for file in files for pair in _later(read(file))]


def _later(exchanges: tuple[Exchange, ...]) -> Iterator[tuple[Exchange, Prediction]]:
    seen = set()
    for exchange, prediction in zip(exchanges, predict(exchanges), strict=True):
        if (
            exchange.response is None
            or exchange.response.usage.input_total is None
            or rule_for(exchange) is None
        ):
            continue
        cache = shared_by(exchange)
        if cache in seen:
            yield exchange, prediction
        seen.add(cache)


def _figures(pairs: list[tuple[Exchange, Prediction]]) -> Counter[str]:
    found: Counter[str] = Counter(n=len(pairs))
    for exchange, prediction in pairs:
        cause = disagreement(exchange, prediction)
        hit = bool(exchange.response and exchange.response.usage.read)
        found["hits"] += hit
        found["determined"] += cause not in UNDETERMINED
        found["determined hits"] += hit and cause not in UNDETERMINED
        found["right"] += cause is None
        found["right hits"] += hit and cause is None
        found[cause or "agrees"] += 1
    return found


def test_anthropic_reads_are_predicted_to_the_token(later: list[tuple[Exchange, Prediction]]) -> None:
    """Direct Claude recordings: all determined pairs within one token, raw at least 94 % (issue 7)."""
    pairs = [(e, p) for e, p in later if (rule := rule_for(e)) and rule.provider == "anthropic"]
    found = _figures(pairs)
    print("\nanthropic", dict(found))
    assert found["n"] >= 150
    assert found["right"] >= 0.99 * found["determined"]
    assert found["right hits"] >= 0.98 * found["determined hits"]
    assert found["right"] >= 0.94 * found["n"]


def test_openai_reads_are_a_floor_or_nothing(later: list[tuple[Exchange, Prediction]]) -> None:
    """GPT up to 5.5: the floored prefix is exact on most determined pairs."""
    pairs = [
        (e, p)
        for e, p in later
        if (rule := rule_for(e)) and (rule.provider, rule.mechanism) == ("openai", "implicit_prefix")
    ]
    found = _figures(pairs)
    print("\nopenai", dict(found))
    assert found["n"] >= 60
    assert found["right"] >= 0.85 * found["determined"]


@pytest.mark.parametrize("folder", ["traceloop__openllmetry", "pydantic__pydantic-ai"])
def test_the_named_anthropic_files(folder: str) -> None:
    """traceloop's `test_prompt_caching` and pydantic-ai's Anthropic cache cassettes, pair by pair."""
    files = find([str(shared(f"data/corpus/{folder}"))]).files
    named = [
        file for file in files if "test_prompt_caching" in str(file) or "test_anthropic_cache" in file.name
    ]
    pairs = [pair for file in named for pair in _later(read(file)) if pair[1].precision == "exact"]
    found = _figures(pairs)
    print(f"\n{folder}", dict(found))
    assert found["right"] == found["n"] > 0
