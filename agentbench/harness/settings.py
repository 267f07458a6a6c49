"""What a layout asks of a provider, as pydantic-ai's settings; keys of other providers are ignored by each client."""

from pydantic_ai.settings import ModelSettings

from agentbench.builder.layout import Layout

MAX_TOKENS = 1024
"""Always set: without it pydantic-ai streams Anthropic's answers under the hood."""


def settings(layout: Layout, session: str) -> ModelSettings:
    """Framing, output limit, cache markers and routing key."""
    cache, ttl = layout.cache, layout.cache.ttl
    asked: dict[str, object] = {
        "max_tokens": MAX_TOKENS,
        "framing_announcement": layout.framing,
    }
    for provider in ("anthropic", "bedrock", "openrouter"):
        asked[f"{provider}_cache_instructions"] = ttl if cache.instructions else False
        asked[f"{provider}_cache_tool_definitions"] = ttl if cache.tools else False
        asked[f"{provider}_cache_messages"] = ttl if cache.messages else False
    if cache.key:
        asked["openai_prompt_cache_key"] = session
    return ModelSettings(**asked)  # type: ignore[typeddict-item,no-any-return]  # provider keys extend it
