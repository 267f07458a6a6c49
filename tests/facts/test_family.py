"""Which family a model's name belongs to."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agentbench.facts import families, family, home_provider
from agentbench.facts.family import tokenizer
from agentbench.facts.names import covers, words


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("gpt-4o", "gpt"),
        ("chatgpt-4o-latest", "gpt"),
        ("o3-mini", "gpt"),
        ("o1", "gpt"),
        ("codex-mini-latest", "gpt"),
        ("gpt-oss-120b", "gpt"),
        ("openai-chat:gpt-5.2", "gpt"),
        ("ft:gpt-4o-mini:org::id", "gpt"),
        ("TheBloke/Llama-2-7B-GPTQ", "llama"),
        ("some-gptq-model", None),
        ("llama3.1:8b", "llama"),
        ("meta-llama/Llama-4-Maverick", "llama"),
        ("ollama:qwen3:8b", "qwen"),
        ("ollama", None),
        ("qwen2.5-coder", "qwen"),
        ("Qwen/QwQ-32B", "qwen"),
        ("smollm2", "smollm"),
        ("HuggingFaceTB/SmolLM2-360M-Instruct", "smollm"),
        ("bedrock:us.anthropic.claude-sonnet-4-5-20250929-v1:0", "claude"),
        ("openrouter:anthropic/claude-sonnet-4.5", "claude"),
        ("gateway/anthropic:claude-opus-5", "claude"),
        ("deepseek-r1-distill-qwen-7b", "deepseek"),
        ("deepseek-r1-distill-llama-70b", "deepseek"),
        ("groq:llama-3.3-70b-versatile", "llama"),
        ("grok:grok-4", "grok"),
        ("x-ai/grok-4.3", "grok"),
        ("mistral:codestral-latest", "mistral"),
        ("mistral:open-model", "mistral"),
        ("open-mixtral-8x7b", "mistral"),
        ("z-ai/glm-4.6", "glm"),
        ("chatglm3", "glm"),
        ("moonshotai/kimi-k2", "kimi"),
        ("google:gemini-2.5-flash", "gemini"),
        ("gemma3:4b", "gemma"),
        ("gemma_2", "gemma"),
        ("command-r-plus", None),
        ("", None),
    ],
)
def test_family_of(name: str, expected: str | None) -> None:
    """The family whose whole word comes first in the name, the provider's prefix left out."""
    assert family(name) == expected


@given(st.sampled_from(families()), st.sampled_from("-._/: "), st.sampled_from(["x", "7b", "instruct"]))
def test_separators_are_alike(name: str, separator: str, other: str) -> None:
    """Dashes, dots, slashes, underscores and colons all part words, in any case of the letters."""
    assert family(f"{other}{separator}{name.upper()}") == name == family(f"{name}{separator}{other}")


@given(st.sampled_from(families()), st.sampled_from("bcdfhjkqvwxz"))
def test_a_longer_word_is_another_word(name: str, letter: str) -> None:
    """A word that only begins or ends like a family's word does not count."""
    assert family(f"{name}{letter}q") is None
    assert family(f"q{letter}{name}") is None


@pytest.mark.parametrize(
    ("pattern", "name", "expected"),
    [
        pytest.param("gpt-5", "gpt-5-mini", True, id="a-size"),
        pytest.param("gpt-5", "gpt-5-2025-08-07", True, id="a-date"),
        pytest.param("gpt-5", "gpt-5.2", False, id="another-version"),
        pytest.param("claude-opus-4", "claude-opus-4-20250514", True, id="a-date-in-one-word"),
        pytest.param("claude-opus-4", "claude-opus-4-9", False, id="a-version-not-yet-known"),
        pytest.param("claude-sonnet-4-5", "us.anthropic.claude-sonnet-4-5-20250929-v1:0", True, id="bedrock"),
        pytest.param("gpt-4", "gpt-4o", False, id="another-word"),
        pytest.param("gpt-4o", "openai/gpt-4o", True, id="a-slash"),
    ],
)
def test_what_a_pattern_covers(pattern: str, name: str, expected: bool) -> None:
    """Whole words in a row, never ending in the middle of a version."""
    assert covers(pattern, name) is expected


def test_digits_after_letters_are_a_word_of_their_own() -> None:
    """So that `llama3.1` and `llama-3-1` are the same."""
    assert words("Llama3.1-8B") == words("llama-3-1 8b") == ("llama", "3", "1", "8b")


@pytest.mark.parametrize(
    ("family_name", "model", "encoding", "factor"),
    [
        pytest.param("claude", "claude-sonnet-4-6", "o200k_base", 1.15, id="claude-up-to-4-6"),
        pytest.param("claude", "claude-opus-4-7", "o200k_base", 1.58, id="claude-from-4-7"),
        pytest.param("claude", "claude-sonnet-5-20260901", "o200k_base", 1.58, id="claude-5"),
        pytest.param("gpt", "gpt-4o", "o200k_base", 1.0, id="gpt-4o"),
        pytest.param("gpt", "gpt-4-turbo", "cl100k_base", 1.0, id="gpt-4-has-the-older-vocabulary"),
        pytest.param(None, "x", "o200k_base", 1.0, id="unknown"),
    ],
)
def test_the_estimate_knows_generations(
    family_name: str | None, model: str, encoding: str, factor: float
) -> None:
    """The factors are those measured with a reconstruction of Claude's tokenizers."""
    found = tokenizer(family_name, model)
    assert (found.encoding, found.factor) == (encoding, factor)


@pytest.mark.parametrize(
    ("model", "expected"),
    [
        ("claude-sonnet-4-6", "anthropic"),
        ("gpt-5.2", "openai"),
        ("grok-4", "x_ai"),
        ("anthropic/claude-sonnet-4.5", None),
        ("llama3.1:8b", None),
        ("command-r", None),
    ],
)
def test_a_plain_name_has_a_home(model: str, expected: str | None) -> None:
    """The provider at home in the family; `vendor/model` is a gateway's spelling, open models have no home."""
    assert home_provider(model) == expected
