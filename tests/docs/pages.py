"""Run the code blocks of a page in their order, in one folder, as a reader would who follows it.

`sh` and `python` blocks are run; a `toml` or `yaml` block whose first line is a comment with a file's name is
written to that file; the lines of a `text` block must have been printed by the block in front of it. Python blocks
of a page share their names.
"""

import contextlib
import io
import re
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[2]
BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)

LINKED = ("fixtures", "cassettes", "docs", "notebooks", "tests", "agentbench", ".venv")
"""What a page may read of the project; `reports/` is a copy, so that a page writes into none of ours."""

NOT_RUN = {
    "make test": "the tests that run this",
    "make lab": "stays open until it is closed",
    "make report": "installs; its one command, `agentbench run`, is run by tests/cli/test_run.py",
}


@dataclass(frozen=True, slots=True)
class Block:
    """One code block of a page."""

    language: str
    text: str


@dataclass(slots=True)
class Reader:
    """Somebody who follows a page."""

    folder: Path
    printed: str = ""
    session: dict[str, object] = field(default_factory=dict)

    def follow(self, block: Block) -> None:
        """Do what the block says; raises where it fails or says something untrue."""
        match block.language:
            case "sh":
                self._shell(block.text)
            case "python":
                self._python(block.text)
            case "toml" | "yaml":
                name = re.match(r"# (\S+)\n", block.text)
                assert name, (
                    f"a {block.language} block begins with a comment that names its file: {block.text!r}"
                )
                path = self.folder / name[1]
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(block.text, encoding="utf-8")
            case "text":
                seen = _words(self.printed)
                missing = [line for line in block.text.splitlines() if _words(line) not in seen]
                assert not missing, f"not printed: {missing}\nprinted:\n{self.printed}"
            case other:
                raise AssertionError(f"a block of language {other!r} is run by nobody")

    def _shell(self, text: str) -> None:
        lines = [line for line in text.splitlines() if line.split("#")[0].strip() not in NOT_RUN]
        path = f"{Path(sys.executable).parent}:/usr/local/bin:/usr/bin:/bin"
        done = subprocess.run(
            ["bash", "-euo", "pipefail", "-c", "\n".join(lines)],
            cwd=self.folder,
            env={"PATH": path, "HOME": str(self.folder), "COLUMNS": "160", "NO_COLOR": "1"},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
        )
        self.printed = done.stdout + done.stderr
        assert done.returncode == 0, f"exit code {done.returncode}:\n{text}\n{self.printed}"

    def _python(self, text: str) -> None:
        said = io.StringIO()
        with contextlib.chdir(self.folder), contextlib.redirect_stdout(said):
            exec(compile(text, "block", "exec"), self.session)
        self.printed = said.getvalue()


def _words(text: str) -> str:
    return " ".join(text.split())


def blocks(page: Path) -> tuple[Block, ...]:
    """The page's code blocks, in order."""
    return tuple(Block(*found) for found in BLOCK.findall(page.read_text(encoding="utf-8")))
