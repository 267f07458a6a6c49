"""Model cards."""

import pytest

from agentbench.errors import UnknownModel
from agentbench.facts import card, count_tokens, provider_name


@pytest.mark.parametrize(
    ("model_id", "provider", "name", "wire", "window"),
    [
        ("anthropic:claude-sonnet-4-6", "anthropic", "claude-sonnet-4-6", "anthropic_messages", 1_000_000),
        ("openai-chat:gpt-5.2", "openai", "gpt-5.2", "openai_chat", 400_000),
        ("openai:gpt-5.6-sol", "openai", "gpt-5.6-sol", "openai_responses", 1_050_000),
        ("google:gemini-2.5-pro", "gcp.gemini", "gemini-2.5-pro", "gemini_generate", 1_048_576),
        (
            "bedrock:us.anthropic.claude-haiku-4-5-v1:0",
            "aws.bedrock",
            "us.anthropic.claude-haiku-4-5-v1:0",
            "bedrock_converse",
            200_000,
        ),
        (
            "openrouter:anthropic/claude-sonnet-4.5",
            "openrouter",
            "anthropic/claude-sonnet-4.5",
            "openai_chat",
            200_000,
        ),
        ("local:SmolLM2-360M-Instruct", "llama_cpp", "SmolLM2-360M-Instruct", "openai_chat", 8192),
        ("local-anthropic:smollm2", "llama_cpp", "smollm2", "anthropic_messages", 8192),
        ("gpt-4", None, "gpt-4", None, 8192),
        ("llama3.1:8b", None, "llama3.1:8b", None, 131_072),
        ("mistral:codestral-latest", "mistral_ai", "codestral-latest", "openai_chat", 256_000),
        ("glm-9", None, "glm-9", None, None),
    ],
)
def test_what_a_card_says(
    model_id: str, provider: str | None, name: str, wire: str | None, window: int | None
) -> None:
    """Provider and wire come from the prefix, the window from the model; unknown is None."""
    found = card(model_id)
    assert (found.model, found.provider, found.name, found.wire, found.window) == (
        model_id,
        provider,
        name,
        wire,
        window,
    )


@pytest.mark.parametrize(
    ("model_id", "hint"),
    [
        pytest.param("anthropic:cluade-sonnet", "did you mean the family 'claude'?", id="misspelt"),
        pytest.param("zzz", "known families: claude, gpt", id="nothing-like-it"),
        pytest.param("", "known families: claude, gpt", id="empty"),
    ],
)
def test_an_unknown_model_is_an_error(model_id: str, hint: str) -> None:
    """The message says what was asked, what was found, and what is near."""
    with pytest.raises(UnknownModel, match=r"asked for the model .*, found no model family") as error:
        card(model_id)
    assert repr(model_id) in str(error.value)
    assert hint in str(error.value)


def test_a_card_counts_with_its_own_generation() -> None:
    """100 times one token makes 115 on Sonnet 4.6, 158 on Opus 5 and 100 on GPT."""
    text = " hello" * 100
    assert [card(m).count(text) for m in ("claude-sonnet-4-6", "claude-opus-5", "gpt-4o")] == [115, 158, 100]
    assert count_tokens(text, "claude") == 115


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("anthropic", "anthropic"),
        ("xai", "x_ai"),
        ("X-AI", "x_ai"),
        ("aws-bedrock", "aws.bedrock"),
        ("google", "gcp.gemini"),
        ("llamacpp", "llama_cpp"),
        ("openai-chat", "openai"),
        ("acme", None),
    ],
)
def test_providers_have_one_name(name: str, expected: str | None) -> None:
    """Every spelling leads to OpenTelemetry's name."""
    assert provider_name(name) == expected
