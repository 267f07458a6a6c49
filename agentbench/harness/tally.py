"""What answers came to: tokens and money, as progress shows them while a run goes on."""

from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal

from agentbench.harness.answer.limited import tokens_of
from agentbench.measure import price
from agentbench.tape.exchange import Exchange


@dataclass(frozen=True, slots=True, kw_only=True)
class Tally:
    """Sums over answers, replayed ones included."""

    tokens: int = 0
    """In and out, of the answers that name their usage."""
    cost_usd: Decimal | None = None
    """Of the answers that have a price; None where none has."""

    def __add__(self, other: "Tally") -> "Tally":
        costs = [each.cost_usd for each in (self, other) if each.cost_usd is not None]
        return Tally(tokens=self.tokens + other.tokens, cost_usd=sum(costs, Decimal()) if costs else None)


def tally(exchanges: Iterable[Exchange]) -> Tally:
    """The sums over a cell's answers."""
    found = Tally()
    for exchange in exchanges:
        usage = exchange.response.usage if exchange.response else None
        used = tokens_of(usage)
        if used is None or usage is None or usage.input_total is None or usage.output is None:
            continue
        model = (exchange.request.model or "") if exchange.request else ""
        usd = price(used, exchange.provider, (model,), exchange.sent_at).usd
        found += Tally(tokens=usage.input_total + usage.output, cost_usd=usd)
    return found
