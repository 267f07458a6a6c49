"""What commands show: tables and data on stdout, remarks on stderr."""

import os
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import pandas as pd

from agentbench.errors import BadInput
from agentbench.nearest import nearest
from agentbench.report import FORMATS, SUFFIXES, Table, layouts_table, rich_table
from agentbench.report.advice import advice
from agentbench.report.gate import annotations as annotation_lines
from agentbench.report.gate import junit_xml, verdict_markdown
from agentbench.report.selection_tables import outcomes_table, prefixes_by_arm_table, prefixes_table
from agentbench.verbs.diagnose import Diagnosis
from agentbench.verbs.gate import Judged
from agentbench.verbs.run import Run

if TYPE_CHECKING:
    from rich.console import Console

WIDEST = 200
"""Columns of a table where stdout is no terminal."""
MOST_ROWS = 40
"""Rows of a table that is printed beside others."""


def say(remark: str) -> None:
    """One line on stderr."""
    sys.stderr.write(f"{remark}\n")


def unread(count: int) -> None:
    """What was left out because it could not be read, on stderr."""
    if count:
        say(
            f"{count} interactions or files could not be read; `agentbench inspect` lists them with their reasons"
        )


def fail(failures: Mapping[str, str]) -> int:
    """Name the failed cells; the exit code."""
    for slug, why in failures.items():
        say(f"cell {slug} failed: {why}")
    return 1 if failures else 0


def summary(arms: pd.DataFrame) -> None:
    """What the arms advise, then their table, as wide as the terminal."""
    if (found := advice(arms)) is not None:
        console().print(found.text, markup=False, highlight=False)
    drawn(layouts_table(arms))


def chosen(found: Run) -> None:
    """Byte stability, per arm where scenarios do not fit a screen; which tools were chosen, and what deferral saves."""
    stable = prefixes_table(found.prefixes)
    few = len(stable.rows) <= MOST_ROWS
    drawn(stable if few else prefixes_by_arm_table(found.prefixes))
    if len(found.selection):
        drawn(outcomes_table(found.selection))
    beside = found.deferral.table
    if len(found.selection) or len(beside.rows) <= MOST_ROWS:
        drawn(beside)
    else:
        say(f"what deferral saves in {len(beside.rows)} arms and sizes is in the report")


def drawn(table: Table) -> None:
    """A table as wide as the terminal."""
    console().print(rich_table(table))


def console() -> "Console":
    """Stdout; NO_COLOR and TERM are rich's to read, and a pipe gets plain text of a fixed width."""
    from rich.console import Console

    return Console(width=None if sys.stdout.isatty() else WIDEST)


def emit(
    frame: pd.DataFrame,
    format: str | None,
    output: Path | None,
    written: Mapping[str, Callable[[], str]] | None = None,
) -> None:
    """The frame to stdout or to a file, in the format that was asked for or that the suffix tells.

    `written`: formats in which more is said than the frame holds.

    Raises:
        BadInput: no such format, or a suffix that tells none.
    """
    name = format or (SUFFIXES.get(output.suffix) if output else "table")
    if name is None or name not in FORMATS:
        near = nearest(format, FORMATS) if format else None
        hint = f"did you mean {near!r}?" if near else f"choose one of {', '.join(FORMATS)}"
        asked = f"format {format!r}" if format else f"a format by the suffix of {str(output)!r}"
        raise BadInput(f"asked for {asked}, found none; {hint}")
    content = written[name]().encode() if written and name in written else FORMATS[name](frame)
    if output is None:
        if name == "parquet":
            raise BadInput("asked for parquet on stdout, which is no place for it; name a file with -o")
        sys.stdout.buffer.write(content)
        sys.stdout.flush()
        return
    output.parent.mkdir(parents=True, exist_ok=True)
    output.write_bytes(content)
    say(f"wrote {output.as_posix()}")


def misses(found: Diagnosis) -> None:
    """Every miss in a few lines, then one row per class."""
    if len(found):
        sys.stdout.write(found.text + "\n\n")
        emit(found.by_class.drop(columns="advice"), None, None)


def verdict(
    found: Judged, *, junit: Path | None = None, summary: Path | None = None, annotations: bool = False
) -> None:
    """The verdict first, then what it rests on; where asked for, as JUnit, markdown and GitHub annotations."""
    sys.stdout.write(f"{found.text}\n")
    markdown = verdict_markdown(found.verdict, found.current, found.baseline)
    if annotations or os.environ.get("GITHUB_ACTIONS") == "true":
        sys.stdout.write(annotation_lines(found.verdict))
    if step := os.environ.get("GITHUB_STEP_SUMMARY"):
        with Path(step).open("a", encoding="utf-8") as file:
            file.write(markdown)
    for path, content in (
        (junit, junit_xml(found.verdict, found.current)),
        (summary, markdown.encode()),
    ):
        if path is not None:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
            say(f"wrote {path.as_posix()}")


def in_ci() -> bool:
    """Whether this runs in continuous integration, where nobody can accept a baseline."""
    return bool(os.environ.get("CI"))
