"""Tables for the terminal."""

import io

from rich import box
from rich.console import Console
from rich.table import Table as RichTable
from rich.text import Text

from agentbench.report.table import Table


def rich_table(shown: Table) -> RichTable:
    """The table as rich draws it: numbers flush right, nothing read as markup."""
    drawn = RichTable(box=box.SIMPLE_HEAD, caption=shown.caption, caption_justify="left", pad_edge=False)
    for heading in shown.headings:
        drawn.add_column(heading.title, justify="right" if heading.numeric else "left", overflow="fold")
    for row in shown.rows:
        drawn.add_row(*(Text(cell.text) for cell in row))
    return drawn


def plain_table(shown: Table, width: int) -> str:
    """The same table as text of at most `width` columns, without colours."""
    file = io.StringIO()
    Console(file=file, width=width, color_system=None, force_terminal=False).print(rich_table(shown))
    return "\n".join(line.rstrip() for line in file.getvalue().splitlines()) + "\n"
