"""Where the skill files of a directory lie and in which state: paths with stamps, taken without reading a file."""

import os
from array import array
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field, replace
from itertools import compress, count
from operator import attrgetter
from pathlib import Path

SKILL_FILE = "SKILL.md"
CATEGORY_FILE = "DESCRIPTION.md"
_FILES = frozenset({SKILL_FILE, CATEGORY_FILE})
_SKIPPED = frozenset(
    {".git", ".github", ".hub", ".archive", ".venv", "venv", "node_modules", "site-packages", "__pycache__"}
    | {".tox", ".nox", ".mypy_cache", ".pytest_cache", ".ruff_cache"}
)
# beside a SKILL.md these hold material of that skill, not skills
_MATERIAL = frozenset({"references", "templates", "assets", "scripts"})
# file systems keep times in steps, the coarsest in use of 2 s (FAT): a file changed less than that before its
# stamp was taken may change once more and keep the stamp
_SETTLED_NS = 2_000_000_000
_MISSING = (0, 0, 0)
_CHUNK = 1 << 16
_takes = count(1)
_STAMP = attrgetter("st_mtime_ns", "st_ctime_ns", "st_size")


@dataclass(frozen=True, slots=True, kw_only=True)
class Tree:
    """The skill files below one directory.

    Two trees are equal when nothing changed between them. A path that changed too recently to be sure of makes
    its tree unequal to every other one.
    """

    root: str
    """The directory, absolute."""
    paths: tuple[str, ...] = field(hash=False)
    """Relative to the root and sorted: every directory that was looked into, the root itself as `.`, links too, and
    every `SKILL.md` and `DESCRIPTION.md`."""
    kinds: bytes = field(hash=False)
    """For each path 1 if it is a file."""
    stamps: bytes
    """Three 64-bit numbers for each path: modified, changed (ns), bytes."""

    @property
    def files(self) -> tuple[str, ...]:
        """The files among the paths."""
        return tuple(compress(self.paths, self.kinds))

    def file_stamps(self) -> dict[str, tuple[int, ...]]:
        """The stamp of each file; one that starts with a negative number is never to be trusted."""
        numbers = array("q", self.stamps)
        stamps = zip(numbers[::3], numbers[1::3], numbers[2::3], strict=True)
        return dict(compress(zip(self.paths, stamps, strict=True), self.kinds))

    def without(self, paths: Collection[str]) -> "Tree":
        """The same tree with the stamps of these paths not to be trusted."""
        numbers = array("q", self.stamps)
        for at, path in enumerate(self.paths):
            if path in paths:
                numbers[3 * at] = -next(_takes)
        return replace(self, stamps=numbers.tobytes())


def skill_files(files: Iterable[str]) -> list[str]:
    """Those of the files that are skills, in their order."""
    return [path for path in files if path.endswith(SKILL_FILE)]


def take(root: Path, known: Tree | None, now_ns: int) -> Tree:
    """The tree as it is now; `known` itself when nothing changed since.

    Two `stat` calls a skill where the tree is known; the directories are read again only when one of them
    changed. `now_ns` is the time before the call. An absent directory gives a tree without files.
    """
    try:
        handle = os.open(root, os.O_RDONLY | os.O_DIRECTORY)
    except OSError:
        return Tree(root=str(root), paths=(), kinds=b"", stamps=b"")
    try:
        if known is not None and known.paths:
            numbers = _stamps(known.paths, handle)
            if numbers.tobytes() == known.stamps:
                return known
            if _same_directories(known, numbers):
                return _tree(root, known.paths, known.kinds, numbers, now_ns)
        found = sorted(_walk(str(root.resolve())))
        paths, kinds = tuple(path for path, _ in found), bytes(kind for _, kind in found)
        return _tree(root, paths, kinds, _stamps(paths, handle), now_ns)
    finally:
        os.close(handle)


def _same_directories(known: Tree, numbers: "array[int]") -> bool:
    before = array("q", known.stamps)
    at = (3 * i for i, is_file in enumerate(known.kinds) if not is_file)
    return all(before[i : i + 3] == numbers[i : i + 3] for i in at)


def _stamps(paths: Iterable[str], handle: int) -> "array[int]":
    numbers: list[int] = []
    for path in paths:
        try:
            numbers += _STAMP(os.stat(path, dir_fd=handle))
        except OSError:
            numbers += _MISSING
    return array("q", numbers)


def _tree(root: Path, paths: tuple[str, ...], kinds: bytes, numbers: "array[int]", now_ns: int) -> Tree:
    mark = -next(_takes)
    settled = now_ns - _SETTLED_NS
    for at in range(0, len(numbers), 3):
        if numbers[at] > settled or numbers[at + 1] > settled:
            numbers[at] = mark
    return Tree(root=str(root), paths=paths, kinds=kinds, stamps=numbers.tobytes())


def _walk(root: str) -> list[tuple[str, int]]:
    """Directories (0) and skill files (1) below this real path; each directory once, whatever links lead to it.

    Links come after everything that lies here for real, so a link to an ancestor or a neighbour adds nothing.
    """
    found: list[tuple[str, int]] = []
    seen: set[str] = set()
    # the path below the root and where that really is; of a link only the former
    real, links = [(".", root)], list[str]()
    while real or links:
        if not real:
            links.sort(reverse=True)
            link = links.pop()
            real.append((link, os.path.realpath(f"{root}/{link}")))
        here, place = real.pop()
        found.append((here, 0))
        if place in seen:
            continue
        seen.add(place)
        try:
            entries = list(os.scandir(place))
        except OSError:
            # gone, forbidden or no directory: its stamp says when that changes
            continue
        prefix = "" if here == "." else f"{here}/"
        skipped = _SKIPPED
        if any(entry.name == SKILL_FILE for entry in entries):
            skipped = _SKIPPED | _MATERIAL
        for entry in entries:
            name = entry.name
            if name in _FILES and not _is_directory(entry):
                found.append((prefix + name, 1))
            elif name in skipped:
                continue
            elif entry.is_symlink():
                links.append(prefix + name)
            elif entry.is_dir():
                real.append((prefix + name, f"{place}/{name}"))
    return found


def _is_directory(entry: "os.DirEntry[str]") -> bool:
    try:
        return entry.is_dir()
    except OSError:
        # a link that leads to itself
        return False


def read_text(path: str) -> str:
    """The text of this file. Raises `OSError`, and `UnicodeDecodeError` where it is no UTF-8."""
    # a pipe must not be waited for
    file = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
    try:
        parts = []
        while part := os.read(file, _CHUNK):
            parts.append(part)
            if len(part) < _CHUNK:
                break
    finally:
        os.close(file)
    return b"".join(parts).decode("utf-8")
