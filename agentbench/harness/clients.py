"""pydantic-ai models whose HTTP goes through a transport of ours; the vendor's address stays in the request."""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

import httpx2
from pydantic_ai.models import Model
from pydantic_ai.profiles import ModelProfile

from agentbench.errors import UnknownModel
from agentbench.nearest import nearest

TIMEOUT_S = 1200
"""A slow model's answer is worth waiting for."""

if TYPE_CHECKING:
    from openai import AsyncOpenAI

Profile = Callable[[ModelProfile], ModelProfile] | None
"""What pydantic-ai's profile of a model is changed to; None for as it is."""
Maker = Callable[[str, httpx2.AsyncClient, str, Profile], Model]


def client(
    model_id: str, transport: httpx2.AsyncBaseTransport, key: str, *, local_search: bool = False
) -> Model:
    """A model whose requests go through the transport; clients do not retry, so that one call is one request.

    `local_search`: pydantic-ai searches deferred tools itself, also where the provider could; what it finds stands in
    the array from then on, or in the input where the wire takes tools there (OpenAI's Responses).

    Raises:
        UnknownModel: no provider that can be played.
    """
    make = _MAKERS[provider_of(model_id)]
    http = httpx2.AsyncClient(transport=transport, timeout=TIMEOUT_S)
    return make(model_id.partition(":")[2], http, key, _without_deferral if local_search else None)


def _without_deferral(profile: ModelProfile) -> ModelProfile:
    # `ToolSearch(strategy="keywords")` would not do: on Claude and GPT its tools still go out with `defer_loading`
    native = frozenset(tool for tool in profile["supported_native_tools"] if tool.kind != "tool_search")
    return {
        **profile,
        "supported_native_tools": native,
        "tool_deferral_mode": None,
    }


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
def _anthropic(base_url: str | None = None) -> Maker:
    def make(name: str, http: httpx2.AsyncClient, key: str, profile: Profile) -> Model:
        from anthropic import AsyncAnthropic
        from pydantic_ai.models.anthropic import AnthropicModel
        from pydantic_ai.providers.anthropic import AnthropicProvider

        vendor = AsyncAnthropic(api_key=key, base_url=base_url, http_client=http, max_retries=0)
        return AnthropicModel(name, provider=AnthropicProvider(anthropic_client=vendor), profile=profile)

    return make


def _openai_chat(base_url: str | None = None) -> Maker:
    def make(name: str, http: httpx2.AsyncClient, key: str, profile: Profile) -> Model:
        from pydantic_ai.models.openai import OpenAIChatModel
        from pydantic_ai.providers.openai import OpenAIProvider

        vendor = OpenAIProvider(openai_client=_openai(http, key, base_url))
        return OpenAIChatModel(name, provider=vendor, profile=profile)

    return make


def _openai_responses(base_url: str | None = None) -> Maker:
    def make(name: str, http: httpx2.AsyncClient, key: str, profile: Profile) -> Model:
        from pydantic_ai.models.openai import OpenAIResponsesModel
        from pydantic_ai.providers.openai import OpenAIProvider

        vendor = OpenAIProvider(openai_client=_openai(http, key, base_url))
        return OpenAIResponsesModel(name, provider=vendor, profile=profile)

    return make


def _openai(http: httpx2.AsyncClient, key: str, base_url: str | None) -> "AsyncOpenAI":
    from openai import AsyncOpenAI

    return AsyncOpenAI(api_key=key, base_url=base_url, http_client=http, max_retries=0)


def _deepseek(name: str, http: httpx2.AsyncClient, key: str, profile: Profile) -> Model:
    from pydantic_ai.models.openai import OpenAIChatModel
    from pydantic_ai.providers.deepseek import DeepSeekProvider

    vendor = _openai(http, key, "https://api.deepseek.com")
    return OpenAIChatModel(name, provider=DeepSeekProvider(openai_client=vendor), profile=profile)


def _openrouter(name: str, http: httpx2.AsyncClient, key: str, profile: Profile) -> Model:
    from pydantic_ai.models.openrouter import OpenRouterModel
    from pydantic_ai.providers.openrouter import OpenRouterProvider

    vendor = _openai(http, key, "https://openrouter.ai/api/v1")
    return OpenRouterModel(name, provider=OpenRouterProvider(openai_client=vendor), profile=profile)


def _google(name: str, http: httpx2.AsyncClient, key: str, profile: Profile) -> Model:
    from pydantic_ai.models.google import GoogleModel
    from pydantic_ai.providers.google import GoogleProvider

    return GoogleModel(name, provider=GoogleProvider(api_key=key, http_client=http), profile=profile)


def _bedrock(name: str, http: httpx2.AsyncClient, key: str, profile: Profile) -> Model:
    from pydantic_ai.models.bedrock import BedrockConverseModel
    from pydantic_ai.providers.bedrock import BedrockProvider

    from agentbench.harness.bedrock import bedrock_client

    vendor = BedrockProvider(bedrock_client=bedrock_client(http, key))
    return BedrockConverseModel(name, provider=vendor, profile=profile)


LOCAL = "http://127.0.0.1:8091"
"""Where llama.cpp's server listens: part of the recorded address, so always this port."""

_MAKERS: Mapping[str, Maker] = {
    "anthropic": _anthropic(),
    "bedrock": _bedrock,
    "deepseek": _deepseek,
    "google": _google,
    "local": _openai_chat(f"{LOCAL}/v1"),
    "local-anthropic": _anthropic(LOCAL),
    "local-responses": _openai_responses(f"{LOCAL}/v1"),
    "openai": _openai_responses(),
    "openai-chat": _openai_chat(),
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
"""Where the key of a provider is read from, for recording against the real one; a local server needs none."""
