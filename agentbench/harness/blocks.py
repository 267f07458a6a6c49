"""Which bytes on the wire belong to which block: block spans of a request's segments."""

import json
from collections.abc import Callable, Iterable, Mapping, Sequence

from agentbench.builder.block import Text
from agentbench.builder.prompt import TurnPrompt
from agentbench.tape.exchange import BlockSpan, Segment

Spans = tuple[BlockSpan, ...]


def block_finder(texts: Iterable[Text]) -> Callable[[Segment], Spans]:
    """A function that gives the spans of all texts that a segment holds, in order of their place.

    A text is looked for as the wire writes it: as the inside of a JSON string, escaped beyond ASCII or not. Longer
    texts are looked for first, and what they own is not given to shorter ones. Answers are kept per segment, since a
    history repeats itself.
    """
    longest_first = sorted(texts, key=lambda text: -len(text.text))
    needles = [(inside(text.text, how), how, text) for text in longest_first for how in (False, True)]
    known: dict[bytes, Spans] = {}

    def find(segment: Segment) -> Spans:
        if segment.level == "tools":
            return ()
        if segment.raw not in known:
            known[segment.raw] = _owned(segment.raw, needles)
        return known[segment.raw]

    return find


def _owned(raw: bytes, needles: Iterable[tuple[bytes, bool, Text]]) -> Spans:
    found: list[BlockSpan] = []
    for needle, ascii_only, text in needles:
        at = raw.find(needle)
        if at >= 0 and all(at + len(needle) <= span.start or span.end <= at for span in found):
            found += _spans(text, ascii_only, at)
    return tuple(sorted(found, key=lambda span: span.start))


def _spans(text: Text, ascii_only: bool, at: int) -> Spans:
    return tuple(
        BlockSpan(
            name=span.name,
            tier=span.tier,
            start=at + len(inside(text.text[: span.start], ascii_only)),
            end=at + len(inside(text.text[: span.end], ascii_only)),
        )
        for span in text.spans
    )


def inside(text: str, ascii_only: bool = False) -> bytes:
    """A text as it stands between the quotes of a JSON string."""
    return json.dumps(text, ensure_ascii=ascii_only)[1:-1].encode()


def stale_blocks(
    prompt: TurnPrompt, segments: Sequence[Segment], spans: Mapping[str, Spans]
) -> tuple[str, ...]:
    """Volatile blocks in force whose present text is not the request's latest word on them, by name."""
    latest = {
        span.name: segment.raw[span.start : span.end]
        for segment in segments
        for span in spans.get(segment.path, ())
    }
    return tuple(
        block.name
        for block in prompt.in_force
        if latest.get(block.name) not in (inside(block.text), inside(block.text, ascii_only=True))
    )
