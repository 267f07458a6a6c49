"""The whole system prompt of an installed Hermes under the side-by-side driver; run by its own Python."""

import contextlib
import importlib
import io
import logging
import os
import shutil
from pathlib import Path
from types import SimpleNamespace


class Adapter:
    """One home folder of Hermes, and the state of an agent that its prompt builder looks at."""

    def __init__(self, base: Path) -> None:
        """Everything is written below `base`."""
        self._files = importlib.import_module("skill_files")
        self._home = base / "home"
        self._home.mkdir(parents=True)
        os.environ.update(HERMES_HOME=str(self._home), HOME=str(base), HERMES_TIMEZONE="UTC")
        os.chdir(base)
        logging.disable(logging.CRITICAL)
        with contextlib.redirect_stdout(io.StringIO()):
            importlib.import_module("run_agent")
        self._skills = importlib.import_module("agent.prompt_builder")
        self._prompt = importlib.import_module("agent.system_prompt")
        self._agent = SimpleNamespace(
            **dict.fromkeys(("load_soul_identity", "skip_context_files", "pass_session_id"), False),
            **dict.fromkeys(("_memory_enabled", "_user_profile_enabled", "_environment_probe"), False),
            **dict.fromkeys(("_memory_store", "_memory_manager", "context_compressor")),
            valid_tool_names=set(self._files.TOOLS),
            _tool_use_enforcement="auto",
            model="gpt-5",
            provider="openai",
            platform="telegram",
            _platform_hint_overrides={},
            session_id="s",
            _kanban_worker_guidance="",
        )

    def load_skills(self, number: int) -> None:
        """Write that many skills."""
        shutil.rmtree(self._home / "skills", ignore_errors=True)
        self._files.write_skill_files(self._home / "skills", number)
        self._skills.clear_skills_system_prompt_cache(clear_snapshot=True)

    def prepare_prompt_warm(self) -> None:
        """Fill the memory of the skills index."""
        assert len(self.prompt_warm()) > 1_000

    def prompt_warm(self) -> str:
        """All tiers, the skills index from memory."""
        return "\n\n".join(self._prompt.build_system_prompt_parts(self._agent).values())

    def prepare_prompt_unchecked(self) -> None:
        """Fill the memory of the skills index."""
        self.prepare_prompt_warm()

    def prompt_unchecked(self) -> str:
        """The same: this side checks no file while its memory holds."""
        return self.prompt_warm()
