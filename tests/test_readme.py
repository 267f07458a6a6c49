"""The README's code runs as it stands."""

import re
import subprocess
import sys
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[1]
README = (PROJECT / "README.md").read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    """The README's code blocks of a language."""
    return re.findall(rf"```{language}\n(.*?)```", README, re.DOTALL)


def test_the_notebook_example_runs() -> None:
    """The Python example, in a process of its own, from the project's folder."""
    (example,) = blocks("python")
    subprocess.run([sys.executable, "-c", example], check=True, cwd=PROJECT)


def test_every_command_exists() -> None:
    """Each `agentbench` line of the README names a command and options that exist."""
    lines = [line.split("#")[0].split() for line in "\n".join(blocks("sh")).splitlines()]
    commands = [words[1:] for words in lines if words[:1] == ["agentbench"]]
    assert len(commands) == 9
    for command, *words in commands:
        done = subprocess.run(
            [sys.executable, "-m", "agentbench", command, "--help"],
            capture_output=True,
            text=True,
            check=True,
        )
        assert all(word in done.stdout for word in words if word.startswith("-"))


def test_the_picture_is_there() -> None:
    """Every picture and page that the README links to lies in the repository."""
    links = re.findall(r"\]\(([^)#]+)\)", README)
    assert links and all((PROJECT / link).exists() for link in links)
