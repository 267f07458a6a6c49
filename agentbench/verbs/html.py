"""Pieces of HTML for notebooks: no script, nothing fetched, readable on white and on near-black.

Colours are inherited where they can be; where one is set, a word or mark beside it says the same.
"""

from collections.abc import Iterable, Mapping
from html import escape

from agentbench.measure.gate import Verdict
from agentbench.report import Table

MARKS: Mapping[str, str] = {"pass": "#009e73", "worse": "#d55e00", "cannot_tell": "#b8860b"}
"""Colour of the bar beside a verdict."""

_QUIET = "opacity:.75;font-size:.9em"


def verdict_html(found: Verdict, head: str, lines: Iterable[str]) -> str:
    """The verdict in one line (`head`) behind a coloured bar, and what it rests on as a list."""
    items = "".join(f"<li>{escape(line)}</li>" for line in lines)
    return (
        f'<div style="border-left:4px solid {MARKS[found.outcome]};padding-left:8px;margin:4px 0">'
        f"<b>{escape(head)}</b>{f'<ul>{items}</ul>' if items else ''}</div>"
    )


def table_html(shown: Table) -> str:
    """A table with its caption; numbers flush right."""
    heads = "".join(
        f'<th scope="col" style="{_cell(heading.numeric)}">{escape(heading.title)}</th>'
        for heading in shown.headings
    )
    rows = "".join(
        "<tr>"
        + "".join(
            f'<td style="{_cell(heading.numeric)}">{escape(cell.text)}</td>'
            for heading, cell in zip(shown.headings, row, strict=True)
        )
        + "</tr>"
        for row in shown.rows
    )
    return (
        f'<table><caption style="text-align:left;{_QUIET}">{escape(shown.caption)}</caption>'
        f"<thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table>"
    )


def change_html(was: str | None, now: str | None) -> str:
    """What stood there and what stands there now, the first changed character marked in both."""
    return (
        f"<div><code><del>{_marked(was)}</del></code></div><div><code><ins>{_marked(now)}</ins></code></div>"
    )


def _marked(text: str | None) -> str:
    return f"<mark>{escape(text[0])}</mark>{escape(text[1:])}" if text else "(nothing)"


def head_html(text: str) -> str:
    """What it is, in one line above the rest."""
    return f"<p><b>{escape(text)}</b></p>"


def quiet(text: str) -> str:
    """A remark under something."""
    return f'<p style="{_QUIET}">{escape(text)}</p>'


def _cell(numeric: bool) -> str:
    return f"padding:2px 8px;text-align:{'right' if numeric else 'left'}"
