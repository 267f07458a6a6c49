"""The skills on disk: one local directory that is kept in a snapshot too, and others that are only read.

Once per turn `stamps` looks at the state of every file; the value is then passed to `skills` and `index`, which
read and render again exactly what changed.
"""

import threading
import time
from collections import ChainMap
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from operator import is_
from pathlib import Path

from agentbench.builder.skills.forms import Form
from agentbench.builder.skills.index import Index, index
from agentbench.builder.skills.reports import Known
from agentbench.builder.skills.shelf import Shelf, restock
from agentbench.builder.skills.skill import Skill
from agentbench.builder.skills.snapshot import read_shelves, write_shelves
from agentbench.builder.skills.surroundings import Surroundings
from agentbench.builder.skills.tree import Tree, take


@dataclass(frozen=True, slots=True, kw_only=True)
class Stamps:
    """The state of every skill file at one moment; equal only when nothing changed in between."""

    trees: tuple[Tree, ...]
    """One for each directory, the local one first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Skills:
    """All skills of a library as they were at some stamps."""

    skills: tuple[Skill, ...]
    """Local ones first, each directory sorted by path."""
    categories: Mapping[str, str]
    """Category to its text; the local one wins, else that of the first directory that has one."""
    tools: frozenset[str]
    """Names of tools that some condition mentions."""
    toolsets: frozenset[str]
    """Names of toolsets that some condition mentions."""


class Library:
    """Skill directories with what was read from them; may be shared between threads."""

    def __init__(
        self,
        local: Path,
        *,
        external: Sequence[Path] = (),
        snapshot: Path | None = None,
        capacity: int = 8,
        now_ns: Callable[[], int] = time.time_ns,
    ) -> None:
        """Skills of `local` and, with lower priority and in this order, of the `external` directories.

        Nothing is written but `snapshot`, a file that spares the next process the reading; None for no such
        file. `capacity` bounds the indexes kept in memory. Directories may be absent.
        """
        self._roots = tuple(dict.fromkeys(path.resolve() for path in (local, *external)))
        self._snapshot = snapshot
        self._capacity = capacity
        self._now_ns = now_ns
        self._shelves: dict[str, Shelf] | None = None
        # what was read at the latest stamps, and the indexes made from that, the latest asked for last
        self._trees: tuple[Tree | None, ...] = (None,) * len(self._roots)
        self._skills = _joined(())
        self._indexes: dict[object, Index] = {}
        self._lock = threading.RLock()
        self.files_read = 0
        """How many files have been read so far."""
        self.problem: str | None = None
        """Why the snapshot could not be written; None when it could."""

    def stamps(self) -> Stamps:
        """The state of all files now: two `stat` calls a skill, no file read. Take it once per turn."""
        with self._lock:
            shelves = self._known()
            now = self._now_ns()
            known = {root: shelf.tree for root, shelf in shelves.items()}
            return Stamps(trees=tuple(take(root, known.get(str(root)), now) for root in self._roots))

    def skills(self, stamps: Stamps) -> Skills:
        """All skills; only files whose stamp is new are read."""
        with self._lock:
            # by identity: an unchanged tree is the same object, and one with an unreadable file never is
            if not all(map(is_, stamps.trees, self._trees)):
                self._skills = self._refresh(stamps)
                self._trees = stamps.trees
                self._indexes.clear()
            return self._skills

    def index(
        self,
        stamps: Stamps,
        here: Surroundings,
        *,
        names_only: Collection[str] = (),
        known: Known | None = None,
        budget_tokens: int | None = None,
        count: Callable[[str], int] | None = None,
        form: Form = "index",
    ) -> Index:
        """What `agentbench.builder.skills.index` gives for the skills at these stamps, from memory if possible.

        Of the loaded tools only those that some condition mentions are part of the key.
        """
        with self._lock:
            skills = self.skills(stamps)
            tools = None if here.tools is None else here.tools & skills.tools
            toolsets = None if here.toolsets is None else here.toolsets & skills.toolsets
            around = (tools, toolsets, here.system, here.termux, here.environments, here.disabled)
            key = (*around, frozenset(names_only), known, budget_tokens, count, form)
            found = self._indexes.pop(key, None) or index(
                skills.skills,
                here,
                categories=skills.categories,
                names_only=names_only,
                known=known,
                budget_tokens=budget_tokens,
                count=count,
                form=form,
            )
            self._indexes[key] = found
            if len(self._indexes) > self._capacity:
                # the first is the one that was not asked for the longest
                del self._indexes[next(iter(self._indexes))]
            return found

    def _known(self) -> dict[str, Shelf]:
        if self._shelves is None:
            roots = [str(root) for root in self._roots]
            self._shelves = {} if self._snapshot is None else read_shelves(self._snapshot, roots)
        return self._shelves

    def _refresh(self, stamps: Stamps) -> Skills:
        before = self._known()
        shelves: list[Shelf] = []
        for at, tree in enumerate(stamps.trees):
            old = before.get(tree.root)
            if old is None or tree is not old.tree:
                old, read = restock(old, tree, at)
                self.files_read += read
            shelves.append(old)
        after = {shelf.tree.root: shelf for shelf in shelves}
        if self._snapshot is not None and any(before.get(root) is not shelf for root, shelf in after.items()):
            try:
                write_shelves(self._snapshot, shelves)
                self.problem = None
            except OSError as error:
                self.problem = f"the snapshot {str(self._snapshot)!r} was not written: {error}"
        self._shelves = after
        return _joined(shelves)


def _joined(shelves: Sequence[Shelf]) -> Skills:
    skills = tuple(chain.from_iterable(shelf.skills for shelf in shelves))
    different = {id(skill.conditions): skill.conditions for skill in skills}.values()
    return Skills(
        skills=skills,
        categories=dict(ChainMap(*(dict(shelf.categories) for shelf in shelves))),
        tools=frozenset(chain.from_iterable(c.requires_tools + c.fallback_for_tools for c in different)),
        toolsets=frozenset(
            chain.from_iterable(c.requires_toolsets + c.fallback_for_toolsets for c in different)
        ),
    )
