"""Frame in, frame or value out: one question per file."""

from agentbench.measure.arm import ARM
from agentbench.measure.compare import Comparison, compare
from agentbench.measure.cost import (
    PRICE_TABLE,
    Price,
    Saved,
    Tokens,
    breakdown,
    cost_report,
    price,
    priced,
    saved,
    unknown_losses,
    usd_sum,
    wasted,
)
from agentbench.measure.hits import HitShare, hit_share, read_tokens
from agentbench.measure.place import place_text
from agentbench.measure.prefixes import prefixes
from agentbench.measure.stability import breaks, broken, compared
from agentbench.measure.stale import StaleTurns, stale_turns
from agentbench.measure.summary import summary

__all__ = [
    "ARM",
    "PRICE_TABLE",
    "Comparison",
    "HitShare",
    "Price",
    "Saved",
    "StaleTurns",
    "Tokens",
    "breakdown",
    "breaks",
    "broken",
    "compare",
    "compared",
    "cost_report",
    "hit_share",
    "place_text",
    "prefixes",
    "price",
    "priced",
    "read_tokens",
    "saved",
    "stale_turns",
    "summary",
    "unknown_losses",
    "usd_sum",
    "wasted",
]
