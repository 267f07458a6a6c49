"""A library over a life of edits, tool changes and waiting, beside a model that reads everything anew each time."""

import shutil
import time
from pathlib import Path
from tempfile import mkdtemp

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from agentbench.builder.skills import Library, Skill, Surroundings, index, parse
from agentbench.builder.skills.skill import category_at, category_text
from tests.strategies import names

_PLACES = st.sampled_from(("a/x", "a/y", "a/x/deep/in", "b/x", "x", "a/x/scripts/s"))
_NAMES = st.sampled_from(("one", "two", "six"))
_KEYS = st.sampled_from(
    ("requires_tools", "fallback_for_tools", "requires_toolsets", "fallback_for_toolsets")
)
# longer than the steps in which a file system keeps times
_TICK_SECONDS = 0.02
_LATER_NS = 60_000_000_000


class LibraryMachine(RuleBasedStateMachine):
    """Texts of files are kept in two dictionaries; the model parses them all for every question."""

    def __init__(self) -> None:
        super().__init__()
        self.base = Path(mkdtemp())
        self.roots = (self.base / "local", self.base / "external")
        self.texts: dict[tuple[int, str], str] = {}
        self.tools: frozenset[str] | None = frozenset()
        self.disabled: frozenset[str] = frozenset()
        self.ahead_ns = 0

    def _library(self) -> Library:
        return Library(
            self.roots[0],
            external=self.roots[1:],
            snapshot=self.base / "snapshot",
            capacity=2,
            now_ns=lambda: time.time_ns() + self.ahead_ns,
        )

    @initialize()
    def start(self) -> None:
        """An empty library."""
        self.library = self._library()

    @rule(root=st.integers(0, 1), place=_PLACES, name=_NAMES, key=st.none() | _KEYS, tool=names)
    def write(self, root: int, place: str, name: str, key: str | None, tool: str) -> None:
        """A skill is written, or written anew with text of the same length as many another one."""
        asked = f"metadata: {{hermes: {{{key}: [{tool}]}}}}\n" if key else ""
        self._write(root, f"{place}/SKILL.md", f"---\nname: {name}\n{asked}---\n")

    @rule(root=st.integers(0, 1), place=st.sampled_from(("a", "b", "a/x")), text=_NAMES)
    def describe(self, root: int, place: str, text: str) -> None:
        """A category gets a text."""
        self._write(root, f"{place}/DESCRIPTION.md", f"---\ndescription: {text}\n---\n")

    def _write(self, root: int, path: str, text: str) -> None:
        file = self.roots[root] / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
        self.texts[root, path] = text
        self.ahead_ns = 0

    @precondition(lambda self: self.texts)
    @rule(chance=st.randoms(use_true_random=False))
    def remove(self, chance: object) -> None:
        """A file goes."""
        root, path = sorted(self.texts)[chance.randrange(len(self.texts))]  # type: ignore[attr-defined]
        (self.roots[root] / path).unlink()
        del self.texts[root, path]
        self.ahead_ns = 0

    @rule()
    def drop_local(self) -> None:
        """The whole local directory goes."""
        shutil.rmtree(self.roots[0], ignore_errors=True)
        self.texts = {key: text for key, text in self.texts.items() if key[0]}
        self.ahead_ns = 0

    @rule(tools=st.none() | st.frozensets(names))
    def load(self, tools: frozenset[str] | None) -> None:
        """Other tools are loaded."""
        self.tools = tools

    @rule(disabled=st.frozensets(_NAMES, max_size=1))
    def disable(self, disabled: frozenset[str]) -> None:
        """A skill is switched off or on."""
        self.disabled = disabled

    @rule()
    def wait(self) -> None:
        """A minute passes, so that what was written counts as settled."""
        time.sleep(_TICK_SECONDS)
        self.ahead_ns = _LATER_NS

    @rule()
    def restart(self) -> None:
        """A new process with the snapshot of the old one."""
        self.library = self._library()

    @rule(keep=st.integers(0, 99))
    def spoil(self, keep: int) -> None:
        """The snapshot is cut off."""
        snapshot = self.base / "snapshot"
        if snapshot.exists():
            snapshot.write_bytes(snapshot.read_bytes()[: keep * 3])

    @invariant()
    def agrees_with_the_model(self) -> None:
        """Twice in a turn, from memory too, the index is what reading everything anew gives."""
        here = Surroundings(tools=self.tools, toolsets=self.tools, disabled=self.disabled)
        skills: list[Skill] = []
        categories: dict[str, str] = {}
        for (root, path), text in sorted(self.texts.items()):
            if path.endswith("DESCRIPTION.md"):
                categories.setdefault(category_at(path), category_text(text) or "")
            elif "/scripts/" not in path or (root, "a/x/SKILL.md") not in self.texts:
                skills.append(parse(text, path, root=root))
        expected = index(skills, here, categories=categories)
        stamps = self.library.stamps()
        assert self.library.text(stamps, here) == expected.text
        assert self.library.index(stamps, here) == expected
        assert self.library.index(stamps, here) == expected

    def teardown(self) -> None:
        """Leave nothing behind."""
        shutil.rmtree(self.base)


TestLibraryMachine = LibraryMachine.TestCase
TestLibraryMachine.settings = settings(max_examples=100, stateful_step_count=30, deadline=None, database=None)
