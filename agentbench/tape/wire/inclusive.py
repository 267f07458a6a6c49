"""Usage of the hosts that count cached tokens within their input: OpenAI's convention."""

from collections.abc import Iterator, Mapping

from agentbench.tape.exchange import Usage
from agentbench.tape.wire import fields

TICKS_PER_USD = 10**10
"""xAI bills in ticks; source: docs.x.ai, cost_in_usd_ticks."""


def inclusive_usage(raw: Mapping[str, object], spellings: Mapping[str, tuple[str, ...]]) -> Usage:
    """Disjoint classes: the total includes what was read from and written to the cache."""
    counts = {name: fields.first(raw, paths) for name, paths in spellings.items()}
    total, read, write = counts["input"], counts["read"], counts["write"]
    return Usage(
        uncached=None if total is None else total - (read or 0) - (write or 0),
        read=read,
        write_unsplit=write,
        output=counts["output"],
        reasoning=counts["reasoning"],
        input_total=total,
        flags=tuple(_flags(raw, total, (read or 0) + (write or 0), counts["output"])),
        raw=raw,
        billed_usd=_billed(raw),
    )


def _flags(raw: Mapping[str, object], total: int | None, cached: int, output: int | None) -> Iterator[str]:
    """Oddities, named and not repaired."""
    whole = fields.count(raw.get("total_tokens"))
    if None not in (whole, total, output) and whole != (total or 0) + (output or 0):
        yield "total_differs_from_prompt_plus_completion"
    if total is not None and cached > total:
        yield "cached_exceeds_prompt"


def _billed(raw: Mapping[str, object]) -> float | None:
    ticks = fields.count(raw.get("cost_in_usd_ticks"))
    if ticks is not None:
        return ticks / TICKS_PER_USD
    amounts = [fields.money(raw.get("cost")), fields.money(fields.at(raw, "cost.total_cost"))]
    return next((amount for amount in amounts if amount is not None), None)
