"""Recordings among whatever people name: files, folders, globs; told by content, not by suffix."""

import glob
import os
import re
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from agentbench.errors import NotFound

_HEAD = 64 * 1024
_GLOB = re.compile(r"[*?\[]")
_YAML_SIGN = re.compile(
    rb"^(?:interactions|http_interactions|requests|responses|when)\s*:|^- +(?:request|method|scope)\s*:",
    re.MULTILINE,
)
_JSON_SIGN = re.compile(
    rb"""\A\s*[\[{][\s\S]*?"(?:request|http_interactions|interactions|requests)"\s*:\s*[\[{]
    | \A\s*\[\s*\{\s*"scope"\s*:\s*"http | \A\s*\{\s*"status"\s*:\s*\d+\s*,\s*"headers"\s*:""",
    re.VERBOSE,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """Recordings found, sorted within each folder, each once."""

    files: tuple[Path, ...]
    ignored: int
    """Files in folders that are no recordings at all."""


def find(paths: Iterable[str]) -> Found:
    """The recordings under files, folders and globs; raises `NotFound` for a path that does not exist.

    A file named outright is always among them; one met in a folder only when its content looks like a
    recording. Symbolic links to folders are not followed.
    """
    files: dict[Path, None] = {}
    ignored = 0
    for given in paths:
        for path, named in _candidates(given):
            if named or looks_recorded(path):
                files.setdefault(path)
            else:
                ignored += 1
    return Found(files=tuple(files), ignored=ignored)


def looks_recorded(path: Path) -> bool:
    """Whether the first 64 KB hold a sign of any recorder; what a killed writer left half done is none."""
    if path.suffix == ".part":
        return False
    try:
        with path.open("rb") as file:
            head = file.read(_HEAD)
    except OSError:
        return False
    if head.startswith(b"\x1f\x8b"):
        try:
            head = zlib.decompressobj(wbits=31).decompress(head, _HEAD)
        except zlib.error:
            return False
    sign = _JSON_SIGN if head.lstrip()[:1] in (b"{", b"[") else _YAML_SIGN
    return sign.search(head) is not None


def _candidates(given: str) -> Iterator[tuple[Path, bool]]:
    """Files under one given path, and whether each was named itself."""
    path = Path(given)
    if path.is_dir():
        yield from ((file, False) for file in _walk(path))
    elif path.exists():
        yield path, True
    elif _GLOB.search(given):
        matches = sorted(glob.glob(given, recursive=True))  # noqa: PTH207 - absolute patterns too
        if not matches:
            raise NotFound(
                f"recordings {given!r}: the pattern matches nothing; name a file, a folder or a glob"
            )
        for match in matches:
            found = Path(match)
            yield from ((file, False) for file in (_walk(found) if found.is_dir() else [found]))
    else:
        raise NotFound(f"recording {given!r} does not exist; name a file, a folder or a glob")


def _walk(folder: Path) -> Iterator[Path]:
    for root, folders, names in os.walk(folder):
        folders.sort()
        yield from (path for name in sorted(names) if (path := Path(root, name)).is_file())
