"""The skills index of an installed Hermes under the side-by-side driver; run by its own Python."""

import contextlib
import importlib
import io
import logging
import os
import shutil
from pathlib import Path

from skill_files import TOOLS, TOOLSETS, write_skill_files


class Adapter:
    """One home folder of Hermes."""

    def __init__(self, base: Path) -> None:
        """Everything is written below `base`."""
        self._home = base / "home"
        self._home.mkdir(parents=True)
        os.environ.update(HERMES_HOME=str(self._home), HOME=str(base))
        os.chdir(base)
        logging.disable(logging.CRITICAL)
        with contextlib.redirect_stdout(io.StringIO()):
            # the whole agent, as a user has it: what it loads decides what an index costs
            importlib.import_module("run_agent")
            self._builder = importlib.import_module("agent.prompt_builder")

    def load_skills(self, number: int) -> None:
        """Write that many skills."""
        shutil.rmtree(self._home / "skills", ignore_errors=True)
        write_skill_files(self._home / "skills", number)
        self._clear(True)

    def skills_cold(self) -> str:
        """Without memory and without a snapshot; it writes one."""
        self._clear(True)
        return self._build()

    def skills_snapshot(self) -> str:
        """Without memory, with a snapshot."""
        self._clear(False)
        return self._build()

    def prepare_lru(self) -> None:
        """Fill the memory."""
        self._build()

    def skills_lru(self) -> str:
        """From memory."""
        return self._build()

    def _clear(self, snapshot: bool) -> None:
        self._builder.clear_skills_system_prompt_cache(clear_snapshot=snapshot)

    def _build(self) -> str:
        return str(self._builder.build_skills_system_prompt(set(TOOLS), set(TOOLSETS)))
