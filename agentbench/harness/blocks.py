"""Which bytes on the wire belong to which block: block spans of a request's segments."""

import json
from collections.abc import Callable, Iterable, Mapping, Sequence

from agentbench.builder.block import Text
from agentbench.builder.prompt import TurnPrompt
from agentbench.tape.exchange import BlockSpan, Segment

Spans = tuple[BlockSpan, ...]


def block_finder(texts: Iterable[Text]) -> Callable[[Segment], Spans]:
    """A function that gives the spans of the one text that a segment holds, or ().

    A text is looked for as the wire writes it: as the inside of a JSON string, escaped beyond ASCII or not.
    The longest text that is found wins. Answers are kept per segment, since a history repeats itself.
    """
    longest_first = sorted(texts, key=lambda text: -len(text.text))
    needles = [
        (inside(text.text, ascii_only), ascii_only, text)
        for text in longest_first
        for ascii_only in (False, True)
    ]
    known: dict[bytes, Spans] = {}

    def find(segment: Segment) -> Spans:
        if segment.level == "tools":
            return ()
        if segment.raw not in known:
            known[segment.raw] = next(
                (
                    _spans(text, ascii_only, at)
                    for needle, ascii_only, text in needles
                    if (at := segment.raw.find(needle)) >= 0
                ),
                (),
            )
        return known[segment.raw]

    return find


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
