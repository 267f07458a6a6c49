"""The wire format is found from the bodies; other endpoints are set aside with a reason."""

import json

import pytest

from agentbench.errors import NotFound
from agentbench.tape.wire import parse, request
from agentbench.tape.wire.dialects import provider_of

CHAT = {"messages": [{"role": "user", "content": "q"}]}
MESSAGE = {"type": "message", "role": "assistant", "content": [], "usage": {"input_tokens": 1}}
COMPLETION = {"object": "chat.completion", "choices": [{"message": {"content": "a"}}]}


@pytest.mark.parametrize(
    ("url", "sent", "answered", "wire"),
    [
        pytest.param(None, CHAT, MESSAGE, "anthropic_messages", id="told-by-the-answer"),
        pytest.param("https://x/v1/messages", CHAT, COMPLETION, "openai_chat", id="answer-before-path"),
        pytest.param("**REDACTED**", CHAT, COMPLETION, "openai_chat", id="redacted-url"),
        pytest.param("http://[broken", CHAT, COMPLETION, "openai_chat", id="broken-url"),
        pytest.param(
            "https://x/v1/messages?beta=true", CHAT, None, "anthropic_messages", id="told-by-the-path"
        ),
        pytest.param(
            None,
            {**CHAT, "system": "s", "max_tokens": 1},
            None,
            "anthropic_messages",
            id="told-by-the-request",
        ),
        pytest.param(None, CHAT, None, "openai_chat", id="messages-only"),
    ],
)
def test_the_wire_is_found(url: str | None, sent: object, answered: object, wire: str) -> None:
    """By the answer, else the path, else the request."""
    body = b"" if answered is None else json.dumps(answered).encode()
    parsed = parse(url, "POST", json.dumps(sent).encode(), 200, {}, body)
    assert (parsed.kind, parsed.wire) == ("model_call", wire)


@pytest.mark.parametrize(
    ("url", "sent", "reason"),
    [
        pytest.param(
            "https://api.anthropic.com/v1/messages/count_tokens", CHAT, "token counting", id="count-tokens"
        ),
        pytest.param("https://api.openai.com/v1/embeddings", {"input": "x"}, "embedding", id="embeddings"),
        pytest.param(
            "https://api.openai.com/v1/completions", {"prompt": "x"}, "legacy", id="text-completions"
        ),
        pytest.param("https://mcp.example.com/mcp", {"jsonrpc": "2.0"}, "JSON-RPC", id="mcp"),
        pytest.param("https://example.com/a.png?key=hidden", None, "GET /a.png", id="download"),
        pytest.param(None, None, "no known wire format", id="nothing"),
    ],
)
def test_other_endpoints_are_set_aside(url: str | None, sent: object, reason: str) -> None:
    """With a reason that names the endpoint and never shows a query, which may hold a key."""
    body = b"" if sent is None else json.dumps(sent).encode()
    parsed = parse(url, "GET" if sent is None else "POST", body, 200, {}, b"")
    assert parsed.kind == "set_aside"
    assert parsed.reason is not None
    assert reason in parsed.reason
    assert "hidden" not in parsed.reason


def test_a_bad_body_is_unreadable() -> None:
    """A request that is no JSON at a model's endpoint does not raise."""
    parsed = parse("https://x/v1/chat/completions", "POST", b'{"messages": [', 200, {}, b"")
    assert parsed.kind == "unreadable"


def test_an_unknown_wire_is_not_found() -> None:
    """The message names the known ones."""
    with pytest.raises(NotFound, match="openai_chat"):
        request("morse", b"{}")


@pytest.mark.parametrize(
    ("host", "provider"),
    [
        ("api.openai.com", "openai"),
        ("api.openai.com:443", "openai"),
        ("my-name.openai.azure.com", "azure.ai.openai"),
        ("us-east5-aiplatform.googleapis.com", "gcp.vertex_ai"),
        ("bedrock-runtime.eu-west-1.amazonaws.com", "aws.bedrock"),
        ("127.0.0.1:8091", None),
        ("notapi.openai.com.example.org", None),
        (None, None),
    ],
)
def test_providers_by_host(host: str | None, provider: str | None) -> None:
    """By the host or its parent; an unknown host has no provider."""
    assert provider_of(host) == provider
