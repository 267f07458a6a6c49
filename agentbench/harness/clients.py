"""pydantic-ai models whose HTTP goes through a transport of ours; the vendor's address stays in the request."""

from collections.abc import Callable, Mapping

import httpx2
from pydantic_ai.models import Model

from agentbench.errors import UnknownModel
from agentbench.nearest import nearest

TIMEOUT_S = 1200
"""A slow model's answer is worth waiting for."""

Maker = Callable[[str, httpx2.AsyncClient, str], Model]


def client(model_id: str, transport: httpx2.AsyncBaseTransport, key: str) -> Model:
    """A model whose requests go through the transport; clients do not retry, so that one call is one request.

    Raises:
        UnknownModel: no provider that can be played.
    """
    make = _MAKERS[provider_of(model_id)]
    return make(model_id.partition(":")[2], httpx2.AsyncClient(transport=transport, timeout=TIMEOUT_S), key)


def provider_of(model_id: str) -> str:
    """`openai-chat` of `openai-chat:gpt-5.2`.

    Raises:
        UnknownModel: no provider that can be played.
    """
    provider, colon, name = model_id.partition(":")
    if colon and name and provider in _MAKERS:
        return provider
    near = nearest(provider, _MAKERS)
    known = ", ".join(f"{each}:" for each in sorted(_MAKERS))
    hint = f"did you mean {near + ':'!r}? " if near else ""
    raise UnknownModel(f"asked to play {model_id!r}, found no such provider; {hint}ids begin with {known}")


# client libraries take a second each to import, so each is imported by the model that needs it
def _anthropic(name: str, http: httpx2.AsyncClient, key: str) -> Model:
    from anthropic import AsyncAnthropic
    from pydantic_ai.models.anthropic import AnthropicModel
    from pydantic_ai.providers.anthropic import AnthropicProvider

    vendor = AsyncAnthropic(api_key=key, http_client=http, max_retries=0)
    return AnthropicModel(name, provider=AnthropicProvider(anthropic_client=vendor))


def _openai_chat(name: str, http: httpx2.AsyncClient, key: str) -> Model:
    from openai import AsyncOpenAI
    from pydantic_ai.models.openai import OpenAIChatModel
    from pydantic_ai.providers.openai import OpenAIProvider

    vendor = AsyncOpenAI(api_key=key, http_client=http, max_retries=0)
    return OpenAIChatModel(name, provider=OpenAIProvider(openai_client=vendor))


def _openai_responses(name: str, http: httpx2.AsyncClient, key: str) -> Model:
    from openai import AsyncOpenAI
    from pydantic_ai.models.openai import OpenAIResponsesModel
    from pydantic_ai.providers.openai import OpenAIProvider

    vendor = AsyncOpenAI(api_key=key, http_client=http, max_retries=0)
    return OpenAIResponsesModel(name, provider=OpenAIProvider(openai_client=vendor))


def _deepseek(name: str, http: httpx2.AsyncClient, key: str) -> Model:
    from openai import AsyncOpenAI
    from pydantic_ai.models.openai import OpenAIChatModel
    from pydantic_ai.providers.deepseek import DeepSeekProvider

    vendor = AsyncOpenAI(api_key=key, base_url="https://api.deepseek.com", http_client=http, max_retries=0)
    return OpenAIChatModel(name, provider=DeepSeekProvider(openai_client=vendor))


def _openrouter(name: str, http: httpx2.AsyncClient, key: str) -> Model:
    from openai import AsyncOpenAI
    from pydantic_ai.models.openrouter import OpenRouterModel
    from pydantic_ai.providers.openrouter import OpenRouterProvider

    vendor = AsyncOpenAI(
        api_key=key, base_url="https://openrouter.ai/api/v1", http_client=http, max_retries=0
    )
    return OpenRouterModel(name, provider=OpenRouterProvider(openai_client=vendor))


def _google(name: str, http: httpx2.AsyncClient, key: str) -> Model:
    from pydantic_ai.models.google import GoogleModel
    from pydantic_ai.providers.google import GoogleProvider

    return GoogleModel(name, provider=GoogleProvider(api_key=key, http_client=http))


def _bedrock(name: str, http: httpx2.AsyncClient, key: str) -> Model:
    from pydantic_ai.models.bedrock import BedrockConverseModel
    from pydantic_ai.providers.bedrock import BedrockProvider

    from agentbench.harness.bedrock import bedrock_client

    return BedrockConverseModel(name, provider=BedrockProvider(bedrock_client=bedrock_client(http, key)))


_MAKERS: Mapping[str, Maker] = {
    "anthropic": _anthropic,
    "bedrock": _bedrock,
    "deepseek": _deepseek,
    "google": _google,
    "openai": _openai_responses,
    "openai-chat": _openai_chat,
    "openrouter": _openrouter,
}

KEY_VARIABLES: Mapping[str, str] = {
    "anthropic": "ANTHROPIC_API_KEY",
    "bedrock": "AWS_BEARER_TOKEN_BEDROCK",
    "deepseek": "DEEPSEEK_API_KEY",
    "google": "GEMINI_API_KEY",
    "openai": "OPENAI_API_KEY",
    "openai-chat": "OPENAI_API_KEY",
    "openrouter": "OPENROUTER_API_KEY",
}
"""Where the key of a provider is read from, for recording against the real one."""
