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
    ("url", "provider"),
    [
        ("https://api.openai.com/v1/chat/completions", "openai"),
        ("https://api.openai.com:443/v1", "openai"),
        ("https://my-name.openai.azure.com/x", "azure.ai.openai"),
        ("https://us-east5-aiplatform.googleapis.com/x", "gcp.vertex_ai"),
        ("https://bedrock-runtime.eu-west-1.amazonaws.com/x", "aws.bedrock"),
        ("https://bedrock-runtime.<AWS_REGION>.amazonaws.com/x", "aws.bedrock"),
        ("http://127.0.0.1:8091/v1/messages", "llama_cpp"),
        ("http://127.0.0.1:9999/v1/messages", None),
        ("https://notapi.openai.com.example.org/v1", None),
    ],
)
def test_providers_by_host(url: str, provider: str | None) -> None:
    """By the host or its parent; an unknown host has no provider, whatever the model's name."""
    assert provider_of(url, "openai_chat", "gpt-5.2") == provider


@pytest.mark.parametrize(
    ("wire", "model", "values", "provider"),
    [
        ("openai_chat", "gpt-4o-mini", [], "openai"),
        ("openai_responses", "grok-4.3", [], "x_ai"),
        ("openai_chat", "openai/gpt-4o", [], None),
        ("openai_chat", "llama-3.3-70b", [{"x_groq": {"id": "r"}}], "groq"),
        ("openai_chat", "Qwen3-1.7B-Q4_K_M", [{"timings": {"prompt_n": 0}}], "llama_cpp"),
        ("anthropic_messages", "claude-sonnet-5", [], "anthropic"),
        ("anthropic_messages", "qwen3", [], None),
        ("bedrock_converse", "amazon.nova-lite-v1:0", [], "aws.bedrock"),
        ("gemini_generate", None, [], None),
    ],
)
@pytest.mark.parametrize("url", [None, "**REDACTED**", "/v1/chat/completions", "https://***/v1"])
def test_providers_where_there_is_no_host(
    url: str | None, wire: str, model: str | None, values: list[object], provider: str | None
) -> None:
    """By the answer, else by a bare model name on its wire; else nothing."""
    assert provider_of(url, wire, model, values) == provider


def test_reading_a_stored_answer_is_no_model_call() -> None:
    """The answer has usage, but it was made and paid for before."""
    stored = json.dumps({"object": "response", "output": [], "usage": {"input_tokens": 5}}).encode()
    parsed = parse("https://api.openai.com/v1/responses/resp_1", "GET", b"", 200, {}, stored)
    assert (parsed.kind, parsed.reason) == ("set_aside", "GET: reads a stored answer, no model call")
