"""Who said a segment: what the user and the tools send, and what the model wrote, in every wire format."""

import json
import re
from functools import lru_cache

from agentbench.tape.exchange import Segment

_INPUT = frozenset({"user", "tool", "function"})
_REPLY = frozenset({"assistant", "model"})
# items of OpenAI's Responses carry a type in place of a role
_REPLY_ITEMS = re.compile(r"reasoning|\w+_call")


def is_input(segment: Segment) -> bool:
    """Whether a user or a tool sent it, so that an implicit breakpoint can end there."""
    return segment.role in _INPUT or _item(segment).endswith("_call_output")


def is_reply(segment: Segment) -> bool:
    """Whether the model wrote it."""
    return segment.role in _REPLY or _REPLY_ITEMS.fullmatch(_item(segment)) is not None


def _item(segment: Segment) -> str:
    return _type(segment.raw) if segment.role is None and segment.level == "messages" else ""


@lru_cache(maxsize=4096)
def _type(raw: bytes) -> str:
    try:
        item = json.loads(raw)
    except ValueError:
        return ""
    return str(item.get("type", "")) if isinstance(item, dict) else ""
