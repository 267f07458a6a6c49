"""Write the pages of the documentation that are made from the package: `python docs/generate.py`.

`cli.md` from `--help` of every command, `glossary.md` from the columns of the one table and the classes of misses.
A test fails where one of them is stale.
"""

import io
import os
from collections.abc import Iterator
from contextlib import redirect_stdout
from pathlib import Path

from agentbench.caching.diagnosis import miss_classes
from agentbench.cli import app, call
from agentbench.cli import commands as _commands  # noqa: F401  # registers them
from agentbench.frame import COLUMNS

HERE = Path(__file__).parent

_WORDS = {
    "arm": "layout x presentation x model (x provenance): what figures are never pooled across",
    "bench": "layouts, presentations, models and scenarios in every combination, as one YAML file",
    "block": "a named piece of prompt that one section wrote; `tool:<name>` for a tool",
    "break": "a request that no longer begins with what the request before it in its conversation had sent",
    "cassette": "one file of recorded HTTP interactions, in vcrpy's form",
    "cell": "one session to play: an arm, a scenario, a repeat",
    "drift": "a request that is not what its cassette holds any more",
    "exchange": "one recorded, simulated or rendered interaction",
    "hit share": "input tokens read from the cache, of all input tokens; token-weighted: summed, then divided",
    "layout": "which sections stand in which order and tier, and how volatile text travels",
    "presentation": "how tools are shown: `eager`, `bridge`, `named`, `native`, `local`",
    "profile": "an agent: identity, user, platform, memory, world state, tools",
    "provenance": "`recorded` (a real server answered), `simulated` (our provider did), `predicted` (nobody did)",
    "scenario": "a scripted session: what the user says, what happens between turns, how the script answers",
    "segment": "one addressable piece of a request, in the order in which that provider's cache sees it",
    "side": "who can do something about a miss: `ours`, `provider`, `limit` (a rule), `report` (nothing was lost)",
    "stable prefix": "tools and leading stable blocks: what should be the same in every request of an arm",
    "stale turn": "a request that does not show the model the latest word on a volatile block in force",
    "tier": "`stable` (fixed for the session), `context` (fixed when the session starts), `volatile`",
}


def cli() -> str:
    """The reference of all commands."""
    names = sorted(command.callback.__name__ for command in app.registered_commands if command.callback)
    parts = ["# Command line\n\nMade from `--help` by `docs/generate.py`; do not edit.\n", _help()]
    parts += [f"## {name}\n\n{_help(name)}" for name in names]
    return "\n".join(parts)


def _help(*command: str) -> str:
    text = io.StringIO()
    before = os.environ.get("COLUMNS")
    os.environ["COLUMNS"] = "100"
    try:
        with redirect_stdout(text):
            call([*command, "--help"])
    finally:
        os.environ.pop("COLUMNS")
        if before is not None:
            os.environ["COLUMNS"] = before
    lines = "\n".join(line.rstrip() for line in text.getvalue().strip().splitlines())
    return f"```text\n{lines}\n```\n"


def glossary() -> str:
    """Words, columns of the one table, classes of misses."""
    parts = ["# Glossary\n\nMade by `docs/generate.py`; do not edit.\n\n## Words\n"]
    parts += [f"* **{word}**: {meaning}" for word, meaning in _WORDS.items()]
    parts += ["\n## Columns of the frame\n", *_table(("column", "type", "unit", "meaning"), _columns())]
    parts += ["\n## Classes of misses\n", *_table(("class", "side", "meaning", "what to do"), _misses())]
    return "\n".join(parts) + "\n"


def _columns() -> Iterator[tuple[str, ...]]:
    for column in COLUMNS:
        yield f"`{column.name}`", column.dtype, column.unit, column.meaning


def _misses() -> Iterator[tuple[str, ...]]:
    for name, known in miss_classes().items():
        yield f"`{name}`", known.side, known.meaning, known.advice


def _table(headings: tuple[str, ...], rows: Iterator[tuple[str, ...]]) -> Iterator[str]:
    yield f"| {' | '.join(headings)} |"
    yield f"|{' --- |' * len(headings)}"
    for row in rows:
        yield f"| {' | '.join(cell.replace('|', '&#124;') for cell in row)} |"


PAGES = {"cli.md": cli, "glossary.md": glossary}

if __name__ == "__main__":
    for name, page in PAGES.items():
        (HERE / name).write_text(page(), encoding="utf-8")
