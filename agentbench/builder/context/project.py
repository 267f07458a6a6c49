"""The project file of a workspace: which files speak for it, found by a chain of kinds and parents.

A *kind* is a family of file names with the same meaning. The first kind that has something to say wins, alone.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

_HERMES = (".hermes.md", "HERMES.md")
_PLAIN = (("AGENTS.md", "agents.md"), ("CLAUDE.md", "claude.md"))
_FRONT = re.compile(r"---[^\n]*\n(?:[\s\S]*?\n)?---[^\n]*(?:\n|\Z)")


@dataclass(frozen=True, slots=True, kw_only=True)
class ContextFile:
    """One file that speaks for a workspace."""

    name: str
    """Its path from the working directory where it lies below it, else its bare name."""
    text: str
    """Stripped, without byte order mark, and without front matter where that is not for the model."""


def project_files(folder: Path, top: Path | None = None) -> tuple[ContextFile, ...]:
    """The files that speak for a working directory; () where none does.

    Order of kinds: `.hermes.md`/`HERMES.md`, `AGENTS.md`, `CLAUDE.md`, then `.cursorrules` together with
    `.cursor/rules/*.mdc`. Each is looked for in the folder and then in its parents up to the git root (the nearest
    folder with `.git` in it; without one, in the folder alone). Source: hermes.md 4.1, where only the first kind is
    looked for in parents, so that a repository's AGENTS.md is not found from a folder below.
    `top` takes the place of the git root.
    """
    folders = tuple(_folders(folder, top))
    if hermes := _hermes(folders):
        return (hermes,)
    for names in _PLAIN:
        for place in folders:
            for name in names:
                if text := _read(place / name):
                    return (ContextFile(name=name, text=text),)
    for place in folders:
        if rules := _cursor(place):
            return rules
    return ()


def project_text(files: Sequence[ContextFile]) -> str | None:
    """The files under their names, as one text; None where there are none."""
    return "\n\n".join(f"## {file.name}\n{file.text}" for file in files) or None


def identity_file(path: Path) -> str | None:
    """The text of an identity file; None where it is missing, blank or no UTF-8. Source: hermes.md 3."""
    return _read(path)


def _folders(folder: Path, top: Path | None) -> Iterator[Path]:
    here = folder.resolve()
    chain = (here, *here.parents)
    git = next((place for place in chain if (place / ".git").exists()), here)
    last = git if top is None else top.resolve()
    yield from chain[: chain.index(last) + 1] if last in chain else (here,)


def _hermes(folders: Sequence[Path]) -> ContextFile | None:
    """The nearest file of the first kind. A blank one ends the search: it says that there is nothing to say."""
    for place in folders:
        for name in _HERMES:
            if (place / name).is_file():
                text = _read(place / name)
                body = _without_front(text) if text else ""
                return ContextFile(name=name, text=body or text) if text else None
    return None


def _cursor(place: Path) -> tuple[ContextFile, ...]:
    paths = [place / ".cursorrules", *sorted((place / ".cursor" / "rules").glob("*.mdc"))]
    found = []
    for path in paths:
        text = _read(path)
        if text and path.suffix == ".mdc":
            text = _without_front(text)
        if text:
            found.append(ContextFile(name=path.relative_to(place).as_posix(), text=text))
    return tuple(found)


def _without_front(text: str) -> str:
    front = _FRONT.match(text)
    return text[front.end() :].strip() if front else text


def _read(path: Path) -> str | None:
    try:
        # universal newlines, as everywhere that people write files on several systems
        return path.read_text(encoding="utf-8").removeprefix("\ufeff").strip() or None
    except (OSError, UnicodeDecodeError):
        return None
