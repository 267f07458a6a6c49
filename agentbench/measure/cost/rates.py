"""The rates of one model for a request of one size, in USD per million tokens."""

from dataclasses import dataclass, fields
from decimal import Decimal

from genai_prices.types import ModelPrice, TieredPrices

_MILLION = Decimal(1_000_000)


@dataclass(frozen=True, slots=True, kw_only=True)
class Tokens:
    """What one call used, in disjoint classes."""

    uncached: int
    read: int = 0
    write: int = 0
    """Written with a 5-minute TTL, or with one that the provider does not say."""
    write_1h: int = 0
    output: int = 0

    @property
    def input(self) -> int:
        """All input tokens."""
        return self.uncached + self.read + self.write + self.write_1h


@dataclass(frozen=True, slots=True, kw_only=True)
class ByClass:
    """What one call cost, in USD, class by class."""

    uncached: Decimal
    read: Decimal
    write: Decimal
    write_1h: Decimal
    output: Decimal
    request: Decimal = Decimal()
    """What each call costs beside its tokens (Perplexity)."""

    @property
    def total(self) -> Decimal:
        """The whole call: exactly the sum of its classes."""
        return sum((getattr(self, field.name) for field in fields(self)), Decimal())


@dataclass(frozen=True, slots=True, kw_only=True)
class Rates:
    """USD per million tokens of each class; None where the price table has no rate of its own."""

    uncached: Decimal | None
    read: Decimal | None
    write: Decimal | None
    write_1h: Decimal | None
    output: Decimal | None
    request: Decimal | None = None
    """USD per thousand calls."""

    def of(self, tokens: Tokens) -> ByClass:
        """The price of the tokens; a class without a rate at that of the next wider one."""
        plain = self.uncached or Decimal()
        write = plain if self.write is None else self.write
        return ByClass(
            uncached=_usd(tokens.uncached, plain),
            read=_usd(tokens.read, plain if self.read is None else self.read),
            write=_usd(tokens.write, write),
            write_1h=_usd(tokens.write_1h, write if self.write_1h is None else self.write_1h),
            output=_usd(tokens.output, self.output or Decimal()),
            request=(self.request or Decimal()) / 1_000,
        )

    def above_read(self, lost: int, used: Tokens) -> Decimal | None:
        """What `lost` of the call's input tokens cost beyond being read; None without a read rate.

        Lost tokens stand right behind what was read, so they are first those that were written for an hour, then the
        other written ones, then the uncached ones.
        """
        if not lost:
            return Decimal()
        if self.read is None:
            return None
        long = min(lost, used.write_1h)
        short = min(lost - long, used.write)
        plain = min(lost - long - short, used.uncached)
        paid = self.of(Tokens(uncached=plain, write=short, write_1h=long))
        return paid.total - paid.request - _usd(long + short + plain, self.read)


def rates_of(found: ModelPrice, input_tokens: int) -> Rates:
    """The rates for a request of this size: beyond a step, all its tokens are at the step's rate."""

    def rate(price: Decimal | TieredPrices | None) -> Decimal | None:
        if not isinstance(price, TieredPrices):
            return price
        steps = (step.price for step in reversed(price.tiers) if input_tokens > step.start)
        return next(steps, price.base)

    return Rates(
        uncached=rate(found.input_mtok),
        read=rate(found.cache_read_mtok),
        write=rate(found.cache_write_mtok),
        write_1h=rate(found.cache_write_1h_mtok),
        output=rate(found.output_mtok),
        request=rate(found.requests_kcount),
    )


def _usd(tokens: int, rate: Decimal) -> Decimal:
    return tokens * rate / _MILLION
