"""vcrpy's cassettes, as pytest-recording and pydantic-ai's suite write them.

`interactions` of `request` (method, uri, headers, `body` or `parsed_body`) and `response` (status, headers,
`body: {string}` or `parsed_body`). Older httpx stubs wrote `status_code` and `content`. `parsed_body` has lost
its bytes and its key order. Cassettes of ours are of this form, with an `agentbench` map in each interaction.
"""

from collections.abc import Iterator, Set
from dataclasses import replace
from datetime import datetime

from agentbench.tape.cassettes import http
from agentbench.tape.cassettes.tape import Interaction, Unread
from agentbench.tape.wire import fields

NAME = "vcrpy"


def recognises(document: object) -> bool:
    """A mapping with a list of interactions, or (before vcrpy 1.0) the bare list: none, or some with a request."""
    if isinstance(document, list):
        return any({"request", "response"} <= _keys(item) for item in document)
    found = fields.members(document).get("interactions")
    if not isinstance(found, list):
        return False
    return not found or any(
        isinstance(item, Unread) or {"request", "response"} & _keys(item) for item in found
    )


def _keys(item: object) -> Set[object]:
    return fields.members(item).keys()


def interactions(document: object) -> Iterator[Interaction | Unread]:
    """Every interaction in order; one that cannot be read is an `Unread` in its place."""
    listed = document if isinstance(document, list) else fields.members(document).get("interactions")
    for item in fields.items(listed):
        yield interaction(item)


def interaction(item: object) -> Interaction | Unread:
    """One interaction, or why it could not be read."""
    if not isinstance(item, dict):
        return http.interaction(NAME, item, None)
    found = http.interaction(NAME, item.get("request"), item.get("response"))
    ours = fields.members(item.get("agentbench"))
    if isinstance(found, Unread) or not ours:
        return found
    stale = ours.get("stale_blocks")
    return replace(
        found,
        sent_at=_time(ours.get("sent_at")),
        first_byte_at=_time(ours.get("first_byte_at")),
        origin={key: ours[key] for key in ("turn", "step") if key in ours} or None,
        stale_blocks=tuple(str(name) for name in stale) if isinstance(stale, list) else None,
        counted=_counts(ours.get("counted")),
    )


def _counts(value: object) -> dict[str, int] | None:
    found = {key: fields.count(item) for key, item in fields.members(value).items()}
    return {key: count for key, count in found.items() if count is not None} or None


def _time(value: object) -> datetime | None:
    try:
        return datetime.fromisoformat(value) if isinstance(value, str) else None
    except ValueError:
        return None
