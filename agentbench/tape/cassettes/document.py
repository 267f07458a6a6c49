"""A file's bytes as loaded documents: JSON or YAML, gzipped or not, whole or as much as is whole."""

import re
from itertools import pairwise
from pathlib import Path

from agentbench.errors import Unreadable
from agentbench.tape.cassettes import yaml_document
from agentbench.tape.cassettes.body import LARGEST, plain
from agentbench.tape.wire import fields

_ITEMS = re.compile(rb"^(?:http_)?interactions:[ \r]*\n( *)(?=-)", re.MULTILINE)


def content(path: Path) -> bytes:
    """The file's bytes, decompressed; raises `Unreadable` where it is too large, broken or no file."""
    try:
        size = path.stat().st_size
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


def salvaged(body: bytes, reason: str) -> list[object]:
    """A broken cassette cut into its items, each loaded alone; a broken item is its reason as a string."""
    head = _ITEMS.search(body)
    if head is None:
        return []
    starts = [found.start() for found in re.finditer(rb"^" + head[1] + rb"-\s", body, re.MULTILINE)]
    starts = [start for start in starts if start >= head.start(1)]
    return [_alone(body[start:end], reason) for start, end in pairwise([*starts, len(body)])]


def _alone(chunk: bytes, reason: str) -> object:
    try:
        loaded = yaml_document.load(chunk)
    except Unreadable as error:
        return str(error)
    return fields.items(loaded[0])[0] if loaded and fields.items(loaded[0]) else reason
