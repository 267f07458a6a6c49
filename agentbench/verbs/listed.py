"""Tuples that show themselves: the tools of a request, the predictions of exchanges."""

import json
from collections.abc import Iterable, Mapping, Sequence
from html import escape

from agentbench.builder import Tool
from agentbench.caching import Prediction
from agentbench.report import Cell, Heading, Table, plain_table, wording
from agentbench.tape import Exchange
from agentbench.verbs.html import head_html, quiet, table_html

_MOST_SHOWN = 20
_TOOL = (
    Heading(name="name", title="Tool", kind="key"),
    Heading(name="toolset", title="Toolset"),
    Heading(name="arguments", title="Arguments", kind="note"),
    Heading(name="bytes", title="Schema bytes", kind="count"),
    Heading(name="description", title="Description", kind="note"),
)
_PREDICTION = (
    Heading(name="index", title="#", kind="count"),
    Heading(name="reusable", title="Reusable", kind="count"),
    Heading(name="low", title="Least read", kind="count"),
    Heading(name="high", title="Most read", kind="count"),
    Heading(name="reported", title="Reported", kind="count"),
    Heading(name="note", title="Because", kind="note"),
)


class Tools(tuple[Tool, ...]):
    """The tools of a request, in its order."""

    __slots__ = ()

    @property
    def table(self) -> Table:
        """One row per tool: its toolset, its arguments (`*` where required), the schema's size, what it says."""
        rows = (_row(_TOOL, _tool(tool)) for tool in self)
        caption = (
            f"{wording.plural(len(self), 'tool')} in the order of the request; * is a required argument."
        )
        return Table(caption=caption, headings=_TOOL, rows=tuple(rows))

    def __repr__(self) -> str:
        return plain_table(self.table, 160)

    def _repr_html_(self) -> str:
        schemas = "".join(
            f"<details><summary><code>{escape(tool.name)}</code></summary>"
            f'<pre style="white-space:pre-wrap">{escape(_schema(tool, indent=1))}</pre></details>'
            for tool in self
        )
        return table_html(self.table) + schemas


def _tool(tool: Tool) -> Mapping[str, object]:
    properties, required = tool.parameters.get("properties"), tool.parameters.get("required")
    known = list(properties) if isinstance(properties, Mapping) else []
    needed = set(required) if isinstance(required, list | tuple) else set()
    return {
        "name": tool.name,
        "toolset": tool.toolset,
        "arguments": ", ".join(f"{name}*" if name in needed else str(name) for name in known) or "none",
        "bytes": len(_schema(tool).encode()),
        "description": _short(tool.shown_description),
    }


def _schema(tool: Tool, indent: int | None = None) -> str:
    return json.dumps(tool.parameters, ensure_ascii=False, indent=indent, default=list)


def _short(text: str) -> str:
    return text if len(text) <= 90 else f"{text[:87]}..."


class Predictions(tuple[Prediction, ...]):
    """What the rules predict for exchanges, beside what was reported."""

    exchanges: tuple[Exchange, ...]

    @classmethod
    def of(cls, found: Iterable[Prediction], exchanges: tuple[Exchange, ...]) -> "Predictions":
        """Predictions that are aligned with these exchanges."""
        made = cls(found)
        made.exchanges = exchanges
        return made

    @property
    def table(self) -> Table:
        """One row per exchange: reusable tokens, the predicted interval, the reported read, and why."""
        rows = [_row(_PREDICTION, _predicted(*pair)) for pair in zip(self, self.exchanges, strict=True)]
        more = len(rows) - _MOST_SHOWN
        rest = f" The first {_MOST_SHOWN}; {more:,} more." if more > 0 else ""
        caption = f"Tokens that should be read from the cache, and those that were.{rest}"
        return Table(caption=caption, headings=_PREDICTION, rows=tuple(rows[:_MOST_SHOWN]))

    def __repr__(self) -> str:
        return f"{self._head}\n{plain_table(self.table, 160)}"

    def _repr_html_(self) -> str:
        return head_html(self._head) + table_html(self.table) + quiet("Missing where it cannot be known.")

    @property
    def _head(self) -> str:
        known = sum(one.read_high is not None for one in self)
        return f"{wording.plural(len(self), 'prediction')}, {known:,} with an upper bound"


def _predicted(one: Prediction, exchange: Exchange) -> Mapping[str, object]:
    return {
        "index": exchange.index,
        "reusable": one.reusable_tokens,
        "low": one.read_low,
        "high": one.read_high,
        "reported": exchange.response.usage.read if exchange.response else None,
        "note": one.note,
    }


def _row(headings: Sequence[Heading], found: Mapping[str, object]) -> tuple[Cell, ...]:
    return tuple(
        Cell(text=(wording.count if h.numeric else wording.text)(found[h.name]), value=found[h.name])
        for h in headings
    )
