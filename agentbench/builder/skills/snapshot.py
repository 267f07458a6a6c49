"""How shelves are kept in a file between processes."""

import json
import os
import tempfile
import zlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import astuple, fields
from itertools import accumulate, chain, groupby, repeat
from pathlib import Path
from typing import TypedDict, TypeVar

from agentbench.builder.skills.conditions import Conditions
from agentbench.builder.skills.shelf import Shelf
from agentbench.builder.skills.skill import Skill
from agentbench.builder.skills.tree import Tree, skill_files

# raised whenever the same file would be read differently than before
_VERSION = b"agentbench skills 1"
T = TypeVar("T")
D = TypeVar("D")
_CONDITIONS = tuple(field.name for field in fields(Conditions))


class _Kept(TypedDict):
    """One shelf in the file.

    The skills lie in columns in the order of their files, because columns load several times faster than rows:
    equal neighbours once with their number, and what most skills do not have by place.
    """

    root: str
    directories: list[str]
    files: list[str]
    stamp_bytes: int
    texts: dict[str, str]
    conditions: list[list[list[str]]]
    categories: list[tuple[str, int]]
    names: list[str]
    descriptions: list[str | None]
    conditions_at: list[int]
    when_to_use: Mapping[int, str]
    problems: Mapping[int, str]
    unreadable: Mapping[int, bool]


def write_shelves(path: Path, shelves: Sequence[Shelf]) -> None:
    """Write all that a cold scan knows; a reader sees the old file or the new one, never a part.

    Raises `OSError`.
    """
    head = json.dumps([_kept(shelf) for shelf in shelves], separators=(",", ":")).encode()
    body = b"\n".join((head, b"".join(shelf.tree.stamps for shelf in shelves)))
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(b"%s %08x\n" % (_VERSION, zlib.crc32(body)) + body)
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def read_shelves(path: Path, roots: Iterable[str]) -> dict[str, Shelf]:
    """The shelves of these directories in that file; those that it does not hold are missing.

    A file that is absent, of another version, cut off or altered holds none.
    """
    try:
        first, head, stamps = path.read_bytes().split(b"\n", 2)
        if first != b"%s %08x" % (_VERSION, zlib.crc32(stamps, zlib.crc32(b"\n", zlib.crc32(head)))):
            return {}
        kept: list[_Kept] = json.loads(head)
        places = {root: at for at, root in enumerate(roots)}
        ends = accumulate(shelf["stamp_bytes"] for shelf in kept)
        return {
            shelf["root"]: _shelf(shelf, stamps[end - shelf["stamp_bytes"] : end], places[shelf["root"]])
            for shelf, end in zip(kept, ends, strict=True)
            if shelf["root"] in places
        }
    except (OSError, ValueError, LookupError, TypeError):
        # the last three: a file with the right sum that this version did not write
        return {}


def _kept(shelf: Shelf) -> _Kept:
    skills = shelf.skills
    places: dict[Conditions, int] = {}
    at = [places.setdefault(skill.conditions, len(places)) for skill in skills]
    return _Kept(
        root=shelf.tree.root,
        directories=list(shelf.tree.directories),
        files=list(shelf.tree.files),
        stamp_bytes=len(shelf.tree.stamps),
        texts=dict(shelf.categories),
        conditions=[list(map(list, astuple(conditions))) for conditions in places],
        categories=[(name, len(list(run))) for name, run in groupby(skill.category for skill in skills)],
        names=[skill.name for skill in skills],
        descriptions=[skill.description for skill in skills],
        conditions_at=at,
        when_to_use={i: skill.when_to_use for i, skill in enumerate(skills) if skill.when_to_use},
        problems={i: skill.problem for i, skill in enumerate(skills) if skill.problem},
        unreadable={i: True for i, skill in enumerate(skills) if skill.unreadable},
    )


def _shelf(kept: _Kept, stamps: bytes, root: int) -> Shelf:
    tree = Tree(
        root=kept["root"],
        directories=tuple(kept["directories"]),
        files=tuple(kept["files"]),
        stamps=stamps,
    )
    number = len(kept["names"])
    table = [Conditions(**dict(zip(_CONDITIONS, map(tuple, row), strict=True))) for row in kept["conditions"]]
    columns = zip(
        chain.from_iterable(repeat(name, times) for name, times in kept["categories"]),
        kept["names"],
        repeat(root),
        skill_files(tree.files),
        kept["descriptions"],
        _column(kept["when_to_use"], None, number),
        map(table.__getitem__, kept["conditions_at"]),
        _column(kept["problems"], None, number),
        _column(kept["unreadable"], False, number),
        strict=False,
    )
    return Shelf(tree=tree, skills=tuple(map(Skill._make, columns)), categories=kept["texts"])


def _column(values: Mapping[int, T], default: D, number: int) -> list[T | D]:
    """JSON has made the places text."""
    column: list[T | D] = [default] * number
    for at, value in values.items():
        column[int(at)] = value
    return column
