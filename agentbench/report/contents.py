"""Everything that a report says, worked out once: the page, the markdown and the JSON only write it down."""

from collections.abc import Mapping
from dataclasses import dataclass

import pandas as pd

from agentbench.measure import PRICE_TABLE, breaks, cost_report, prefixes, selection, summary
from agentbench.report.findings import counts_line, headline, sentences

COST_BY = ("provenance", "family")


@dataclass(frozen=True, slots=True, kw_only=True)
class Contents:
    """What a report says about one frame; every table keeps provenances apart."""

    title: str
    counts: str
    """How many exchanges are recorded, simulated, predicted."""
    headline: str
    """The answer in one line."""
    sentences: tuple[str, ...]
    """One per comparison of layouts."""
    layouts: pd.DataFrame
    """`measure.summary` of our own arms."""
    breaks: pd.DataFrame
    """`measure.breaks` of our own arms."""
    prefixes: pd.DataFrame
    """`measure.prefixes` of our own arms, per scenario."""
    outcomes: pd.DataFrame
    """`selection.outcomes`; empty where no turn was scored."""
    per_tool: pd.DataFrame
    """`selection.per_tool`."""
    mistaken: pd.DataFrame
    """`selection.mistaken`."""
    deferral: pd.DataFrame
    """`selection.deferral`; empty where tools were shown in one way only."""
    traffic: pd.DataFrame
    """`measure.cost_report` of recorded traffic, per family."""
    traffic_breaks: pd.DataFrame
    """`measure.breaks` of recorded traffic, per family."""
    unreadable: pd.DataFrame
    """Columns cassette, index, kind, reason: what could not be judged."""
    versions: Mapping[str, str]
    price_table: str


def contents(frame: pd.DataFrame, title: str, versions: Mapping[str, str]) -> Contents:
    """Work out the report of a priced frame; rows with a layout are ours, the rest is recorded traffic."""
    ours, others = frame[frame["layout"].notna()], frame[frame["layout"].isna()]
    arms = summary(ours)
    return Contents(
        title=title,
        counts=counts_line(frame),
        headline=headline(arms, summary(frame, "provenance")),
        sentences=tuple(sentences(arms)),
        layouts=arms,
        breaks=breaks(ours),
        prefixes=prefixes(ours),
        outcomes=selection.outcomes(ours),
        per_tool=selection.per_tool(ours),
        mistaken=selection.mistaken(ours),
        deferral=selection.deferral(ours if ours["presentation"].nunique() > 1 else ours.iloc[:0]),
        traffic=cost_report(others, COST_BY),
        traffic_breaks=breaks(others, COST_BY),
        unreadable=_not_judged(frame),
        versions=dict(sorted(versions.items())),
        price_table=PRICE_TABLE,
    )


def _not_judged(frame: pd.DataFrame) -> pd.DataFrame:
    rows = frame[frame["kind"] != "model_call"]
    return rows[["cassette", "index", "kind", "reason"]].reset_index(drop=True)
