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


# the lowest shares that issue 7 asks for among determined hits: one of the two whole-prefix values is exact
_FLOOR_HITS = {"openai": 0.80, "deepseek": 0.97, "x_ai": 0.50, "mistral_ai": 0.65}


@pytest.mark.parametrize("provider", _FLOOR_HITS)
def test_floor_class_hits_have_one_of_two_values(
    later: list[tuple[Exchange, Prediction]], provider: str
) -> None:
    """The stored prefix in whole units, with or without the reuse of the last answer."""
    pairs = [(e, p) for e, p in later if p.precision == "floor" and _provider(e) == provider]
    found = _figures(pairs)
    print(f"\n{provider}", dict(found))
    assert found["right hits"] >= _FLOOR_HITS[provider] * found["determined hits"] > 0


def test_floor_class_reads_are_one_of_a_few_values(later: list[tuple[Exchange, Prediction]]) -> None:
    """At most four values or 0 cover 95 % of the determined pairs, 87 % of all (issue 7)."""
    pairs = [(e, p) for e, p in later if p.precision == "floor"]
    covered = [_covers(e, p) for e, p in pairs]
    determined = [
        hit for hit, (e, p) in zip(covered, pairs, strict=True) if disagreement(e, p) not in UNDETERMINED
    ]
    print(
        f"\nfloor class: {sum(covered)} of {len(covered)}, determined {sum(determined)} of {len(determined)}"
    )
    assert max(len(p.values.all) for _, p in pairs) <= 5
    assert sum(determined) >= 0.95 * len(determined)
    assert sum(covered) >= 0.87 * len(covered)


def test_the_chance_of_a_hit_beats_the_base_rate(later: list[tuple[Exchange, Prediction]]) -> None:
    """A lower Brier score than always saying how often a hit is seen (issue 7), on the floor class."""
    rows = [
        (p.hit_probability, _is_hit(e, p))
        for e, p in later
        if p.precision == "floor" and p.hit_probability is not None
    ]
    base = sum(hit for _, hit in rows) / len(rows)
    ours = sum((chance - hit) ** 2 for chance, hit in rows) / len(rows)
    trivial = sum((base - hit) ** 2 for _, hit in rows) / len(rows)
    print(f"\nBrier {ours:.3f} against {trivial:.3f} (n = {len(rows)}, base rate {base:.2f})")
    assert ours < trivial


def test_what_the_files_do_not_determine_is_little(later: list[tuple[Exchange, Prediction]]) -> None:
    """At most 7 % of later requests (issue 7)."""
    undetermined = [e for e, p in later if disagreement(e, p) in UNDETERMINED]
    print(f"\nundetermined: {len(undetermined)} of {len(later)}")
    assert len(undetermined) <= 0.07 * len(later)


def test_gemini_reads_lie_in_the_interval(later: list[tuple[Exchange, Prediction]]) -> None:
    """Between nothing and the stored prefix with its answer: at least 90 % of all, 75 % of hits are asked for."""
    pairs = [
        (e, p) for e, p in later if p.precision == "flaky" and _provider(e) in ("gcp.gemini", "gcp.vertex_ai")
    ]
    reads = [((e.response.usage.read or 0), p.read_high or 0) for e, p in pairs if e.response is not None]
    hits = [(read, high) for read, high in reads if read]
    inside, hits_inside = (sum(read <= high for read, high in rows) for rows in (reads, hits))
    print(f"\ngemini: {inside} of {len(reads)} inside, hits {hits_inside} of {len(hits)}")
    assert inside >= 0.9 * len(reads)
    assert hits_inside >= 0.75 * len(hits)


def _provider(exchange: Exchange) -> str:
    rule = rule_for(exchange)
    assert rule is not None
    return rule.provider


def _is_hit(exchange: Exchange, prediction: Prediction) -> bool:
    """Whether more was read than a preamble."""
    read = (exchange.response.usage.read or 0) if exchange.response is not None else 0
    return read > max(prediction.values.preambles, default=0)


def _covers(exchange: Exchange, prediction: Prediction) -> bool:
    read = (exchange.response.usage.read or 0) if exchange.response is not None else 0
    return any(abs(read - value) <= 1 for value in (*prediction.values.all, 0))


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
