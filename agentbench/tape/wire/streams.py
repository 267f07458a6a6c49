"""The JSON values in a response body, whatever it is framed as: one value, SSE, NDJSON, a JSON array
of chunks, Amazon's event stream.
"""

import json
import re
from typing import NamedTuple

from agentbench.errors import Unreadable
from agentbench.tape.wire import eventstream, fields

_SSE = re.compile(rb"\s*(?:data|event|id|retry)?:", re.ASCII)
_LINES = re.compile(r"\r\n|\n|\r")


class Values(NamedTuple):
    """The values of a body in order, and whether they were events of a stream."""

    values: tuple[object, ...]
    streamed: bool


def values(body: bytes) -> Values:
    """The JSON values of a response body; none where it is empty or no JSON at all.

    A stream cut short gives what was complete. Keep-alive lines (comments, blank lines) before the JSON are
    skipped, as OpenRouter sends them.
    """
    if eventstream.is_eventstream(body):
        return Values(eventstream.events(body), True)
    stripped = body.strip()
    if not stripped:
        return Values((), False)
    if _SSE.match(stripped):
        return Values(_events(stripped), True)
    try:
        whole = fields.load(stripped)
    except Unreadable:
        lines = _lines(stripped)
        return Values(lines, len(lines) > 1)
    if isinstance(whole, list) and whole and all(isinstance(item, dict) for item in whole):
        return Values(tuple(whole), True)
    return Values((whole,), False)


def _events(body: bytes) -> tuple[object, ...]:
    """The data of each server-sent event that is JSON; `[DONE]` and comments are not."""
    found: list[object] = []
    pending: list[str] = []
    for line in [*_LINES.split(body.decode("utf-8", "replace")), ""]:
        if line.startswith("data:"):
            pending.append(line[5:])
        elif pending and (not line or line.startswith("event:")):
            found += _parsed("\n".join(pending))
            pending = []
    return tuple(found)


def _parsed(data: str) -> list[object]:
    try:
        return [json.loads(data)]
    except (ValueError, RecursionError):
        # some servers send one event per line with no blank line between them
        lines = data.split("\n")
        return [value for line in lines for value in _parsed(line)] if len(lines) > 1 else []


def _lines(body: bytes) -> tuple[object, ...]:
    found: list[object] = []
    for line in body.splitlines():
        try:
            found.append(json.loads(line))
        except (ValueError, RecursionError):
            continue
    return tuple(value for value in found if isinstance(value, dict))
