"""Each row's cost: in all, by class, without a cache, and what its miss wasted."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from decimal import Decimal

import pandas as pd

from agentbench.frame import names
from agentbench.measure.arm import Cells, records
from agentbench.measure.cost.price import Price, Tokens, price

COST_CLASSES: Mapping[str, str] = {
    "uncached": "cost_uncached_usd",
    "write": "cost_write_usd",
    "write_1h": "cost_write_1h_usd",
    "read": "cost_read_usd",
    "output": "cost_output_usd",
    "request": "cost_request_usd",
}
"""The classes that money is spent on, and their columns."""

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
    "wasted_tokens",
)


def priced(frame: pd.DataFrame, undated: datetime | None = None) -> pd.DataFrame:
    """The frame with its cost columns filled, in USD, at each row's own date.

    Rows without `sent_at` take the rates of `undated`, or the newest ones. Without a price the cost is missing
    and `price_note` says why; `billed_cost_usd` stays as reported. `wasted_usd` is what `wasted_tokens` cost above the
    read rate; missing where there is none.
    """
    read = [name for name in _READ if name in frame]
    found = [_price(row, undated) for row in records(frame, read)]
    prices = [price for price, _ in found]
    return frame.assign(
        cost_usd=_money([p.usd for p in prices], frame.index),
        cost_without_cache_usd=_money([p.without_cache_usd for p in prices], frame.index),
        **{
            column: _money([getattr(p.by_class, name, None) for p in prices], frame.index)
            for name, column in COST_CLASSES.items()
        },
        wasted_usd=_money([waste for _, waste in found], frame.index),
        price_as_of=pd.Series([p.as_of for p in prices], dtype="string", index=frame.index),
        price_note=pd.Series([p.note for p in prices], dtype="string", index=frame.index),
    )


def _price(row: Cells, undated: datetime | None) -> tuple[Price, Decimal | None]:
    """The price of a row, and of what it wasted."""
    if row["kind"] != "model_call":
        return Price(), None
    total, output = row["input_tokens"], row["output_tokens"]
    if not isinstance(total, int):
        return Price(note="no price: no input tokens reported"), None
    if not isinstance(output, int):
        return Price(note="no price: no output tokens reported"), None
    models = dict.fromkeys(m for m in (row["response_model"], row["model"]) if isinstance(m, str))
    provider, at = row["provider"], row["sent_at"]
    tokens = _tokens(row, total, output + _reasoning_beside(row))
    found = price(
        tokens,
        provider if isinstance(provider, str) else None,
        tuple(models),
        at if isinstance(at, datetime) else undated,
    )
    lost, rates = row.get("wasted_tokens"), found.rates
    return found, rates.above_read(lost, tokens) if rates and isinstance(lost, int) else None


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


def _money(amounts: Sequence[Decimal | None], index: pd.Index) -> pd.Series:
    return pd.Series([None if a is None else float(a) for a in amounts], dtype="Float64", index=index)
