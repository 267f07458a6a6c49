"""Any frame in any format."""

import json
from collections.abc import Callable, Mapping, Sequence

import pandas as pd

from agentbench.frame import COLUMNS, names
from agentbench.measure.arm import Cells, records
from agentbench.report.markdown import markdown_table
from agentbench.report.page import tables_page
from agentbench.report.table import Heading, Kind, Table, table
from agentbench.report.terminal import plain_table

OVERVIEW = (
    "cassette",
    "index",
    "kind",
    "reason",
    "provenance",
    "provider",
    "model",
    "input_tokens",
    "cache_read_tokens",
    "cache_write_tokens",
    "output_tokens",
    "cost_usd",
    "first_change",
    "first_change_byte",
)
"""The columns of the one table that fit where people read them."""

_WIDEST = 500
_NAMES = frozenset(column.name for column in COLUMNS if column.unit == "names")
_KINDS: Mapping[str, Kind] = {"Int64": "count", "Float64": "share"}


def to_json(frame: pd.DataFrame) -> bytes:
    """One array of objects; missing is null, times are ISO 8601, columns of names are arrays."""
    rows = ",\n ".join(_object(row) for row in records(frame))
    return f"[\n {rows}\n]\n".encode() if len(frame) else b"[]\n"


def to_jsonl(frame: pd.DataFrame) -> bytes:
    """One object per line, as in `to_json`."""
    return "".join(_object(row) + "\n" for row in records(frame)).encode()


def to_csv(frame: pd.DataFrame) -> bytes:
    """Comma-separated with a header; missing is empty."""
    return frame.to_csv(index=False, lineterminator="\n").encode()


def to_parquet(frame: pd.DataFrame) -> bytes:
    """The frame with its dtypes."""
    return frame.to_parquet(index=False)


def to_markdown(frame: pd.DataFrame) -> bytes:
    """A table in GitHub's dialect."""
    return markdown_table(shown(frame)).encode()


def to_html(frame: pd.DataFrame) -> bytes:
    """A page of its own that needs no network; tables sort."""
    return tables_page((shown(frame),)).encode()


def to_table(frame: pd.DataFrame) -> bytes:
    """Plain text, as wide as its cells; `terminal.rich_table` fits one to a terminal."""
    return plain_table(shown(frame), _WIDEST).encode()


FORMATS: Mapping[str, Callable[[pd.DataFrame], bytes]] = {
    "table": to_table,
    "markdown": to_markdown,
    "json": to_json,
    "jsonl": to_jsonl,
    "csv": to_csv,
    "parquet": to_parquet,
    "html": to_html,
}
"""By the word of `--format`."""

SUFFIXES: Mapping[str, str] = {".txt": "table", ".md": "markdown", ".htm": "html"} | {
    f".{name}": name for name in ("json", "jsonl", "csv", "parquet", "html")
}
"""The format that a file's suffix asks for."""


def shown(frame: pd.DataFrame, columns: Sequence[str] | None = None) -> Table:
    """The frame as a table to read: these columns, or the overview of the one table, or all."""
    overview = OVERVIEW if set(OVERVIEW) <= set(frame.columns) else tuple(frame.columns)
    wanted = overview if columns is None else columns
    headings = [
        Heading(name=n, title=n.replace("_", " "), kind=_kind(n, str(frame[n].dtype))) for n in wanted
    ]
    return table(frame, headings, f"{len(frame):,} rows")


def _kind(name: str, dtype: str) -> Kind:
    return "usd" if name.endswith("_usd") else _KINDS.get(dtype, "text")


def _object(row: Cells) -> str:
    plain = {name: _plain(name, value) for name, value in row.items()}
    return json.dumps(plain, ensure_ascii=False, allow_nan=False)


def _plain(name: str, value: object) -> object:
    if name in _NAMES:
        return names(value)
    return value.isoformat().replace("+00:00", "Z") if isinstance(value, pd.Timestamp) else value
