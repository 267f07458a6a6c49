"""pydantic-ai models whose HTTP goes through a transport of ours; the vendor's address stays in the request."""

import httpx2
from anthropic import AsyncAnthropic
from openai import AsyncOpenAI
from pydantic_ai.models import Model
from pydantic_ai.models.anthropic import AnthropicModel
from pydantic_ai.models.openai import OpenAIChatModel
from pydantic_ai.providers.anthropic import AnthropicProvider
from pydantic_ai.providers.openai import OpenAIProvider
from pydantic_ai.settings import ModelSettings

from agentbench.builder.layout import Layout
from agentbench.errors import UnknownModel

MAX_TOKENS = 1024
"""Always set: without it pydantic-ai streams Anthropic's answers under the hood."""

KEY_VARIABLES = {"anthropic": "ANTHROPIC_API_KEY", "openai-chat": "OPENAI_API_KEY"}
"""Where the key of a provider is read from, for recording against the real one."""


def provider_of(model_id: str) -> str:
    """`openai-chat` of `openai-chat:gpt-5.2`.

    Raises:
        UnknownModel: no provider that can be played.
    """
    provider, colon, name = model_id.partition(":")
    if not colon or not name or provider not in KEY_VARIABLES:
        known = ", ".join(f"{each}:" for each in sorted(KEY_VARIABLES))
        raise UnknownModel(f"asked to play {model_id!r}, found no such provider; ids begin with {known}")
    return provider


def client(model_id: str, transport: httpx2.AsyncBaseTransport, key: str) -> Model:
    """A model whose requests go through the transport; clients do not retry, so that one call is one request."""
    provider = provider_of(model_id)
    name = model_id.partition(":")[2]
    http = httpx2.AsyncClient(transport=transport)
    if provider == "anthropic":
        anthropic = AsyncAnthropic(api_key=key, http_client=http, max_retries=0)
        return AnthropicModel(name, provider=AnthropicProvider(anthropic_client=anthropic))
    openai = AsyncOpenAI(api_key=key, http_client=http, max_retries=0)
    return OpenAIChatModel(name, provider=OpenAIProvider(openai_client=openai))


def settings(layout: Layout, session: str) -> ModelSettings:
    """What the layout asks of the provider's cache; keys of other providers are ignored by each client."""
    cache, ttl = layout.cache, layout.cache.ttl
    asked: dict[str, object] = {
        "max_tokens": MAX_TOKENS,
        "framing_announcement": layout.framing,
        "anthropic_cache_instructions": ttl if cache.instructions else False,
        "anthropic_cache_tool_definitions": ttl if cache.tools else False,
        "anthropic_cache_messages": ttl if cache.messages else False,
    }
    if cache.key:
        asked["openai_prompt_cache_key"] = session
    return ModelSettings(**asked)  # type: ignore[typeddict-item,no-any-return]  # provider keys extend it
