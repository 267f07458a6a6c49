"""The rules that ship, how they are found, and what the door refuses."""

from datetime import date
from pathlib import Path

import pytest

from agentbench.errors import BadInput
from agentbench.facts import cache_rule, read_rules, rule_schema, rulebook

ANTHROPIC_MINIMUMS = {
    512: ["claude-fable-5-1", "claude-mythos-5-1", "claude-opus-5-5", "claude-opus-5", "claude-fable-5"],
    1024: [
        "claude-opus-4-8",
        "claude-sonnet-5",
        "claude-sonnet-4-6",
        "claude-sonnet-4-5-20250929",
        "claude-sonnet-4-20250514",
    ],
    2048: ["claude-mythos-preview", "claude-opus-4-7", "claude-3-5-haiku-latest"],
    4096: ["claude-opus-4-6", "claude-opus-4-5", "claude-haiku-4-5"],
}


@pytest.mark.parametrize(
    ("model", "least"), [(model, least) for least, models in ANTHROPIC_MINIMUMS.items() for model in models]
)
def test_anthropic_minimums(model: str, least: int) -> None:
    """Anthropic's page of October 2026."""
    rule = cache_rule("anthropic", model)
    assert rule is not None
    assert (rule.mechanism, rule.min_tokens, rule.look_back, rule.marks) == ("explicit_marks", least, 20, 4)
    assert rule.write_price == {300: 1.25, 3600: 2.0}


@pytest.mark.parametrize(
    ("provider", "model", "pattern", "read_price"),
    [
        pytest.param("openai", "gpt-4o-mini-2024-07-18", "gpt-4o-mini", 0.5, id="a-dated-name"),
        pytest.param("openai", "gpt-4.1", "gpt-4-1", 0.25, id="a-dot"),
        pytest.param("openai", "gpt-5.2", "gpt-5-2", 0.1, id="a-version"),
        pytest.param("openai", "gpt-5.2-pro", "gpt-5-2-pro", 1.0, id="the-longer-pattern-wins"),
        pytest.param("openai", "openai/gpt-5-mini", "gpt-5", 0.1, id="a-size"),
        pytest.param("openai", "gpt-6.1-terra", "gpt-6-1-terra", 0.05, id="a-name"),
        pytest.param("openai", "gpt-6.1-other", "gpt-6-1", 0.1, id="its-family"),
        pytest.param("claude", "claude-opus-5-5", "claude-opus-5-5", 0.05, id="another-name-of-the-provider"),
    ],
)
def test_the_most_specific_pattern_wins(provider: str, model: str, pattern: str, read_price: float) -> None:
    """A pattern is whole words; of those that fit, the longest counts."""
    rule = cache_rule(provider, model)
    assert rule is not None
    assert (rule.pattern, rule.read_price) == (pattern, read_price)


@pytest.mark.parametrize(
    ("provider", "model"),
    [
        pytest.param("anthropic", "claude-opus-4-9", id="a-version-not-yet-known"),
        pytest.param("anthropic", "gpt-4o", id="a-model-of-someone-else"),
        pytest.param("acme", "claude-opus-5", id="an-unknown-provider"),
        pytest.param(None, "claude-opus-5", id="no-provider"),
    ],
)
def test_unknown_is_unknown(provider: str | None, model: str) -> None:
    """No rule is guessed from a neighbour's."""
    assert cache_rule(provider, model) is None


@pytest.mark.parametrize(
    ("model", "mechanism", "least"),
    [
        pytest.param("anthropic/claude-haiku-4.5", "explicit_marks", 4096, id="claude"),
        pytest.param("openai/gpt-5.4-nano", "implicit_prefix", 1024, id="gpt"),
        pytest.param("openai/gpt-5.6-sol", "breakpoints", 1024, id="gpt-5-6"),
        pytest.param("deepseek/deepseek-v4-flash", "stored_units", 128, id="deepseek"),
    ],
)
def test_a_gateway_has_the_rule_of_the_vendor(model: str, mechanism: str, least: int) -> None:
    """OpenRouter passes prompts on; its caches are its own account's, and no host is sure."""
    rule = cache_rule("openrouter", model)
    assert rule is not None
    assert (rule.provider, rule.mechanism, rule.min_tokens) == ("openrouter", mechanism, least)
    assert "host" in rule.scope
    assert "sticky routing" in (rule.note or "")


@pytest.mark.parametrize("model", ["acme/claude-opus-5", "anthropic/claude-opus-4.9", "claude-opus-5"])
def test_a_gateway_knows_no_other_vendors(model: str) -> None:
    """Neither an unknown vendor nor an unknown model of a known one."""
    assert cache_rule("openrouter", model) is None


@pytest.mark.parametrize(
    ("on", "read_price"),
    [
        pytest.param(date(2026, 10, 6), 0.1, id="the-day-before"),
        pytest.param(date(2026, 10, 7), 0.05, id="the-day"),
        pytest.param(None, 0.05, id="the-newest-by-default"),
    ],
)
def test_rules_are_dated(on: date | None, read_price: float) -> None:
    """Sonnet 5.5 reads became cheaper on 2026-10-07."""
    rule = cache_rule("anthropic", "claude-sonnet-5-5", on)
    assert rule is not None
    assert rule.read_price == read_price


