"""How good one ranking is for one query."""

import math
from collections.abc import Iterable, Mapping, Sequence

from agentbench.measure.selection.dataset import Query

DEEPEST = 10
"""Ranks that are looked at; what stands lower counts as not found."""
RECALL_AT = (1, 3, 5, 10)


def ranks(query: Query, ranking: Sequence[str]) -> tuple[int | None, ...]:
    """For each slot of the query the rank (from 1) of the first tool that fills it; None where none does."""
    places = {name: at for at, name in reversed(list(enumerate(ranking[:DEEPEST], 1)))}
    return tuple(min((places[name] for name in slot if name in places), default=None) for slot in query.slots)


def scores(query: Query, found: Sequence[int | None]) -> Mapping[str, float | None]:
    """The measures of one query from the ranks of its slots; those of the main tool are None where there is none."""
    result: dict[str, float | None] = {}
    main = found[query.main] if query.main is not None else None
    for k in RECALL_AT:
        result[f"recall_at_{k}"] = sum(_within(rank, k) for rank in found) / len(found)
        result[f"main_recall_at_{k}"] = None if query.main is None else float(_within(main, k))
    first = min((rank for rank in found if rank is not None), default=None)
    result["mrr"] = 1 / first if first else 0.0
    result["ndcg_at_10"] = _gain(rank for rank in found if rank) / _gain(
        range(1, min(len(found), DEEPEST) + 1)
    )
    result["all_gold_at_5"] = float(all(_within(rank, 5) for rank in found))
    result["all_gold_at_10"] = float(all(_within(rank, 10) for rank in found))
    return result


def _within(rank: int | None, k: int) -> bool:
    return rank is not None and rank <= k


def _gain(places: Iterable[int]) -> float:
    return sum(1 / math.log2(place + 1) for place in places)
