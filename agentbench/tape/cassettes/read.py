"""A cassette file to exchanges: whatever is wrong with it becomes rows, never an exception."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from agentbench.errors import Unreadable
from agentbench.tape.cassettes import document, recorders
from agentbench.tape.cassettes.body import LARGEST, TooLarge, plain
from agentbench.tape.cassettes.header import block_key, header_of
from agentbench.tape.cassettes.http import mail_date
from agentbench.tape.cassettes.tape import Header, Interaction, Unread
from agentbench.tape.conversations import assign, of_cell
from agentbench.tape.exchange import BlockSpan, Exchange, Origin, Provenance, Request
from agentbench.tape.wire import dialects
from agentbench.tape.wire.parse import parse

_MOST_PLAIN = 2 * LARGEST
"""Bytes of all decompressed bodies of one file beyond which compressed ones are not read."""


def read(path: Path, as_given: str | None = None) -> tuple[Exchange, ...]:
    """One exchange per interaction of the file, in order; one `unreadable` row where the file is none.

    `as_given` is how the file was asked for (the `cassette` column). Never raises for bad content.
    """
    cassette = as_given if as_given is not None else str(path)
    try:
        header, found = contents(path)
    except Unreadable as error:
        return (_unreadable(cassette, None, str(error)),)
    rows, left = [], _MOST_PLAIN
    for index, item in enumerate(found):
        if isinstance(item, Unread):
            rows.append(_unreadable(cassette, index, item.reason))
            continue
        try:
            sent, answered = _plain_bodies(item, max(0, min(left, LARGEST)))
        except Unreadable as error:
            rows.append(_unreadable(cassette, index, str(error)))
            continue
        left -= len(sent) + len(answered)
        rows.append(_exchange(cassette, index, item, header, sent, answered))
    guessed = assign(rows)
    return guessed if header is None else of_cell(guessed, header.apart)


def contents(path: Path) -> tuple[Header | None, Sequence[Interaction | Unread]]:
    """Our header where there is one, and every interaction; raises `Unreadable` where nothing can be read."""
    body = document.content(path)
    try:
        documents = document.documents(body)
    except TooLarge:
        raise
    except Unreadable:
        documents = document.salvaged(body)
        if recorders.interactions(documents) is None:
            raise
    found = recorders.interactions(documents)
    if found is None:
        raise Unreadable("no recording: no recorder's form of cassette was recognised in it")
    return header_of(documents[0]), found


def _unreadable(cassette: str, index: int | None, reason: str) -> Exchange:
    return Exchange(cassette=cassette, index=index, kind="unreadable", reason=reason, provenance="recorded")


def _plain_bodies(item: Interaction, most: int) -> tuple[bytes, bytes]:
    """The bodies without compression; raises `Unreadable` where one is broken or too large."""
    sent = plain(item.request_body, item.request_headers.get("content-encoding", ""), most)
    return sent, plain(item.response_body, item.response_headers.get("content-encoding", ""), most)


def _exchange(
    cassette: str, index: int, item: Interaction, header: Header | None, sent: bytes, answered: bytes
) -> Exchange:
    parsed = parse(
        item.uri, item.method, sent, item.status, item.response_headers, answered, _verbatim(item, sent)
    )
    # the answer's Date header: to the second, close enough for lifetimes of minutes
    date = mail_date(item.response_headers.get("date"))
    return Exchange(
        cassette=cassette,
        index=index,
        kind=parsed.kind,
        reason=parsed.reason,
        provenance=_provenance(item, header),
        provider=parsed.provider,
        host=dialects.host_of(item.uri),
        request=parsed.request,
        response=parsed.response,
        sent_at=item.sent_at or date,
        first_byte_at=item.first_byte_at or date,
        origin=_origin(item, header),
        blocks=_blocks(parsed.request, header),
        stale_blocks=item.stale_blocks,
    )


def _verbatim(item: Interaction, sent: bytes) -> bool:
    """Whether the body is that of the wire: not where its length differs from what was announced."""
    announced = item.request_headers.get("content-length", "")
    return item.byte_exact and (
        not announced.isdigit() or int(announced) in (len(sent), len(item.request_body))
    )


def _provenance(item: Interaction, header: Header | None) -> Provenance:
    """What the answering side said of itself, else what the header says, else a real server's."""
    if item.response_headers.get("x-agentbench-provenance") == "simulated":
        return "simulated"
    return header.provenance if header is not None else "recorded"


def _origin(item: Interaction, header: Header | None) -> Origin | None:
    place = item.origin or {}
    turn, step = place.get("turn"), place.get("step")
    if header is None or not isinstance(turn, int) or not isinstance(step, int):
        return None
    return Origin(
        layout=header.arm.get("layout", ""),
        presentation=header.arm.get("presentation", ""),
        model=header.arm.get("model", ""),
        scenario=header.scenario or "",
        repeat=header.repeat,
        turn=turn,
        step=step,
    )


def _blocks(request: Request | None, header: Header | None) -> Mapping[str, tuple[BlockSpan, ...]]:
    """Spans per segment path, for the segments whose bytes the header knows."""
    if request is None or header is None or not header.blocks:
        return {}
    keyed = {segment.path: block_key(segment.raw) for segment in request.segments}
    return {path: header.blocks[key] for path, key in keyed.items() if key in header.blocks}
