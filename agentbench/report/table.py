"""A table ready to be shown: the same one goes to the terminal, to markdown and to the page."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

import pandas as pd

from agentbench.measure.arm import cells, records
from agentbench.report import wording

Kind = Literal["key", "text", "code", "note", "count", "share", "usd"]
"""`key` is what rows are grouped by; `code` and `note` may wrap."""

_WORDED: dict[Kind, Callable[[object], str]] = {
    "key": wording.key,
    "text": wording.text,
    "code": wording.text,
    "note": wording.text,
    "count": wording.count,
    "share": wording.share,
    "usd": wording.usd,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Heading:
    """One column as it is shown."""

    name: str
    """The frame's column."""
    title: str
    kind: Kind = "text"

    @property
    def numeric(self) -> bool:
        """Whether it is set flush right and sorted by value."""
        return self.kind in ("count", "share", "usd")


@dataclass(frozen=True, slots=True, kw_only=True)
class Cell:
    """One cell as it is shown."""

    text: str
    value: object
    """What it is sorted by; None where it is missing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """Headings and rows, with a caption that says what the rows are."""

    caption: str
    headings: tuple[Heading, ...]
    rows: tuple[tuple[Cell, ...], ...]


def table(frame: pd.DataFrame, headings: Sequence[Heading], caption: str) -> Table:
    """The frame's columns that `headings` name, worded.

    A column that is missing throughout is left out; one that says the same in every row moves to the caption.
    """
    present = [h for h in headings if not len(frame) or frame[h.name].notna().any()]
    worded = {h.name: [_WORDED[h.kind](value) for value in cells(frame, h.name)] for h in present}
    fixed = [h for h in present if len(frame) > 1 and len(set(worded[h.name])) == 1]
    shown = tuple(h for h in present if h not in fixed) or tuple(present)
    rows = (
        tuple(Cell(text=worded[h.name][i], value=row[h.name]) for h in shown)
        for i, row in enumerate(records(frame, [h.name for h in shown]))
    )
    said = ", ".join(
        f"{h.title[:1].lower()}{h.title[1:]} {worded[h.name][0]}" for h in fixed if h not in shown
    )
    return Table(
        caption=f"All rows: {said}. {caption}".strip() if said else caption,
        headings=shown,
        rows=tuple(rows),
    )
