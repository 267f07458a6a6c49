"""Which messages of a conversation carry a plan's markers: the system text, and the newest that can bear one."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from agentbench.builder.cache.plan import CachePlan, Lifetime

Message = Mapping[str, object]


class Mark(NamedTuple):
    """A marker in a conversation."""

    message: int
    """Index of the message."""
    part: int | None
    """Index of the content part that bears it; None for the message as a whole (a tool's result, a bare call)."""
    ttl: Lifetime


def marks(messages: Sequence[Message], plan: CachePlan) -> tuple[Mark, ...]:
    """The markers of a conversation in chat form, in order, never more than a request may carry.

    The system message is marked where it is the first one, and then the newest messages that can bear a marker: empty
    text and parts that are no objects cannot, so that no marker is wasted on them. Source: hermes.md 16.1.
    """
    if plan.style not in ("block", "envelope"):
        return ()
    found: list[Mark] = []
    first = messages[0] if messages else {}
    if plan.instructions and first.get("role") == "system":
        found = [Mark(0, part, plan.instructions) for part in _bearing(first, plan)]
    newest = [
        Mark(index, part, plan.messages)
        for index, message in enumerate(messages)
        if plan.messages and message.get("role") != "system"
        for part in _bearing(message, plan)
    ]
    free = plan.left_for_messages + (plan.instructions is not None and not found)
    return (*found, *(newest[-free:] if free else ()))


def _bearing(message: Message, plan: CachePlan) -> tuple[int | None, ...]:
    """The place in a message that can bear a marker; () where there is none."""
    content = message.get("content")
    native = plan.style == "block"
    # the blocks of a tool's result and of a call take a marker although their text may be empty
    if native and (message.get("role") == "tool" or (not content and message.get("tool_calls"))):
        return (None,)
    if isinstance(content, str) and content:
        return (0,)
    if isinstance(content, list) and content and isinstance(content[-1], Mapping):
        return (len(content) - 1,)
    return ()
