"""Everything that a cost report says, worked out once from a priced frame."""

from dataclasses import dataclass

import pandas as pd

from agentbench.measure import PRICE_TABLE, breakdown, unknown_losses, wasted
from agentbench.measure.arm import apart
from agentbench.report.cost.sentences import answers, coverage, losses, predicted_from, rates_used, spreads
from agentbench.report.cost.tables import (
    billed,
    by_class,
    money,
    outermost,
    readable_rows,
    tokens,
    unpriced,
    wasted_rows,
)
from agentbench.report.table import Table

WASTED_BY = ("provenance", "family")


@dataclass(frozen=True, slots=True, kw_only=True)
class CostContents:
    """What a cost report says; every table keeps provenances apart."""

    answers: tuple[str, ...]
    """One sentence per provenance: what was spent, what caching saved, what misses wasted and why."""
    predicted_from: str | None
    """What the same calls cost on the models that were really asked; None where nothing was moved."""
    spreads: tuple[str, ...]
    """Per provenance the interval over repeats, or why there is none."""
    coverage: tuple[str, ...]
    """Per provenance how much of the calls and tokens has a price."""
    losses: str | None
    """Misses of which nobody knows what they lost."""
    rates: str
    """The price table, and of which days its rates are."""
    outermost: Table | None
    """The same as `money` for the outermost grouping alone; None where `money` is short."""
    money: Table
    by_class: Table
    tokens: Table
    wasted: Table
    billed: Table
    unpriced: Table

    @property
    def tables(self) -> tuple[Table, ...]:
        """All that have rows, in the order in which they are read."""
        every = (self.money, self.by_class, self.tokens, self.wasted, self.billed, self.unpriced)
        return tuple(one for one in every if one.rows)


def cost_contents(
    frame: pd.DataFrame, by: tuple[str, ...], model: str | None = None, was: pd.DataFrame | None = None
) -> CostContents:
    """Work out the report of a priced frame, broken down by `by`.

    `model` is the one that the frame was predicted for, and `was` the frame of the same calls as they really were.
    """
    keys = apart(by)
    nested = readable_rows(breakdown(frame, keys))
    outer = outermost(nested, keys)
    totals = nested[nested["level"] == "provenance"]
    lost = wasted(frame, WASTED_BY)
    return CostContents(
        answers=answers(totals, wasted(frame), model),
        predicted_from=None if model is None or was is None else predicted_from(frame, was, model),
        spreads=spreads(totals),
        coverage=coverage(totals),
        losses=losses(unknown_losses(frame)),
        rates=rates_used(frame, PRICE_TABLE),
        outermost=None if outer is None else money(outer, keys[:2]),
        money=money(nested, keys),
        by_class=by_class(nested, keys),
        tokens=tokens(nested, keys),
        wasted=wasted_rows(lost, WASTED_BY),
        billed=billed(nested, keys),
        unpriced=unpriced(nested, keys),
    )
