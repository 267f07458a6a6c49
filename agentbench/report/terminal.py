"""Tables for the terminal."""

import io
from itertools import pairwise

from rich import box
from rich.console import Console
from rich.table import Table as RichTable
from rich.text import Text

from agentbench.report.table import Table

_CAPTION_WIDTH = 60
"""A table is at least so wide, where its caption is: a narrow one would fold a sentence word by word."""


def rich_table(shown: Table) -> RichTable:
    """The table as rich draws it: numbers flush right, nothing read as markup, groups of rows apart."""
    drawn = RichTable(
        box=box.SIMPLE_HEAD,
        caption=shown.caption,
        caption_justify="left",
        pad_edge=False,
        min_width=min(len(shown.caption), _CAPTION_WIDTH),
    )
    for heading in shown.headings:
        drawn.add_column(heading.title, justify="right" if heading.numeric else "left", overflow="fold")
    ends = _ends_of_groups(shown)
    for at, row in enumerate(shown.rows):
        drawn.add_row(*(Text(cell.text) for cell in row), end_section=at in ends)
    return drawn


def _ends_of_groups(shown: Table) -> frozenset[int]:
    """Rows after which a key other than the last one changes; none where that is so after every row."""
    keys = [at for at, heading in enumerate(shown.headings) if heading.kind == "key"][:-1]
    groups = [tuple(row[at].text for at in keys) for row in shown.rows]
    ends = {at for at, (one, after) in enumerate(pairwise(groups)) if one != after}
    return frozenset(ends) if len(ends) < len(groups) - 1 else frozenset()


def plain_table(shown: Table, width: int) -> str:
    """The same table as text of at most `width` columns, without colours."""
    file = io.StringIO()
    Console(file=file, width=width, color_system=None, force_terminal=False).print(rich_table(shown))
    return "\n".join(line.rstrip() for line in file.getvalue().splitlines()) + "\n"
