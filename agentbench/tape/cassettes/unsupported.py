"""Recorders that are recognised but not read: every interaction keeps its place and names its recorder."""

from collections.abc import Iterator, Sequence

from agentbench.tape.cassettes.tape import Interaction, Unread
from agentbench.tape.wire import fields

NAME = "unsupported"

# A key of one interaction, and what wrote it.
_SIGNS: tuple[tuple[str, str], ...] = (
    ("request_sample", "xai_grpc: gRPC messages, not HTTP"),
    ("request_stream", "xai_grpc: gRPC messages, not HTTP"),
    ("collections_method", "non_http: calls of a client's methods, not HTTP"),
    ("direction", "websocket: frames of a realtime session, not HTTP"),
)


def recognises(document: object) -> bool:
    """Items, or a whole document, with a key that only one recorder writes."""
    return any(_reason(item) is not None for item in _items(document))


def interactions(document: object) -> Iterator[Interaction | Unread]:
    """One `Unread` per item."""
    for item in _items(document):
        yield Unread(reason=_reason(item) or "an item of no known form")


def _items(document: object) -> Sequence[object]:
    if isinstance(document, list):
        return document
    found = fields.items(fields.members(document).get("interactions"))
    return found or [document]


def _reason(item: object) -> str | None:
    found = fields.members(item)
    for key, reason in _SIGNS:
        if key in found:
            return reason
    if _sdk_object(fields.at(found, "response.body")):
        return "llama_stack_sdk: objects of a client library, not HTTP"
    if isinstance(found.get("status"), int) and {"headers", "body"} <= found.keys() and "path" not in found:
        return "response_only_json: an answer without its request"
    return None


def _sdk_object(body: object) -> bool:
    first = body[0] if isinstance(body, list) and body else body
    return "__type__" in fields.members(first)
