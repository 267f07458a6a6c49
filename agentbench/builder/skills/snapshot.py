"""How shelves are kept in a file between processes."""

import json
import os
import tempfile
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import astuple, dataclass, fields
from itertools import accumulate, chain, groupby, repeat
from pathlib import Path
from typing import TypedDict, TypeVar

from agentbench.builder.skills.conditions import Conditions
from agentbench.builder.skills.page import Page, page_of
from agentbench.builder.skills.shelf import Shelf
from agentbench.builder.skills.skill import Skill
from agentbench.builder.skills.tree import Tree, skill_files

# raised whenever the same file would be read or written in lines differently than before
_VERSION = b"agentbench skills 2"
_CONDITIONS = tuple(field.name for field in fields(Conditions))
# no line is empty, so an empty one parts the blocks of a page
_GAP = "\n\n"
T = TypeVar("T")
D = TypeVar("D")


class _Head(TypedDict):
    """What is needed of a shelf while nothing has changed; behind the heads follow the rest of each."""

    root: str
    sizes: list[int]
    conditions: list[list[list[str]]]
    page: list[list[int]] | None


class _Columns(TypedDict):
    """The skills in the order of their files, in columns, because those load several times faster than rows."""

    texts: Mapping[str, str]
    categories: list[tuple[str, int]]
    names: list[str]
    descriptions: list[str | None]
    conditions_at: list[int]
    when_to_use: Mapping[int, str]
    problems: Mapping[int, str]
    unreadable: Mapping[int, bool]


@dataclass(frozen=True, slots=True, kw_only=True)
class Kept:
    """A shelf as it lies in the file, its skills not yet made."""

    tree: Tree
    """The files and the state in which they were read."""
    page: Page | None
    """The lines of its index; None where they cannot be ready-made."""
    conditions: tuple[Conditions, ...]
    """The different conditions of its skills."""
    columns: memoryview
    """The skills."""

    def shelf(self, root: int) -> Shelf:
        """The shelf itself, as that of the directory at this place. Raises nothing: the sum of the file was right."""
        columns: _Columns = json.loads(bytes(self.columns))
        number = len(columns["names"])
        skills = zip(
            chain.from_iterable(repeat(name, times) for name, times in columns["categories"]),
            columns["names"],
            repeat(root),
            skill_files(self.tree.files),
            columns["descriptions"],
            _column(columns["when_to_use"], None, number),
            map(self.conditions.__getitem__, columns["conditions_at"]),
            _column(columns["problems"], None, number),
            _column(columns["unreadable"], False, number),
            strict=False,
        )
        made = tuple(map(Skill._make, skills))
        return Shelf(tree=self.tree, skills=made, categories=columns["texts"])


def write_shelves(path: Path, shelves: Sequence[Shelf]) -> None:
    """Write all that a cold scan knows; a reader sees the old file or the new one, never a part.

    Raises `OSError`.
    """
    heads, parts = zip(*map(_parts, shelves), strict=True) if shelves else ((), ())
    first = json.dumps(heads, separators=(",", ":")).encode()
    body = b"\n".join((first, b"".join(chain.from_iterable(parts))))
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(b"%s %08x\n" % (_VERSION, zlib.crc32(body)) + body)
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def read_shelves(path: Path) -> dict[str, Kept]:
    """Directory to what that file holds of it.

    A file that is absent, of another version, cut off or altered holds nothing.
    """
    try:
        data = path.read_bytes()
        body = data.index(b"\n") + 1
        # views, because what is not looked at need not be copied
        if data[:body] != b"%s %08x\n" % (_VERSION, zlib.crc32(memoryview(data)[body:])):
            return {}
        start = data.index(b"\n", body) + 1
        found: dict[str, Kept] = {}
        for head in json.loads(data[body:start]):
            end = start + sum(head["sizes"])
            found[head["root"]] = _kept(head, memoryview(data)[start:end])
            start = end
        return found
    except (OSError, ValueError, LookupError, TypeError):
        # the last three: a file with the right sum that this version did not write
        return {}


def _parts(shelf: Shelf) -> tuple[_Head, list[bytes]]:
    skills, tree, page = shelf.skills, shelf.tree, page_of(shelf)
    # the page numbers the conditions; without one they are numbered here
    places = {conditions: at for at, conditions in enumerate(page.conditions if page else ())}
    columns = _Columns(
        texts=shelf.categories,
        categories=[(name, len(list(run))) for name, run in groupby(skill.category for skill in skills)],
        names=[skill.name for skill in skills],
        descriptions=[skill.description for skill in skills],
        conditions_at=[places.setdefault(skill.conditions, len(places)) for skill in skills],
        when_to_use={i: skill.when_to_use for i, skill in enumerate(skills) if skill.when_to_use},
        problems={i: skill.problem for i, skill in enumerate(skills) if skill.problem},
        unreadable={i: True for i, skill in enumerate(skills) if skill.unreadable},
    )
    lines = [(line, *(text for _, text in blocks)) for line, blocks in page.categories] if page else []
    parts = [
        os.fsencode("\0".join(tree.paths)),
        tree.kinds,
        tree.stamps,
        _GAP.join(chain.from_iterable(lines)).encode(),
        json.dumps(columns, separators=(",", ":")).encode(),
    ]
    head = _Head(
        root=tree.root,
        sizes=list(map(len, parts)),
        conditions=[list(map(list, astuple(conditions))) for conditions in places],
        page=[[place for place, _ in blocks] for _, blocks in page.categories] if page else None,
    )
    return head, parts


def _kept(head: _Head, blob: memoryview) -> Kept:
    paths, kinds, stamps, lines, _ = accumulate(head["sizes"])
    rows = (dict(zip(_CONDITIONS, map(tuple, row), strict=True)) for row in head["conditions"])
    conditions = tuple(Conditions(**row) for row in rows)
    texts = iter(str(blob[stamps:lines], "utf-8").split(_GAP))
    page = None
    if head["page"] is not None:
        # the places come first, so that no text too many is taken
        categories = [(next(texts), list(zip(places, texts, strict=False))) for places in head["page"]]
        page = Page.of(conditions, categories)
    return Kept(
        tree=Tree(
            root=head["root"],
            paths=tuple(os.fsdecode(bytes(blob[:paths])).split("\0")) if paths else (),
            kinds=bytes(blob[paths:kinds]),
            stamps=bytes(blob[kinds:stamps]),
        ),
        page=page,
        conditions=conditions,
        columns=blob[lines:],
    )


def _column(values: Mapping[int, T], default: D, number: int) -> list[T | D]:
    """JSON has made the places text."""
    column: list[T | D] = [default] * number
    for at, value in values.items():
        column[int(at)] = value
    return column
