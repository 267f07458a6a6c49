"""Which wire format an interaction speaks: told by the answer, else by the path, else by the request.

Hosts are redacted or absent in half of all recordings, so they decide nothing.
"""

from collections.abc import Sequence

from agentbench.tape.wire import anthropic_messages, openai_chat
from agentbench.tape.wire.endpoints import path_of
from agentbench.tape.wire.protocol import Wire

# The most particular shapes first: everybody else's request has a `messages` array too.
WIRES: tuple[Wire, ...] = (anthropic_messages, openai_chat)

_PATHS: tuple[tuple[str, Wire], ...] = (
    ("/messages", anthropic_messages),
    ("/chat/completions", openai_chat),
)


def wire_of(url: str | None, body: object, values: Sequence[object]) -> Wire | None:
    """The wire format, or None where nothing tells."""
    answered = next((wire for wire in WIRES if wire.answers(values)), None)
    if answered is not None:
        return answered
    path = path_of(url)
    addressed = next((wire for end, wire in _PATHS if path.endswith(end)), None)
    if addressed is not None:
        return addressed
    return next((wire for wire in WIRES if wire.asks(body)), None)


def named(name: str) -> Wire | None:
    """The wire format of that name, or None."""
    return next((wire for wire in WIRES if name == wire.NAME), None)
