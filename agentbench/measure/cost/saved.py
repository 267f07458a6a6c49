"""Exact sums of money, and what a cache saved."""

from dataclasses import dataclass
from decimal import Decimal

import pandas as pd


@dataclass(frozen=True, slots=True, kw_only=True)
class Saved:
    """Money with and without the cache, over the rows that have a price."""

    cost_usd: Decimal | None
    """None where no row has a price."""
    without_cache_usd: Decimal | None
    n: int
    """Rows that have a price."""
    left_out: int
    """Model calls without one."""

    @property
    def saved_usd(self) -> Decimal | None:
        """Less than 0 where writing to the cache cost more than reading from it gave back."""
        if self.cost_usd is None or self.without_cache_usd is None:
            return None
        return self.without_cache_usd - self.cost_usd


def saved(frame: pd.DataFrame) -> Saved:
    """Cost with and without the cache over a priced frame."""
    calls = frame[frame["kind"] == "model_call"]
    has_price = calls[calls["cost_usd"].notna()]
    return Saved(
        cost_usd=usd_sum(has_price["cost_usd"]),
        without_cache_usd=usd_sum(has_price["cost_without_cache_usd"]),
        n=len(has_price),
        left_out=len(calls) - len(has_price),
    )


def usd_sum(amounts: pd.Series) -> Decimal | None:
    """The exact decimal sum of the amounts that are there; None where none is."""
    known = amounts.dropna().tolist()
    return sum((exact(amount) for amount in known), Decimal()) if known else None


def exact(amount: float) -> Decimal:
    """The decimal digits that the float was made from, so that no order changes a sum."""
    return Decimal(repr(amount))
