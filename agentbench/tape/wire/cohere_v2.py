"""Cohere's chat, version 2. The request is split as on the Chat wire: tools, then messages."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from agentbench.tape.exchange import Request, Response
from agentbench.tape.wire import cohere_answer, fields, openai_chat

NAME = "cohere_v2"

_EVENTS = frozenset(
    {"message-start", "content-start", "content-delta", "tool-call-start", "tool-plan-delta", "message-end"}
)


def request(body: bytes, byte_exact: bool = True) -> Request:
    """The request split into segments; raises `Unreadable` where the body is no JSON object."""
    return replace(openai_chat.request(body, byte_exact), wire=NAME)


def response(status: int | None, headers: Mapping[str, str], values: Sequence[object]) -> Response:
    """What came back, from one JSON value or from the events of a stream."""
    return cohere_answer.read(status, values)


def asks(body: object) -> bool:
    """Never told from the request alone: it is a Chat Completions request."""
    return False


def answers(values: Sequence[object]) -> bool:
    """A message beside a finish reason in capitals, or events whose types have hyphens."""
    for value in values:
        found = fields.members(value)
        whole = isinstance(found.get("message"), dict) and {"id", "finish_reason"} <= found.keys()
        if whole or fields.text(found.get("type")) in _EVENTS:
            return True
    return False
