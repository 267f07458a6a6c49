"""How well reads were predicted, per class of provider: exact, value or nothing, flaky."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import get_args

import pandas as pd

from agentbench.caching import UNDETERMINED, Calibration
from agentbench.facts import Precision
from agentbench.measure.accuracy.pairs import Pair, Pairs, pairs
from agentbench.measure.accuracy.scores import brier, interval_score, mean, quantile, share
from agentbench.tape.exchange import Exchange

Figures = Mapping[str, object]

_COUNTS = ("n", "live", "determined", "undetermined", "hits", "exact", "values_most", "intervals", "chances")
_COLUMNS: Mapping[str, str] = {
    "class": "string",
    "provenance": "string",
    **dict.fromkeys(_COUNTS, "Int64"),
    **dict.fromkeys(
        (
            *("exact_share", "exact_hit_share", "exact_share_raw", "covered_share", "covered_share_raw"),
            *("error_p50", "error_p90", "error_p99", "interval_coverage", "interval_hit_coverage"),
            *("interval_width", "interval_score", "trivial_interval_score", "interval_zero_share"),
            *("hit_share", "brier", "base_rate_brier"),
        ),
        "Float64",
    ),
    "causes": "object",
    "disagreements": "object",
}


def table(exchanges: Sequence[Exchange], known: Calibration | None = None) -> pd.DataFrame:
    """See `of_pairs`; `known` corrects the token counts of what no answer counted."""
    return of_pairs(pairs(exchanges, known))


def of_pairs(found: Pairs) -> pd.DataFrame:
    """One row per class of provider and provenance; `causes` and `disagreements` hold objects for JSON.

    A share is of pairs. `_raw` shares are of all pairs, the others of those that the file determines.
    `first_requests` are in none of them: no file shows how warm their cache was.
    """
    rows = frame_of(found.pairs, lambda pair: {"class": pair.precision, "provenance": pair.provenance})
    keys = zip(rows["class"], rows["provenance"], strict=True)
    first = pd.Series([found.first.get(key, 0) for key in keys], dtype="Int64", index=rows.index)
    rows.insert(2, "first_requests", first)
    return rows


def by_provider(found: Sequence[Pair]) -> pd.DataFrame:
    """The same per class and provider."""
    return frame_of(found, lambda pair: {"class": pair.precision, "provider": pair.provider})


def frame_of(found: Sequence[Pair], key: Callable[[Pair], Mapping[str, str]]) -> pd.DataFrame:
    """One row of figures per key, exact classes first."""
    groups: dict[tuple[tuple[str, str], ...], list[Pair]] = {}
    for pair in found:
        groups.setdefault(tuple(key(pair).items()), []).append(pair)
    classes = get_args(Precision)
    ordered = sorted(groups.items(), key=lambda item: (classes.index(item[0][0][1]), item[0][1:]))
    rows = [dict(names) | figures(members) for names, members in ordered]
    names = [name for name, _ in ordered[0][0]] if ordered else list(_COLUMNS)[:2]
    types = dict.fromkeys(names, "string") | {
        n: t for n, t in _COLUMNS.items() if n not in ("class", "provenance")
    }
    return pd.DataFrame(rows, columns=list(types)).astype(types)


def figures(found: Sequence[Pair]) -> dict[str, object]:
    """What one group of pairs shows."""
    sure = [pair for pair in found if pair.determined]
    return {
        "n": len(found),
        "live": sum(pair.live for pair in found),
        "determined": len(sure),
        "undetermined": len(found) - len(sure),
        "hits": sum(pair.read > 0 for pair in sure),
        "exact": sum(pair.exact for pair in sure),
        "exact_share": share(pair.exact for pair in sure),
        "exact_hit_share": share(pair.exact for pair in sure if pair.read > 0),
        "exact_share_raw": share(pair.exact for pair in found),
        "covered_share": share(pair.covered for pair in sure),
        "covered_share_raw": share(pair.covered for pair in found),
        "values_most": max((len(pair.values) for pair in found), default=0),
        "error_p50": quantile((pair.error for pair in sure), 0.5),
        "error_p90": quantile((pair.error for pair in sure), 0.9),
        "error_p99": quantile((pair.error for pair in sure), 0.99),
        **_intervals(found),
        **_chances(found),
        "causes": dict(Counter(pair.cause for pair in found if pair.cause is not None).most_common()),
        "disagreements": [disagreement(pair) for pair in found if pair.cause is not None],
    }


def disagreement(pair: Pair) -> Figures:
    """A pair that is not as predicted, or that its file does not determine, as one line of a list."""
    return {
        "cassette": pair.cassette,
        "index": pair.index,
        "provider": pair.provider,
        "model": pair.model,
        "read": pair.read,
        "values": list(pair.values),
        "cause": pair.cause,
        "determined": pair.cause not in UNDETERMINED,
    }


def _intervals(found: Sequence[Pair]) -> dict[str, object]:
    """The trivial interval goes from nothing to the whole prompt."""
    rows = [(pair.low, pair.high, pair.read, pair.total) for pair in found if pair.high is not None]
    inside = [(low - 1 <= read <= high + 1, read > 0) for low, high, read, _ in rows]
    return {
        "intervals": len(rows),
        "interval_coverage": share(within for within, _ in inside),
        "interval_hit_coverage": share(within for within, hit in inside if hit),
        "interval_width": mean([high - low for low, high, _, _ in rows]),
        "interval_score": mean([interval_score(low, high, read) for low, high, read, _ in rows]),
        "trivial_interval_score": mean([interval_score(0, total, read) for _, _, read, total in rows]),
        "interval_zero_share": share(high == 0 for _, high, _, _ in rows),
    }


def _chances(found: Sequence[Pair]) -> dict[str, object]:
    """The base rate is how often a hit is seen in these same pairs."""
    rows = [(pair.hit_probability, pair.hit) for pair in found if pair.hit_probability is not None]
    base = share(hit for _, hit in rows)
    return {
        "chances": len(rows),
        "hit_share": base,
        "brier": brier(rows),
        "base_rate_brier": None if base is None else brier((base, hit) for _, hit in rows),
    }
