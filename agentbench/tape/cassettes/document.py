"""A file's bytes as loaded documents: JSON or YAML, gzipped or not, whole or as much as is whole."""

import re
import stat
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import TypeVar

from agentbench.errors import Unreadable
from agentbench.tape.cassettes import yaml_document
from agentbench.tape.cassettes.body import LARGEST, TooLarge, plain
from agentbench.tape.cassettes.tape import Unread
from agentbench.tape.wire import fields

_ITEMS = re.compile(rb"^(?:http_)?interactions:[ \r]*\n( *)(?=-)", re.MULTILINE)

_SEPARATOR = re.compile(rb"^---[ \r]*\n", re.MULTILINE)

_MOST_PIECES = 5_000
"""Pieces of a broken file that are tried; no recorder's file has more."""

_Piece = TypeVar("_Piece")


def content(path: Path) -> bytes:
    """The file's bytes, decompressed; raises `Unreadable` where it is too large, broken or no file."""
    try:
        status = path.stat()
        size = status.st_size
        if not stat.S_ISREG(status.st_mode):
            raise Unreadable("not a regular file")
        if size > LARGEST:
            raise Unreadable(f"file of {size} bytes is larger than {LARGEST}, the most that is read")
        return plain(path.read_bytes())
    except OSError as error:
        raise Unreadable(f"file cannot be read ({error.strerror})") from error


def documents(body: bytes) -> list[object]:
    """The documents of a file; raises `Unreadable` where it is neither JSON nor YAML."""
    if body.lstrip()[:1] in (b"{", b"["):
        try:
            return [fields.load(body)]
        except Unreadable:
            pass  # flow-style YAML begins with a brace too
    return yaml_document.load(body)


def salvaged(body: bytes) -> list[object]:
    """The items of a broken cassette, or the documents of a broken file of many, each loaded alone.

    What is broken is an `Unread` in its place; empty where nothing can be told apart.
    """
    head = _ITEMS.search(body)
    if head is None:
        chunks = [chunk for chunk in _SEPARATOR.split(body) if chunk.strip()]
        return [_alone(chunk) for chunk in _few(chunks)] if len(chunks) > 1 else []
    places = [found.start() for found in re.finditer(rb"^" + head[1] + rb"-\s", body, re.MULTILINE)]
    starts = [place for place in places if place >= head.start(1)]
    return [_item(body[start:end]) for start, end in _few(list(pairwise([*starts, len(body)])))]


def _few(pieces: Sequence[_Piece]) -> Sequence[_Piece]:
    if len(pieces) > _MOST_PIECES:
        raise TooLarge(f"broken, and of {len(pieces)} pieces; at most {_MOST_PIECES} are tried")
    return pieces


def _item(chunk: bytes) -> object:
    """The chunk as the list of interactions with one item that it was cut out of."""
    found = _alone(chunk)
    return found if isinstance(found, Unread) else {"interactions": found}


def _alone(chunk: bytes) -> object:
    try:
        loaded = yaml_document.load(chunk)
    except Unreadable as error:
        return Unread(reason=str(error))
    return loaded[0] if len(loaded) == 1 else Unread(reason="not one document")
