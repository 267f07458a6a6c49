"""The vendors' endpoints: which wire format each speaks, whose rules hold there, how it words an answer."""

import re
from urllib.parse import unquote, urlsplit

from agentbench.errors import NotFound
from agentbench.harness.simulate.wires import (
    anthropic_messages,
    bedrock_converse,
    gemini_generate,
    openai_chat,
    openai_responses,
)
from agentbench.harness.simulate.wires.protocol import Endpoint, Words
from agentbench.harness.simulate.wires.streamed import STREAMED


def _endpoint(host: str, path: str, wire: str, provider: str, words: Words) -> Endpoint:
    return Endpoint(
        host=re.compile(host),
        path=re.compile(path),
        wire=wire,
        provider=provider,
        words=words,
        streamed=STREAMED[wire],
    )


ENDPOINTS = (
    _endpoint(
        r"api\.anthropic\.com", r"/v1/messages", "anthropic_messages", "anthropic", anthropic_messages.words
    ),
    _endpoint(r"api\.openai\.com", r"/v1/chat/completions", "openai_chat", "openai", openai_chat.words),
    _endpoint(r"api\.openai\.com", r"/v1/responses", "openai_responses", "openai", openai_responses.words),
    _endpoint(
        r"api\.deepseek\.com", r"(/v1)?/chat/completions", "openai_chat", "deepseek", openai_chat.words
    ),
    _endpoint(
        r"openrouter\.ai", r"/api/v1/chat/completions", "openai_chat", "openrouter", openai_chat.openrouter
    ),
    _endpoint(r"127\.0\.0\.1", r"/v1/chat/completions", "openai_chat", "llama_cpp", openai_chat.words),
    _endpoint(r"127\.0\.0\.1", r"/v1/responses", "openai_responses", "llama_cpp", openai_responses.words),
    _endpoint(r"127\.0\.0\.1", r"/v1/messages", "anthropic_messages", "llama_cpp", anthropic_messages.words),
    _endpoint(
        r"generativelanguage\.googleapis\.com",
        r"/v1beta/models/(?P<model>[^:]+):(generateContent|(?P<stream>streamGenerateContent))",
        *("gemini_generate", "gcp.gemini", gemini_generate.words),
    ),
    _endpoint(
        r"bedrock-runtime\.[a-z0-9-]+\.amazonaws\.com",
        r"/model/(?P<model>[^/]+)/converse(?P<stream>-stream)?",
        *("bedrock_converse", "aws.bedrock", bedrock_converse.words),
    ),
)


def endpoint_of(uri: str) -> tuple[Endpoint, str | None]:
    """The endpoint behind an address, and the model where it stands in the address.

    Raises:
        NotFound: no vendor's address that a client of ours asks.
    """
    parts = urlsplit(uri)
    for endpoint in ENDPOINTS:
        path = endpoint.path.fullmatch(parts.path)
        if path and endpoint.host.fullmatch(parts.hostname or ""):
            return endpoint, unquote(path["model"]) if "model" in endpoint.path.groupindex else None
    raise NotFound(f"asked {uri!r}, found no endpoint that is simulated; see harness/simulate/wires")


__all__ = ["ENDPOINTS", "Endpoint", "Words", "endpoint_of"]
