"""What a layout asks of a provider, as pydantic-ai's settings."""

from collections.abc import Mapping

from pydantic_ai.settings import ModelSettings

from agentbench import facts
from agentbench.builder.cache import CachePlan, cache_plan
from agentbench.builder.layout import Layout
from agentbench.harness.clients import vendor_of

MAX_TOKENS = 1024
"""Always set: without it pydantic-ai streams Anthropic's answers under the hood."""

MARKED = ("anthropic", "bedrock", "openrouter")
"""Clients that take markers, each under its own name; each ignores the others'."""

LOCAL: Mapping[str, object] = {
    "max_tokens": 160,
    "temperature": 0.0,
    "parallel_tool_calls": False,
    # llama.cpp's Responses endpoint refuses a history whose items came without their ids
    "openai_send_reasoning_ids": True,
}
"""For llama.cpp's server: short answers, one call at a time, no markers (its cache needs none)."""


def settings(layout: Layout, model_id: str, session: str) -> ModelSettings:
    """Framing, output limit, and what the layout's cache plan comes to for this model."""
    asked: dict[str, object] = {"max_tokens": MAX_TOKENS, "framing_announcement": layout.framing}
    if vendor_of(model_id).own:
        asked |= LOCAL
        return ModelSettings(**asked)  # type: ignore[typeddict-item,no-any-return]  # provider keys extend it
    card = facts.card(model_id)
    asked |= _cache(cache_plan(layout, card.provider, card.name), session)
    return ModelSettings(**asked)  # type: ignore[typeddict-item,no-any-return]  # provider keys extend it


def _cache(plan: CachePlan, session: str) -> dict[str, object]:
    asked: dict[str, object] = {"openai_prompt_cache_key": session} if plan.key else {}
    if plan.retention is not None:
        asked["openai_prompt_cache_retention"] = plan.retention
    if plan.mode is not None:
        ttl = plan.messages or plan.instructions or "30m"
        asked["openai_prompt_cache_options"] = {"mode": plan.mode, "ttl": ttl}
        asked["openai_cache_instructions"] = plan.style == "breakpoint"
        return asked
    for client in MARKED:
        asked[f"{client}_cache_instructions"] = plan.instructions or False
        asked[f"{client}_cache_tool_definitions"] = plan.tools or False
        asked[f"{client}_cache_messages"] = plan.messages or False
    return asked
