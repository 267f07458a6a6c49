"""The skills of agentbench under the side-by-side driver: the same function names as every adapter has."""

import shutil
from pathlib import Path

from agentbench.builder.skills import Library, Stamps, Surroundings
from tests.bench.skill_files import TOOLS, TOOLSETS, write_skill_files


def _here() -> Surroundings:
    return Surroundings(tools=frozenset(TOOLS), toolsets=frozenset(TOOLSETS))


class Adapter:
    """One library in a folder of its own."""

    def __init__(self, base: Path) -> None:
        """Everything is written below `base`."""
        self._skills = base / "skills"
        self._snapshot = base / "snapshot"
        self._library = self._new()
        self._stamps: Stamps = self._library.stamps()

    def _new(self) -> Library:
        return Library(self._skills, snapshot=self._snapshot)

    def load_skills(self, number: int) -> None:
        """Write that many skills."""
        shutil.rmtree(self._skills, ignore_errors=True)
        self._snapshot.unlink(missing_ok=True)
        write_skill_files(self._skills, number)

    def skills_cold(self) -> str:
        """A new process without a snapshot; it writes one."""
        self._snapshot.unlink(missing_ok=True)
        return self._build(self._new())

    def skills_snapshot(self) -> str:
        """A new process with a snapshot: every file's stamp is checked, none is read."""
        library = self._new()
        text = self._build(library)
        assert library.files_read == 0, "the snapshot was not used"
        return text

    def prepare_lru(self) -> None:
        """A turn has begun: the stamps are taken."""
        self._library = self._new()
        self._stamps = self._library.stamps()
        self.skills_lru()

    def skills_lru(self) -> str:
        """The index once more in the same turn."""
        return self._library.text(self._stamps, _here()) or ""

    def skills_stamps(self) -> str:
        """The next turn begins and nothing has changed."""
        return str(self._library.stamps() == self._stamps)

    def _build(self, library: Library) -> str:
        return library.text(library.stamps(), _here()) or ""
