"""What a layout's cache settings come to at each provider: markers, lifetimes, keys, or nothing at all."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agentbench.builder import CachePlan, Layout, Markers, cache_plan
from agentbench.builder.cache import MOST_MARKERS, marks, routes
from agentbench.builder.layout import Cache


def layout(**changes: object) -> Layout:
    """A layout with these cache settings."""
    return Layout(name="l", sections=(), cache=Cache(**changes))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("provider", "model", "changes", "wanted"),
    [
        pytest.param(
            "anthropic",
            "claude-sonnet-4-6",
            {},
            CachePlan(style="block", tools="5m", instructions="5m", messages="5m"),
            id="anthropic",
        ),
        pytest.param(
            "anthropic",
            "claude-sonnet-4-6",
            {"ttl": "1h", "messages_ttl": "5m"},
            CachePlan(style="block", tools="1h", instructions="1h", messages="5m"),
            id="longer-lifetime-first",
        ),
        pytest.param(
            "bedrock",
            "us.anthropic.claude-sonnet-4-6",
            {"tools": False},
            CachePlan(style="point", instructions="5m", messages="5m"),
            id="bedrock-claude",
        ),
        pytest.param(
            "bedrock",
            "us.amazon.nova-pro-v1:0",
            {"ttl": "1h"},
            CachePlan(style="point", instructions="5m", messages="5m"),
            id="nova-has-no-tool-point-and-no-hour",
        ),
        pytest.param("bedrock", "qwen.qwen3-32b-v1:0", {}, CachePlan(), id="bedrock-qwen"),
        pytest.param(
            "openrouter",
            "anthropic/claude-sonnet-4.6",
            {},
            CachePlan(style="envelope", tools="5m", instructions="5m", messages="5m", key=True),
            id="openrouter-claude",
        ),
        pytest.param("openrouter", "openai/gpt-5.2", {}, CachePlan(key=True), id="openrouter-gpt"),
        pytest.param("openai", "gpt-5.2", {}, CachePlan(key=True), id="automatic-with-a-key"),
        pytest.param(
            "openai",
            "gpt-5.2",
            {"retention": "24h", "key": False},
            CachePlan(retention="24h"),
            id="retention",
        ),
        pytest.param(
            "openai",
            "gpt-5.6",
            {},
            CachePlan(style="breakpoint", instructions="30m", messages="30m", mode="implicit", key=True),
            id="explicit-breakpoint-from-5.6",
        ),
        pytest.param(
            "openai",
            "gpt-6.1-sol",
            {"breakpoint_ttl": "12h", "messages": False},
            CachePlan(style="breakpoint", instructions="12h", mode="explicit", key=True),
            id="twelve-hours-on-6.1",
        ),
        pytest.param(
            "openai",
            "gpt-5.6",
            {"breakpoint_ttl": "12h", "breakpoints": False},
            CachePlan(messages="12h", mode="implicit", key=True),
            id="no-mark-asked-the-newest-message-is-one-by-itself",
        ),
        pytest.param("azure", "gpt-5.2", {}, CachePlan(key=True), id="azure"),
        pytest.param("google", "gemini-3-pro-preview", {}, CachePlan(), id="gemini-is-automatic"),
        pytest.param("deepseek", "deepseek-chat", {}, CachePlan(), id="deepseek-is-automatic"),
        pytest.param("litellm", "claude-sonnet-4-6", {}, CachePlan(), id="a-generic-proxy-carries-none"),
        pytest.param(None, "claude-sonnet-4-6", {}, CachePlan(), id="unknown-provider"),
        pytest.param(
            "anthropic",
            "claude-sonnet-4-6",
            {"providers": {"anthropic": Markers(tools=False, ttl="1h")}},
            CachePlan(style="block", instructions="1h", messages="1h"),
            id="settings-of-one-provider",
        ),
    ],
)
def test_a_plan(provider: str | None, model: str, changes: dict[str, object], wanted: CachePlan) -> None:
    """Each provider gets what it understands, and no more."""
    assert cache_plan(layout(**changes), provider, model) == wanted


def test_a_gateway_that_speaks_anthropics_wire() -> None:
    """Claude behind a foreign Anthropic endpoint is marked; the same proxy over chat completions is not."""
    assert cache_plan(layout(), "proxy", "claude-opus-5", wire="anthropic_messages").style == "block"
    assert cache_plan(layout(), "proxy", "claude-opus-5", wire="openai_chat") == CachePlan()


def test_a_longer_lifetime_never_stands_behind_a_shorter_one() -> None:
    """Providers refuse it, so the layout does."""
    with pytest.raises(ValueError, match="longer lifetime first"):
        Markers(ttl="5m", messages_ttl="1h")


def test_breakpoints_mark_no_chat_messages() -> None:
    """OpenAI's breakpoints and Bedrock's points are no markers in a chat message."""
    plan = cache_plan(layout(), "openai", "gpt-5.6")
    assert marks([{"role": "user", "content": "u"}], plan) == ()


MESSAGES = st.lists(
    st.fixed_dictionaries(
        {
            "role": st.sampled_from(["system", "user", "assistant", "tool"]),
            "content": st.sampled_from(["", "x", None, [], ["raw"], [{"type": "text", "text": "x"}]]),
        },
        optional={"tool_calls": st.just([{}])},
    ),
    max_size=12,
)


@settings(max_examples=500, deadline=None)
@given(
    messages=MESSAGES,
    cache=st.builds(Cache, tools=st.booleans(), instructions=st.booleans(), messages=st.booleans()),
    provider=st.sampled_from(["anthropic", "openrouter"]),
)
def test_never_more_than_four_markers(messages: list[dict[str, object]], cache: Cache, provider: str) -> None:
    """The last tool, the system text and the newest messages share four markers, each on something that bears one."""
    plan = cache_plan(Layout(name="l", sections=(), cache=cache), provider, "claude-sonnet-4-6")
    found = marks(messages, plan)
    assert len(found) + (plan.tools is not None) <= MOST_MARKERS
    assert [mark.message for mark in found] == sorted({mark.message for mark in found})
    assert all(messages[mark.message]["role"] != "system" or mark.message == 0 for mark in found)
    if not cache.messages:
        assert all(mark.message == 0 for mark in found)


def test_routes_name_their_source() -> None:
    """Facts have a date and a source."""
    assert "hermes.md" in routes().source and routes().as_of.year == 2026
