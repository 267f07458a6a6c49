"""pydantic-ai models whose HTTP goes through a transport of ours, one maker per client.

Clients do not retry, so that one call is one request. The vendor's address stays in the request, whatever a client's
own environment variables say: a tape made behind a gateway replays without it.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

import httpx2
from pydantic_ai.models import Model
from pydantic_ai.profiles import ModelProfile

if TYPE_CHECKING:
    from openai import AsyncOpenAI


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """What a model is made from."""

    name: str
    """The model's name at its provider."""
    http: httpx2.AsyncClient
    key: str
    address: str
    """Where the provider answers."""
    profile: Callable[[ModelProfile], ModelProfile] | None
    """What pydantic-ai's profile of the model is changed to; None for as it is."""


Maker = Callable[[Wanted], Model]


# client libraries take a second each to import, so each is imported by the model that needs it
def anthropic(wanted: Wanted) -> Model:
    """Anthropic's Messages."""
    from anthropic import AsyncAnthropic
    from pydantic_ai.models.anthropic import AnthropicModel
    from pydantic_ai.providers.anthropic import AnthropicProvider

    vendor = AsyncAnthropic(
        api_key=wanted.key, base_url=wanted.address, http_client=wanted.http, max_retries=0
    )
    provider = AnthropicProvider(anthropic_client=vendor)
    return AnthropicModel(wanted.name, provider=provider, profile=wanted.profile)


def openai_chat(wanted: Wanted) -> Model:
    """OpenAI's Chat Completions."""
    from pydantic_ai.models.openai import OpenAIChatModel
    from pydantic_ai.providers.openai import OpenAIProvider

    provider = OpenAIProvider(openai_client=_openai(wanted))
    return OpenAIChatModel(wanted.name, provider=provider, profile=wanted.profile)


def openai_responses(wanted: Wanted) -> Model:
    """OpenAI's Responses."""
    from pydantic_ai.models.openai import OpenAIResponsesModel
    from pydantic_ai.providers.openai import OpenAIProvider

    provider = OpenAIProvider(openai_client=_openai(wanted))
    return OpenAIResponsesModel(wanted.name, provider=provider, profile=wanted.profile)


def deepseek(wanted: Wanted) -> Model:
    """DeepSeek's Chat Completions."""
    from pydantic_ai.models.openai import OpenAIChatModel
    from pydantic_ai.providers.deepseek import DeepSeekProvider

    provider = DeepSeekProvider(openai_client=_openai(wanted))
    return OpenAIChatModel(wanted.name, provider=provider, profile=wanted.profile)


def openrouter(wanted: Wanted) -> Model:
    """OpenRouter's Chat Completions."""
    from pydantic_ai.models.openrouter import OpenRouterModel
    from pydantic_ai.providers.openrouter import OpenRouterProvider

    provider = OpenRouterProvider(openai_client=_openai(wanted))
    return OpenRouterModel(wanted.name, provider=provider, profile=wanted.profile)


def google(wanted: Wanted) -> Model:
    """Gemini's generateContent."""
    from pydantic_ai.models.google import GoogleModel
    from pydantic_ai.providers.google import GoogleProvider

    provider = GoogleProvider(api_key=wanted.key, base_url=wanted.address, http_client=wanted.http)
    return GoogleModel(wanted.name, provider=provider, profile=wanted.profile)


def bedrock(wanted: Wanted) -> Model:
    """Bedrock's Converse."""
    from pydantic_ai.models.bedrock import BedrockConverseModel
    from pydantic_ai.providers.bedrock import BedrockProvider

    from agentbench.harness.bedrock import bedrock_client

    provider = BedrockProvider(bedrock_client=bedrock_client(wanted.http, wanted.key, wanted.address))
    return BedrockConverseModel(wanted.name, provider=provider, profile=wanted.profile)


def _openai(wanted: Wanted) -> "AsyncOpenAI":
    from openai import AsyncOpenAI

    return AsyncOpenAI(api_key=wanted.key, base_url=wanted.address, http_client=wanted.http, max_retries=0)
