"""What the calls cost, what they would have cost without a cache, and what that saved."""

from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal

import pandas as pd

from agentbench.frame import names
from agentbench.measure.arm import Cells, records
from agentbench.measure.prices import Price, Tokens, price

_PARTS = ("cache_read_tokens", "cache_write_tokens", "cache_write_1h_tokens")
_READ = (
    "kind",
    "provider",
    "response_model",
    "model",
    "sent_at",
    "input_tokens",
    "uncached_input_tokens",
    *_PARTS,
    "output_tokens",
    "reasoning_tokens",
    "usage_flags",
)


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


def priced(frame: pd.DataFrame, undated: datetime | None = None) -> pd.DataFrame:
    """The frame with its cost columns filled, in USD, at each row's own date.

    Rows without `sent_at` take the rates of `undated`, or the newest ones. Without a price the cost is missing
    and `price_note` says why; `billed_cost_usd` stays as reported.
    """
    found = [_price(row, undated) for row in records(frame, _READ)]
    return frame.assign(
        cost_usd=_money([p.usd for p in found], frame.index),
        cost_without_cache_usd=_money([p.without_cache_usd for p in found], frame.index),
        price_as_of=pd.Series([p.as_of for p in found], dtype="string", index=frame.index),
        price_note=pd.Series([p.note for p in found], dtype="string", index=frame.index),
    )


def _price(row: Cells, undated: datetime | None) -> Price:
    if row["kind"] != "model_call":
        return Price()
    total, output = row["input_tokens"], row["output_tokens"]
    if not isinstance(total, int):
        return Price(note="no price: no input tokens reported")
    if not isinstance(output, int):
        return Price(note="no price: no output tokens reported")
    models = dict.fromkeys(m for m in (row["response_model"], row["model"]) if isinstance(m, str))
    provider, at = row["provider"], row["sent_at"]
    return price(
        _tokens(row, total, output + _reasoning_beside(row)),
        provider if isinstance(provider, str) else None,
        tuple(models),
        at if isinstance(at, datetime) else undated,
    )


def _tokens(row: Cells, total: int, output: int) -> Tokens:
    """The classes of one row; those that the provider does not have count as 0 beside a known total."""
    read, write, long = (_known(row[name]) for name in _PARTS)
    uncached = row["uncached_input_tokens"]
    rest = uncached if isinstance(uncached, int) else total - read - write
    return Tokens(uncached=rest, read=read, write=write - long, write_1h=long, output=output)


def _known(count: object) -> int:
    return count if isinstance(count, int) else 0


def _reasoning_beside(row: Cells) -> int:
    """Reasoning tokens that the output does not include: xAI's Chat Completions bill them on top.

    Seen in recordings: the flag is on exactly the rows whose billed figure needs them.
    """
    beside = "total_differs_from_prompt_plus_completion" in (names(row["usage_flags"]) or ())
    return _known(row["reasoning_tokens"]) if beside else 0


def _money(amounts: list[Decimal | None], index: pd.Index) -> pd.Series:
    return pd.Series([None if a is None else float(a) for a in amounts], dtype="Float64", index=index)


def usd_sum(amounts: pd.Series) -> Decimal | None:
    """The exact decimal sum of the amounts that are there; None where none is."""
    known = amounts.dropna().tolist()
    # repr gives back the decimal digits that the float was made from, so that no order changes the sum
    return sum((Decimal(repr(amount)) for amount in known), Decimal()) if known else None


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
