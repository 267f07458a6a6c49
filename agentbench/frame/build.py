"""Exchanges to the one table."""

from collections.abc import Iterable, Sequence

import pandas as pd

from agentbench.caching import Prediction
from agentbench.frame import groups
from agentbench.frame.columns import COLUMNS, Column
from agentbench.frame.selection import selection
from agentbench.frame.stability import earlier_of, later_of, stability, stable_prefix
from agentbench.tape.exchange import Exchange


def build(
    exchanges: Sequence[Exchange],
    predictions: Sequence[Prediction] | None = None,
    *,
    excerpts: bool = True,
) -> pd.DataFrame:
    """One row per exchange, in order, with every column of `COLUMNS` and its dtype; a range index.

    `predictions` are aligned with the exchanges. `excerpts=False` keeps all prompt text out of the table.
    Cost, miss and label columns are filled by whoever has what they need. Raises ValueError where the lengths differ.
    """
    known: Sequence[Prediction | None] = (None,) * len(exchanges) if predictions is None else predictions
    around = zip(exchanges, earlier_of(exchanges), later_of(exchanges), known, strict=True)
    rows = [
        _row(exchange, earlier, predicted, excerpts) | selection(exchange, later)
        for exchange, earlier, later, predicted in around
    ]
    return pd.DataFrame({c.name: series((row.get(c.name) for row in rows), c) for c in COLUMNS})


def _row(
    exchange: Exchange, earlier: Exchange | None, predicted: Prediction | None, excerpts: bool
) -> groups.Cells:
    return (
        groups.identity(exchange)
        | groups.request(exchange)
        | groups.usage(exchange)
        | stability(exchange, earlier, excerpts)
        | stable_prefix(exchange)
        | groups.staleness(exchange)
        | groups.prediction(predicted)
    )


def series(cells: Iterable[object], column: Column) -> pd.Series:
    """The cells as a column of its dtype; None becomes missing."""
    found = list(cells)
    if column.dtype == "string":
        found = [_storable(text) if isinstance(text, str) else None for text in found]
    return pd.Series(found, dtype=column.dtype)


def _storable(text: str) -> str:
    """Lone surrogates, which JSON allows and no file format takes, become `?`."""
    return text if text.isascii() else text.encode("utf-8", "replace").decode()
