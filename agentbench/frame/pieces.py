"""A request in cache order, cut where prompt blocks begin and end."""

from collections.abc import Iterator
from dataclasses import dataclass

from agentbench.tape.exchange import Exchange, Segment, Tier


@dataclass(frozen=True, slots=True, kw_only=True)
class Piece:
    """Some bytes of one segment that one block, tool or message owns."""

    segment: str
    """Path of the segment."""
    block: str
    """The prompt block, `tool:<name>`, or the message's role."""
    tier: Tier | None
    """The block's tier; None for tools, messages, and where blocks are unknown."""
    start: int
    """First of its bytes in the segment."""
    end: int
    text: str
    """The bytes as text."""


def pieces(exchange: Exchange) -> tuple[Piece, ...]:
    """The request's segments in cache order, cut where blocks begin and end; tools by name."""
    return tuple(piece for _, owned in segment_pieces(exchange) for piece in owned)


def segment_pieces(exchange: Exchange) -> Iterator[tuple[Segment, tuple[Piece, ...]]]:
    """Each segment with its pieces; a segment without known blocks is one piece."""
    if exchange.request is None:
        return
    tools = iter(exchange.request.tools)
    for segment in exchange.request.segments:
        if owned := exchange.blocks.get(segment.path):
            yield segment, tuple(_piece(segment, s.name, s.tier, s.start, s.end) for s in owned)
            continue
        name = f"tool:{next(tools, '?')}" if segment.level == "tools" else str(segment.role or segment.level)
        whole = Piece(
            segment=segment.path, block=name, tier=None, start=0, end=len(segment.raw), text=segment.text
        )
        yield segment, (whole,)


def _piece(segment: Segment, name: str, tier: Tier, start: int, end: int) -> Piece:
    text = segment.raw[start:end].decode("utf-8", "replace")
    return Piece(segment=segment.path, block=name, tier=tier, start=start, end=end, text=text)
