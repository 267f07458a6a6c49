"""What every stream is made of: an answer's members, cut into pieces, as JSON and as server-sent events."""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence

from agentbench.harness.simulate.wires.streamed.protocol import Json

PIECE = 24
"""Characters of text or arguments per event."""


def pieces(text: str) -> Iterator[str]:
    """The text, cut; nothing of an empty one."""
    return (text[at : at + PIECE] for at in range(0, len(text), PIECE))


def members(value: object) -> Json:
    """The members of what is an object."""
    assert isinstance(value, Mapping)
    return value


def objects(value: object) -> Sequence[Json]:
    """The items of what is an array of objects."""
    assert isinstance(value, list)
    return value


def dumped(value: object) -> bytes:
    """A value as JSON, in UTF-8."""
    return json.dumps(value, ensure_ascii=False).encode()


def named_events(events: Iterable[Json]) -> bytes:
    """Server-sent events, each named by its `type`."""
    return b"".join(
        b"event: %s\ndata: %s\n\n" % (str(event["type"]).encode(), dumped(event)) for event in events
    )


def data_events(chunks: Iterable[Json]) -> bytes:
    """Server-sent events without a name."""
    return b"".join(b"data: %s\n\n" % dumped(chunk) for chunk in chunks)
