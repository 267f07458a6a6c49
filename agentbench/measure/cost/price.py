"""What tokens cost by genai-prices' table, class by class.

Left out: what is not billed by the token (searches, cache storage per hour) and prices of other service tiers.
"""

from dataclasses import dataclass
from datetime import UTC, datetime
from decimal import Decimal

from genai_prices import Usage, __version__, calc_price
from genai_prices.types import PriceCalculation

from agentbench.measure.cost.rates import ByClass, Rates, Tokens, rates_of

__all__ = ["PRICE_TABLE", "ByClass", "Price", "Rates", "Tokens", "price"]

PRICE_TABLE = f"genai-prices {__version__}"
"""The price snapshot that every figure comes from."""

# noon: outside the off-peak hours of the providers that have them
_NEWEST = datetime(9999, 1, 1, 12, tzinfo=UTC)

# OpenTelemetry's spelling, where the price table knows only its own
_IN_TABLE = {"x_ai": "x-ai", "z_ai": "zai", "azure.ai.inference": "azure"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Price:
    """What one call costs, or why that cannot be said."""

    usd: Decimal | None = None
    without_cache_usd: Decimal | None = None
    by_class: ByClass | None = None
    """`usd`, class by class; None where that is None."""
    rates: Rates | None = None
    as_of: str | None = None
    """The day whose rates were used, or `newest`."""
    note: str | None = None
    """Each model or class without a rate of its own, and what was done about it."""


def price(tokens: Tokens, provider: str | None, models: tuple[str, ...], at: datetime | None) -> Price:
    """The price at `at` (None: the newest rates) of the first of `models` that the table knows.

    A class without a rate is counted at the next wider class's rate and named; without an input or output rate,
    or without the model, there is no price: never 0, and never another model's.
    """
    found = _calculated(tokens, provider, models, at)
    if isinstance(found, str):
        return Price(note=found)
    rates = rates_of(found.model_price, tokens.input)
    if missing := _missing(rates, tokens):
        return Price(note=f"no price: {found.model.id!r} has no {missing} rate in {PRICE_TABLE}")
    notes = [] if provider else [f"provider unknown: priced as {found.provider.id!r}"]
    notes += _stand_ins(rates, tokens)
    each = rates.of(tokens)
    return Price(
        usd=each.total,
        without_cache_usd=rates.of(Tokens(uncached=tokens.input, output=tokens.output)).total,
        by_class=each,
        rates=rates,
        as_of=at.astimezone(UTC).date().isoformat() if at else "newest",
        note="; ".join(notes) or None,
    )


def _calculated(
    tokens: Tokens, provider: str | None, models: tuple[str, ...], at: datetime | None
) -> PriceCalculation | str:
    if not models:
        return "no price: the recording names no model"
    if min(tokens.uncached, tokens.read, tokens.write, tokens.write_1h, tokens.output) < 0:
        return "no price: the reported classes do not add up"
    for model in models:
        try:
            return calc_price(
                Usage(input_tokens=tokens.input, output_tokens=tokens.output),
                model,
                provider_id=_IN_TABLE.get(provider, provider) if provider else None,
                genai_request_timestamp=at or _NEWEST,
            )
        except LookupError:
            continue
    where = f"of {provider!r} " if provider else ""
    return f"no price: {models[-1]!r} {where}is not in {PRICE_TABLE}"


def _missing(rates: Rates, tokens: Tokens) -> str | None:
    if tokens.input and rates.uncached is None:
        return "input"
    return "output" if tokens.output and rates.output is None else None


def _stand_ins(rates: Rates, tokens: Tokens) -> list[str]:
    """The classes that are counted at a wider class's rate."""
    notes = []
    if tokens.read and rates.read is None:
        notes.append("no cache read rate: counted at the input rate")
    if (tokens.write or tokens.write_1h) and rates.write is None:
        notes.append("no cache write rate: counted at the input rate")
    elif tokens.write_1h and rates.write_1h is None:
        notes.append("no 1-hour write rate: counted at the write rate")
    return notes
