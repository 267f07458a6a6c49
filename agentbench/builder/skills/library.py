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

from agentbench.builder.skills.conditions import mentioned
from agentbench.builder.skills.forms import Form
from agentbench.builder.skills.index import Index, index
from agentbench.builder.skills.page import Page, page_text
from agentbench.builder.skills.reports import Known
from agentbench.builder.skills.shelf import Shelf, restock
from agentbench.builder.skills.skill import Skill
from agentbench.builder.skills.snapshot import Kept, read_shelves, write_shelves
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
        others = (path for path in external if path.resolve() != local.resolve())
        self._roots = tuple(dict.fromkeys(path.absolute() for path in (local, *others)))
        self._snapshot = snapshot
        self._capacity = capacity
        self._now_ns = now_ns
        # what the snapshot held, and what was made of it or read since
        self._kept: dict[str, Kept] | None = None
        self._shelves: dict[str, Shelf] = {}
        # what was read at the latest stamps, and what was made from that, the latest asked for last
        self._trees: tuple[Tree | None, ...] = (None,) * len(self._roots)
        self._skills: Skills | None = None
        self._made: dict[object, Index | str | None] = {}
        self._lock = threading.RLock()
        self.files_read = 0
        """How many files have been read so far."""
        self.problem: str | None = None
        """Why the snapshot could not be written; None when it could."""

    def stamps(self) -> Stamps:
        """The state of all files now: two `stat` calls a skill, no file read. Take it once per turn."""
        with self._lock:
            now = self._now_ns()
            return Stamps(trees=tuple(take(root, self._tree(str(root)), now) for root in self._roots))

    def skills(self, stamps: Stamps) -> Skills:
        """All skills; only files whose stamp is new are read."""
        with self._lock:
            # by identity: an unchanged tree is the same object, and one with an unreadable file never is
            if self._skills is None or not all(map(is_, stamps.trees, self._trees)):
                self._skills = self._refresh(stamps)
                self._trees = stamps.trees
                self._made.clear()
            return self._skills

    def text(self, stamps: Stamps, here: Surroundings) -> str | None:
        """The text of the plain index alone; where the snapshot is as it was, no skill has to be made for it."""
        with self._lock:
            page = None if here.disabled else self._page(stamps)
            if page is None:
                return self.index(stamps, here).text
            key = _around(here, page.tools, page.toolsets)
            if key not in self._made:
                self._remember(key, page_text(page, here))
            made = self._made[key]
            return made.text if isinstance(made, Index) else made

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
            around = _around(here, skills.tools, skills.toolsets)
            key = (around, frozenset(names_only), known, budget_tokens, count, form)
            found = self._made.pop(key, None)
            if not isinstance(found, Index):
                found = index(
                    skills.skills,
                    here,
                    categories=skills.categories,
                    names_only=names_only,
                    known=known,
                    budget_tokens=budget_tokens,
                    count=count,
                    form=form,
                )
            self._remember(key, found)
            return found

    def _remember(self, key: object, made: Index | str | None) -> None:
        self._made[key] = made
        if len(self._made) > self._capacity:
            # the first is the one that was not asked for the longest
            del self._made[next(iter(self._made))]

    def _known(self) -> dict[str, Kept]:
        if self._kept is None:
            self._kept = {} if self._snapshot is None else read_shelves(self._snapshot)
        return self._kept

    def _tree(self, root: str) -> Tree | None:
        known = self._shelves.get(root) or self._known().get(root)
        return known.tree if known else None

    def _page(self, stamps: Stamps) -> Page | None:
        """The page of the only directory that has skills, if the snapshot has one for this state of it."""
        trees = [tree for tree in stamps.trees if 1 in tree.kinds]
        kept = self._known().get(trees[0].root) if len(trees) == 1 else None
        return kept.page if kept is not None and kept.tree is trees[0] else None

    def _refresh(self, stamps: Stamps) -> Skills:
        shelves: list[Shelf] = []
        for at, tree in enumerate(stamps.trees):
            shelf, kept = self._shelves.get(tree.root), self._known().get(tree.root)
            if shelf is None and kept is not None:
                shelf = kept.shelf(at)
            if shelf is None or tree is not shelf.tree:
                shelf, read = restock(shelf, tree, at)
                self.files_read += read
            shelves.append(shelf)
        if self._snapshot is not None and any(
            shelf.tree is not self._tree(shelf.tree.root) for shelf in shelves
        ):
            try:
                write_shelves(self._snapshot, shelves)
                self.problem = None
            except OSError as error:
                self.problem = f"the snapshot {str(self._snapshot)!r} was not written: {error}"
        self._shelves = {shelf.tree.root: shelf for shelf in shelves}
        return _joined(shelves)


def _joined(shelves: Sequence[Shelf]) -> Skills:
    skills = tuple(chain.from_iterable(shelf.skills for shelf in shelves))
    tools, toolsets = mentioned({id(skill.conditions): skill.conditions for skill in skills}.values())
    categories = dict(ChainMap(*(dict(shelf.categories) for shelf in shelves)))
    return Skills(skills=skills, categories=categories, tools=tools, toolsets=toolsets)


def _around(here: Surroundings, tools: frozenset[str], toolsets: frozenset[str]) -> tuple[object, ...]:
    """The surroundings without the loaded tools that no condition speaks of; they change nothing."""
    return (
        None if here.tools is None else here.tools & tools,
        None if here.toolsets is None else here.toolsets & toolsets,
        here.system,
        here.termux,
        here.environments,
        here.disabled,
    )
