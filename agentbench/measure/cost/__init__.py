"""What calls cost: priced by class, saved by caching, wasted by misses, summed by whatever one pays by.

*Saved* is what the same tokens would have cost as plain input, less what they cost. *Wasted* is what the tokens of a
miss cost above their read price. Both only where the price table has the rates; what it has not is named.
"""

from agentbench.measure.cost.price import PRICE_TABLE, ByClass, Price, Rates, Tokens, price
from agentbench.measure.cost.priced import COST_CLASSES, priced
from agentbench.measure.cost.repeats import LEVEL, Spread, spread
from agentbench.measure.cost.report import breakdown, cost_report
from agentbench.measure.cost.saved import Saved, saved, usd_sum
from agentbench.measure.cost.waste import unknown_losses, wasted

__all__ = [
    "COST_CLASSES",
    "LEVEL",
    "PRICE_TABLE",
    "ByClass",
    "Price",
    "Rates",
    "Saved",
    "Spread",
    "Tokens",
    "breakdown",
    "cost_report",
    "price",
    "priced",
    "saved",
    "spread",
    "unknown_losses",
    "usd_sum",
    "wasted",
]
