"""A priced frame to the baseline that it would be."""

from collections import Counter
from collections.abc import Mapping

import pandas as pd

from agentbench.frame import names
from agentbench.measure.arm import ARM, Cells, cells, grouped, model_calls, records, sessions
from agentbench.measure.cost import PRICE_TABLE, Tokens, price, saved
from agentbench.measure.gate.baseline import ArmRecord, Baseline, Break, Prefix
from agentbench.measure.gate.turns import selection
from agentbench.measure.hits import hit_share
from agentbench.measure.stability import breaks
from agentbench.measure.stale import stale_turns

# money in a baseline is rounded to this many decimals, so that its file reads well
_USD_DECIMALS = 8
_READ = ("stable_prefix_sha256", "stable_prefix_tokens", "provider", "response_model", "wire_model")


def baseline(frame: pd.DataFrame, versions: Mapping[str, str] | None = None) -> Baseline:
    """What every arm of a priced frame did, arms in order; `versions` name what made the requests."""
    arms = [_arm(key, calls) for key, calls in grouped(model_calls(frame), ARM)]
    return Baseline(
        arms=tuple(sorted(arms, key=lambda record: record.arm)),
        price_table=PRICE_TABLE,
        versions=dict(sorted((versions or {}).items())),
    )


def _arm(key: Cells, calls: pd.DataFrame) -> ArmRecord:
    hits, money = hit_share(calls), saved(calls)
    return ArmRecord(
        provenance=str(key["provenance"]),
        layout=_text(key["layout"]),
        presentation=_text(key["presentation"]),
        model=_text(key["model"]),
        scenarios=tuple(sorted(calls["scenario"].dropna().unique())),
        exchanges=len(calls),
        sessions=sessions(calls),
        prefixes=_prefixes(calls),
        hit_share=None if hits.share is None else round(hits.share, 6),
        hit_share_n=hits.n,
        cost_usd=None if money.cost_usd is None else round(float(money.cost_usd), _USD_DECIMALS),
        priced=money.n,
        stale_turns=stale_turns(calls).turns,
        breaks=tuple(_break(row) for row in records(breaks(calls))),
        misses=_misses(calls),
        selection=selection(calls),
    )


def _text(cell: object) -> str | None:
    return cell if isinstance(cell, str) else None


def _break(row: Cells) -> Break:
    return Break(
        block=_text(row["block"]),
        tier=_text(row["tier"]),
        segment=str(row["segment"]),
        byte=int(str(row["byte"])),
        requests=int(str(row["requests"])),
    )


def _misses(calls: pd.DataFrame) -> Mapping[str, int] | None:
    found = [classes for cell in cells(calls, "miss") if (classes := names(cell)) is not None]
    counts = Counter(name for classes in found for name in classes)
    return dict(sorted(counts.items())) if found else None


def _prefixes(calls: pd.DataFrame) -> tuple[Prefix, ...]:
    one_each = calls.dropna(subset="stable_prefix_sha256").drop_duplicates("stable_prefix_sha256")
    rows = records(one_each.sort_values("stable_prefix_sha256"), _READ)
    return tuple(_prefix(calls, row) for row in rows)


def _prefix(calls: pd.DataFrame, row: Cells) -> Prefix:
    tokens = row["stable_prefix_tokens"]
    known = tokens if isinstance(tokens, int) else None
    return Prefix(
        sha256=str(row["stable_prefix_sha256"]),
        tokens=known,
        cold_write_usd=None if known is None else _cold_write(calls, row, known),
    )


def _cold_write(calls: pd.DataFrame, row: Cells, tokens: int) -> float | None:
    """At the newest rates, in the class that the arm writes; as plain input where the arm reports no writes."""
    if int(calls["cache_write_1h_tokens"].sum()) > 0:
        cold = Tokens(uncached=0, write_1h=tokens)
    elif int(calls["cache_write_tokens"].sum()) > 0:
        cold = Tokens(uncached=0, write=tokens)
    else:
        cold = Tokens(uncached=tokens)
    models = tuple(name for name in (row["response_model"], row["wire_model"]) if isinstance(name, str))
    usd = price(cold, _text(row["provider"]), models, None).usd
    return None if usd is None else round(float(usd), _USD_DECIMALS)