def test_every_rule_that_ships_can_be_found() -> None:
    """Its own pattern as a model's name leads to it, on a day on which it holds."""
    for provider, rules in rulebook().items():
        for rule in rules:
            if rule.mechanism == "upstream":
                continue
            name = "any-model" if rule.pattern == "*" else rule.pattern
            day = rule.valid_from or (date(2020, 1, 1) if rule.valid_to else None)
            assert cache_rule(provider, name, day) == rule


HEAD = """
provider: anthropic
covers_all_models: false
sources: [page]
as_of: 2026-10
confidence: high
defaults: {mechanism: explicit_marks, precision: exact, marks: 4, ttl: {seconds: 300, kind: typical, refreshed: true}}
"""


def _file(folder: Path, text: str, name: str = "anthropic.yaml") -> Path:
    path = folder / name
    path.write_text(text)
    return path


@pytest.mark.parametrize(
    ("text", "message"),
    [
        pytest.param(
            HEAD + "models: [{match: [a], min_token: 5}]",
            r"unknown key 'models.0.min_token', did you mean 'min_tokens'\?",
            id="unknown-key",
        ),
        pytest.param(
            HEAD + "models: [{match: [a], ttl: {second: 5, kind: typical, refreshed: true}}]",
            r"did you mean 'seconds'\?",
            id="unknown-key-below",
        ),
        pytest.param(
            HEAD + "models: [{match: [a], zzzz: 5}]", "unknown key 'models.0.zzzz'; ", id="nothing-near"
        ),
        pytest.param(
            HEAD + "models: [{match: ['**']}]", r"'\*\*' holds no word, so it can never match", id="no-word"
        ),
        pytest.param(HEAD + "models: [{match: [a-b]}, {match: [a.B]}]", "'a-b' stands twice", id="twice"),
        pytest.param(
            HEAD + "models: [{match: [a], valid_from: 2026-02-01, valid_to: 2026-01-01}]",
            "ends on 2026-01-01 before it begins",
            id="ends-before-it-begins",
        ),
        pytest.param(HEAD, "covers_all_models is false, so no rule can ever match", id="no-model"),
        pytest.param(HEAD.replace("mechanism: explicit_marks, ", ""), "name no mechanism", id="no-mechanism"),
        pytest.param(
            HEAD.replace("marks: 4, ", "") + "models: [{match: [a]}]",
            "marks without a number",
            id="no-number-of-marks",
        ),
        pytest.param(
            HEAD + "models: [{match: [a], order: [tools, system]}]",
            "an order must name each of tools",
            id="half-an-order",
        ),
        pytest.param(HEAD.replace("anthropic", "acme"), "unknown provider 'acme'", id="unknown-provider"),
        pytest.param(HEAD.replace("high", "sure"), "'confidence': Input should be 'high'", id="wrong-word"),
        pytest.param("a: [", "found no readable YAML", id="no-yaml"),
        pytest.param("[]", "'the file': Input should be", id="no-mapping"),
    ],
)
def test_what_the_door_refuses(text: str, message: str, tmp_path: Path) -> None:
    """One line that says what is wrong and what was meant."""
    with pytest.raises(BadInput, match=message) as error:
        read_rules(_file(tmp_path, text))
    assert "\n" not in str(error.value)


def test_all_problems_are_named_at_once(tmp_path: Path) -> None:
    """Nobody corrects a file one error at a time."""
    with pytest.raises(BadInput, match=r"min_token.*unknown key .*look_bak.*'look_back'"):
        read_rules(_file(tmp_path, HEAD + "models: [{match: [a], min_token: 5}, {match: [b], look_bak: 3}]"))


def test_a_file_is_named_after_its_provider(tmp_path: Path) -> None:
    """So that two files cannot hold the same provider."""
    with pytest.raises(BadInput, match=r"name the file 'anthropic\.yaml'"):
        read_rules(_file(tmp_path, HEAD + "models: [{match: [a]}]", "claude.yaml"))


def test_the_same_pattern_may_stand_for_other_days(tmp_path: Path) -> None:
    """Rules follow one another in time."""
    rows = "models: [{match: [a], valid_to: 2026-01-01, min_tokens: 1}, {match: [a], valid_from: 2026-01-01}]"
    rules = read_rules(_file(tmp_path, HEAD + rows))
    assert [rule.min_tokens for rule in rules] == [1, None]


def test_a_rule_for_all_models(tmp_path: Path) -> None:
    """Only a file that says so has one, and any pattern beats it."""
    text = (
        HEAD.replace("covers_all_models: false", "covers_all_models: true")
        + "models: [{match: [a], unit: 7}]"
    )
    assert [(r.pattern, r.unit) for r in read_rules(_file(tmp_path, text))] == [("a", 7), ("*", 1)]


def test_a_line_may_take_a_default_back(tmp_path: Path) -> None:
    """`null` in a model's lines is a value: unknown."""
    text = (
        HEAD.replace("marks: 4", "marks: 4, min_tokens: 9")
        + "models: [{match: [a], min_tokens: null}, {match: [b]}]"
    )
    assert [rule.min_tokens for rule in read_rules(_file(tmp_path, text))] == [None, 9]


def test_the_schema_is_published() -> None:
    """It names every key that a rule file may have, and refuses others."""
    schema = rule_schema()
    assert schema["additionalProperties"] is False
    assert {"provider", "covers_all_models", "defaults", "models"} <= set(schema["properties"])
