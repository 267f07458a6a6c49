"""Token counts of prefixes: the provider's own figures where a sequence of requests has them, else estimates.

An *anchor* is a position whose prefix has a count that the provider reported. Between anchors the estimates are
stretched to fit; behind the last one they are scaled by what the provider counted for the sequence so far.
"""

from collections.abc import Mapping
from dataclasses import replace

from agentbench.caching.by_marks import storable
from agentbench.caching.prepared import Prepared
from agentbench.tape.exchange import Usage


def anchored(prepared: Prepared, anchors: Mapping[int, int], ratio: float) -> Prepared:
    """The request with token counts that pass through the anchors (position to tokens).

    `ratio` is vendor tokens per estimated token behind the last anchor. Anchors that would make a longer prefix
    smaller are left out.
    """
    tokens: list[int] = []
    start, count, estimate = -1, 0, 0
    for position, found in sorted(anchors.items()):
        if found < count or not 0 <= position < len(prepared.tokens):
            continue
        span = prepared.tokens[position] - estimate
        stretch = (found - count) / span if span else 0.0
        tokens += [round(count + (t - estimate) * stretch) for t in prepared.tokens[start + 1 : position]] + [
            found
        ]
        start, count, estimate = position, found, prepared.tokens[position]
    tokens += [round(count + (t - estimate) * ratio) for t in prepared.tokens[start + 1 :]]
    return replace(prepared, tokens=tuple(tokens), total=tokens[-1] if tokens else 0)


def reported_anchors(prepared: Prepared, usage: Usage) -> Mapping[int, int]:
    """Positions of a request whose prefix a response's usage counts exactly.

    The last mark that stored ends at read + written (Anthropic's position C), the last 1-hour mark at read + written
    for 1 hour (B), and the last segment at the whole input.
    """
    anchors: dict[int, int] = {}
    if prepared.keys and usage.input_total is not None:
        anchors[len(prepared.keys) - 1] = usage.input_total
    cached = (usage.read or 0) + (usage.write or 0)
    if not prepared.marks or not cached:
        return anchors
    last = prepared.marks[-1]
    anchors[last.position] = cached
    long = [mark for mark in storable(prepared) if mark.ttl_s > last.ttl_s]
    if long and usage.write_1h:
        anchors[long[-1].position] = (usage.read or 0) + usage.write_1h
    return anchors
