"""Which prompt block a change belongs to: the earliest block whose own bytes differ."""

from agentbench.frame.prefix import Fork
from agentbench.tape.exchange import BlockSpan, Exchange, Segment, Tier

Blame = tuple[str | None, Tier | None]
_LEVELS = ("tools", "system", "messages")


def changed_segment(fork: Fork) -> Segment:
    """The segment to name: the later request's, unless the earlier one lost the rest of a level before it."""
    if fork.now is None or _LEVELS.index(fork.was.level) < _LEVELS.index(fork.now.level):
        return fork.was
    return fork.now


def blame(earlier: Exchange, later: Exchange, fork: Fork) -> Blame:
    """Block and tier of the change; a tool is `tool:<name>` and stable; both None where spans are unknown."""
    if changed_segment(fork).level == "tools":
        return _tool(earlier, later, fork.position), "stable"
    was = earlier.blocks.get(fork.was.path, ())
    now = later.blocks.get(fork.now.path, ()) if fork.now else ()
    span = _changed(was, now, fork.byte) or _following(now, fork.byte) or _following(was, fork.byte)
    return (span.name, span.tier) if span else (None, None)


def _changed(was: tuple[BlockSpan, ...], now: tuple[BlockSpan, ...], byte: int) -> BlockSpan | None:
    """Of the two blocks at the change, the one that starts first: the other only moved up or down to it."""
    before, after = _at(was, byte), _at(now, byte)
    if before is None or after is None:
        return before or after
    if before.start != after.start:
        return min(before, after, key=lambda span: span.start)
    removed = before.name not in {span.name for span in now}
    return before if removed else after


def _at(spans: tuple[BlockSpan, ...], byte: int) -> BlockSpan | None:
    return next((span for span in spans if span.start <= byte < span.end), None)


def _following(spans: tuple[BlockSpan, ...], byte: int) -> BlockSpan | None:
    """A change between blocks is a block added or removed behind it."""
    return min((span for span in spans if span.start >= byte), key=lambda span: span.start, default=None)


def _tool(earlier: Exchange, later: Exchange, position: int) -> str | None:
    was, now = _tool_at(earlier, position), _tool_at(later, position)
    removed = was is not None and later.request is not None and was not in later.request.tools
    name = was if removed or now is None else now
    return None if name is None else f"tool:{name}"


def _tool_at(exchange: Exchange, position: int) -> str | None:
    """The name of the tool there: tools come first in cache order, in the order in which they were sent."""
    tools = exchange.request.tools if exchange.request else ()
    return tools[position] if position < len(tools) else None
