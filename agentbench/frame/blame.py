"""Which prompt block a change belongs to: the earliest block whose own bytes differ."""

from agentbench.caching.diagnosis.tools import tool_name
from agentbench.caching.levels import level_order
from agentbench.frame.prefix import Fork
from agentbench.tape.exchange import BlockSpan, Exchange, Segment, Tier

Blame = tuple[str | None, Tier | None]


def changed_segment(earlier: Exchange, later: Exchange, fork: Fork) -> Segment:
    """The segment to name: the later request's, unless the earlier one lost the rest of a level before it."""
    if fork.now is None:
        return fork.was
    order = level_order(*(one.request for one in (earlier, later) if one.request is not None))
    return fork.was if order.index(fork.was.level) < order.index(fork.now.level) else fork.now


def blame(earlier: Exchange, later: Exchange, fork: Fork) -> Blame:
    """Block and tier of the change; a tool is `tool:<name>` and stable; both None where spans are unknown."""
    if changed_segment(earlier, later, fork).level == "tools":
        return f"tool:{_tool(later, fork)}", "stable"
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


def _tool(later: Exchange, fork: Fork) -> str:
    """The tool that stood there where it is gone, else the one that stands there now."""
    was, now = (tool_name(one) if one and one.level == "tools" else None for one in (fork.was, fork.now))
    segments = later.request.segments if later.request is not None else ()
    kept = {tool_name(one) for one in segments if one.level == "tools"}
    return was if was is not None and (now is None or was not in kept) else str(now)
