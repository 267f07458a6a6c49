"""Which wire format an interaction speaks: told by the answer, else by the path, else by the request.

Hosts are redacted or absent in half of all recordings, so they decide nothing.
"""

from collections.abc import Sequence

from agentbench.tape.wire import (
    anthropic_messages,
    bedrock_converse,
    cohere_v2,
    gemini_generate,
    openai_chat,
    openai_responses,
)
from agentbench.tape.wire.endpoints import path_of
from agentbench.tape.wire.protocol import Wire

# The most particular shapes first: everybody else's request has a `messages` array too.
WIRES: tuple[Wire, ...] = (
    gemini_generate,
    openai_responses,
    anthropic_messages,
    bedrock_converse,
    cohere_v2,
    openai_chat,
)

_PATHS: tuple[tuple[tuple[str, ...], Wire], ...] = (
    ((":generateContent", ":streamGenerateContent"), gemini_generate),
    (("/responses",), openai_responses),
    (("/v1/messages", ":rawPredict", ":streamRawPredict"), anthropic_messages),
    (("/converse", "/converse-stream"), bedrock_converse),
    (("/v2/chat",), cohere_v2),
    (("/chat/completions",), openai_chat),
)


def wire_of(url: str | None, body: object, values: Sequence[object]) -> Wire | None:
    """The wire format, or None where nothing tells."""
    answered = next((wire for wire in WIRES if wire.answers(values)), None)
    return answered or addressed(url) or next((wire for wire in WIRES if wire.asks(body)), None)


def addressed(url: str | None) -> Wire | None:
    """The wire format whose calls go to the URL's path, or None."""
    path = path_of(url)
    return next((wire for ends, wire in _PATHS if path.endswith(ends)), None)


def named(name: str) -> Wire | None:
    """The wire format of that name, or None."""
    return next((wire for wire in WIRES if name == wire.NAME), None)
