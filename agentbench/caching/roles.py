"""Who said a segment, in every wire format, and which segments stand in the prompt at all."""

import json
import re
from dataclasses import replace
from functools import lru_cache

from agentbench.tape.exchange import Request, Segment

_INPUT = frozenset({"user", "tool", "function"})
_REPLY = frozenset({"assistant", "model"})
_DEFERRED = re.compile(rb'"defer_loading"\s*:\s*true')
# items of OpenAI's Responses carry a type in place of a role
_REPLY_ITEMS = re.compile(r"reasoning|\w+_call")


def is_input(segment: Segment) -> bool:
    """Whether a user or a tool sent it, so that an implicit breakpoint can end there."""
    return segment.role in _INPUT or _item(segment).endswith("_call_output")


def is_reply(segment: Segment) -> bool:
    """Whether the model wrote it."""
    return segment.role in _REPLY or _REPLY_ITEMS.fullmatch(_item(segment)) is not None


def in_prompt(request: Request) -> Request:
    """The request without the tools that are only searched for.

    A tool with `defer_loading` stands outside the cached prefix; when it is found, a reference is appended (Anthropic's
    and OpenAI's pages on tool search). So discovering one, or adding one, moves nothing.
    """
    kept = tuple(segment for segment in request.segments if not _is_deferred(segment))
    return request if len(kept) == len(request.segments) else replace(request, segments=kept)


def _is_deferred(segment: Segment) -> bool:
    return segment.level == "tools" and _DEFERRED.search(segment.raw) is not None


def _item(segment: Segment) -> str:
    return _type(segment.raw) if segment.role is None and segment.level == "messages" else ""


@lru_cache(maxsize=4096)
def _type(raw: bytes) -> str:
    try:
        item = json.loads(raw)
    except ValueError:
        return ""
    return str(item.get("type", "")) if isinstance(item, dict) else ""
