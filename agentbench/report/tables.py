"""The tables of the report: what layouts cost, where prefixes break, what recorded traffic cost."""

import pandas as pd

from agentbench.measure import place_text
from agentbench.measure.arm import Cells, records
from agentbench.report.table import Heading, Table, table

_LAYOUTS = (
    Heading(name="provenance", title="Provenance", kind="key"),
    Heading(name="model", title="Model", kind="key"),
    Heading(name="presentation", title="Tools shown", kind="key"),
    Heading(name="layout", title="Layout", kind="key"),
    Heading(name="sessions", title="Sessions", kind="count"),
    Heading(name="exchanges", title="Exchanges", kind="count"),
    Heading(name="hit_share", title="Hit share", kind="share"),
    Heading(name="hit_share_n", title="over n", kind="count"),
    Heading(name="cost_usd", title="Cost", kind="usd"),
    Heading(name="cost_without_cache_usd", title="Without cache", kind="usd"),
    Heading(name="saved_usd", title="Saved", kind="usd"),
    Heading(name="stale_turns", title="Stale turns", kind="count"),
    Heading(name="broken_at", title="Broken prefixes", kind="note"),
)
_BREAKS = (
    Heading(name="provenance", title="Provenance", kind="key"),
    Heading(name="layout", title="Layout", kind="key"),
    Heading(name="model", title="Model", kind="key"),
    Heading(name="place", title="Place", kind="code"),
    Heading(name="tier", title="Tier"),
    Heading(name="requests", title="Requests", kind="count"),
    Heading(name="compared", title="Of", kind="count"),
)
_MISSES = (
    Heading(name="provenance", title="Provenance", kind="key"),
    Heading(name="class", title="Class", kind="code"),
    Heading(name="side", title="Side"),
    Heading(name="requests", title="Requests", kind="count"),
    Heading(name="compared", title="Of", kind="count"),
    Heading(name="meaning", title="Meaning", kind="note"),
    Heading(name="advice", title="What to do", kind="note"),
)
_COST = (
    Heading(name="exchanges", title="Exchanges", kind="count"),
    Heading(name="input_tokens", title="Input", kind="count"),
    Heading(name="uncached_input_tokens", title="Uncached", kind="count"),
    Heading(name="cache_read_tokens", title="Read", kind="count"),
    Heading(name="cache_write_tokens", title="Written", kind="count"),
    Heading(name="output_tokens", title="Output", kind="count"),
    Heading(name="hit_share", title="Hit share", kind="share"),
    Heading(name="hit_share_n", title="over n", kind="count"),
    Heading(name="cost_usd", title="Cost", kind="usd"),
    Heading(name="cost_without_cache_usd", title="Without cache", kind="usd"),
    Heading(name="saved_usd", title="Saved", kind="usd"),
    Heading(name="coverage_share", title="Priced", kind="share"),
)


_BILLED = (
    Heading(name="billed", title="Exchanges", kind="count"),
    Heading(name="billed_cost_usd", title="Billed", kind="usd"),
    Heading(name="billed_more_usd", title="More than by our prices", kind="usd"),
    Heading(name="billed_more_n", title="over n", kind="count"),
)
_UNPRICED = (
    Heading(name="without", title="Exchanges", kind="count"),
    Heading(name="unpriced", title="Because", kind="note"),
)


def layouts_table(summary: pd.DataFrame) -> Table:
    """One row per arm of `measure.summary`: layouts of one model beside one another, cheapest first."""
    told = pd.Series([_broken(row) for row in records(summary)], dtype="string", index=summary.index)
    ordered = summary.assign(broken_at=told).sort_values(
        ["provenance", "model", "presentation", "cost_usd", "layout"], kind="stable"
    )
    return table(
        ordered, _needed(_LAYOUTS, summary), "Hit share: tokens read from the cache, of all input tokens."
    )


def _broken(row: Cells) -> str:
    place = "" if row["breaks_at"] is None else f", at {row['breaks_at']}"
    return f"{row['broken']} of {row['compared']} requests{place}"


def breaks_table(breaks: pd.DataFrame) -> Table:
    """One row per arm and broken place of `measure.breaks`."""
    return table(with_place(breaks), _BREAKS, "Where requests stop beginning like the request before them.")


def with_place(breaks: pd.DataFrame) -> pd.DataFrame:
    """The breaks with their place as one readable text."""
    places = [place_text(**row) for row in records(breaks, ("block", "segment", "byte"))]
    return breaks.assign(place=pd.Series(places, dtype="string", index=breaks.index))


def misses_table(counts: pd.DataFrame) -> Table:
    """One row per class of `misses.miss_counts`."""
    caption = (
        "A request can have several reasons. Side: who can do something; a limit is a rule of the provider's."
        " Of: requests with an earlier one in their conversation."
    )
    return table(counts, _MISSES, caption)


def cost_table(report: pd.DataFrame, by: tuple[str, ...]) -> Table:
    """One row per group of `measure.cost_report`."""
    caption = "Tokens and cost. Cost and savings cover the share that is priced."
    return table(report, (*_keys(by), *_needed(_COST, report)), caption)


def billed_table(report: pd.DataFrame, by: tuple[str, ...]) -> Table:
    """The groups of `measure.cost_report` of which the provider says what it billed, beside our estimate."""
    told = report[report["billed"] > 0]
    return table(
        told,
        (*_keys(by), *_BILLED),
        "What providers say they billed, beside the same exchanges by our prices.",
    )


def unpriced_table(report: pd.DataFrame, by: tuple[str, ...]) -> Table:
    """The groups of `measure.cost_report` that are not wholly priced, and why."""
    told = report.assign(without=report["exchanges"] - report["priced"])
    return table(told[told["without"] > 0], (*_keys(by), *_UNPRICED), "Exchanges without a price.")


def _keys(by: tuple[str, ...]) -> tuple[Heading, ...]:
    return tuple(Heading(name=name, title=name.replace("_", " ").capitalize(), kind="key") for name in by)


def _needed(headings: tuple[Heading, ...], frame: pd.DataFrame) -> tuple[Heading, ...]:
    """Without the hit share's n where it is that of all exchanges."""
    whole = bool((frame["hit_share_n"] == frame["exchanges"]).all())
    return tuple(h for h in headings if not (whole and h.name == "hit_share_n"))
