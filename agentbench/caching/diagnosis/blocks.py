"""Prompt blocks: which one owns a changed byte, and every block that changed within one segment."""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from agentbench.caching.common import common_length
from agentbench.caching.diagnosis.change import Change
from agentbench.caching.diagnosis.system import replaced_name
from agentbench.caching.diagnosis.tools import tool_name
from agentbench.tape.exchange import BlockSpan, Exchange


def block_at(change: Change, previous: Exchange, current: Exchange) -> str | None:
    """The block (or `tool:<name>`) that owns the first changed byte; None where spans are not known."""
    segment = change.now or change.was
    if change.block is not None or segment is None or change.byte is None:
        return change.block
    if segment.level == "tools":
        return f"tool:{tool_name(segment)}"
    spans = current.blocks.get(segment.path, ()) if change.now else previous.blocks.get(segment.path, ())
    return next((span.name for span in spans if change.byte < span.end), None)


def block_changes(change: Change, previous: Exchange, current: Exchange) -> Iterator[Change]:
    """One change per changed block where the spans of both requests are known, else the change itself."""
    if change.was is None or change.now is None:
        yield change
        return
    was = _texts(previous.blocks.get(change.was.path, ()), change.was.raw)
    now = _texts(current.blocks.get(change.now.path, ()), change.now.raw)
    if not was or not now:
        yield change
        return
    found = list(_between(was, now, change))
    yield from found or [change]


def _between(
    was: Mapping[str, tuple[BlockSpan, bytes]], now: Mapping[str, tuple[BlockSpan, bytes]], change: Change
) -> Iterator[Change]:
    for name, (span, text) in now.items():
        if name not in was:
            yield replace(change, name="system_section_added", byte=span.start, block=name, was=None)
        elif was[name][1] != text:
            before, same = was[name], common_length(was[name][1], text)
            yield replace(
                change,
                name=replaced_name(before[1], text),
                byte=span.start + same,
                was_byte=before[0].start + same,
                block=name,
            )
    for name, (span, _) in was.items():
        if name not in now:
            yield replace(change, name="system_section_removed", byte=span.start, block=name, now=None)


def _texts(spans: tuple[BlockSpan, ...], raw: bytes) -> Mapping[str, tuple[BlockSpan, bytes]]:
    return {span.name: (span, raw[span.start : span.end]) for span in spans}
