"""Where the default ranker fails: by tool, by source, and which wrong tool stood first."""

from collections import Counter
from collections.abc import Mapping, Sequence

import pandas as pd

from agentbench.measure.selection.dataset import Labelled

Ranks = Sequence[Sequence[int | None]]


def by_tool(labelled: Labelled, found: Ranks) -> pd.DataFrame:
    """One row a needed tool: its source, how often it was needed (`n`), and `recall_at_5`; worst first."""
    source = _sources(labelled)
    rows = [
        {"tool": name, "source": source[name], "n": 1, "found": int(rank is not None and rank <= 5)}
        for query, places in zip(labelled.queries, found, strict=True)
        for name, rank in zip(query.gold, places, strict=True)
    ]
    return _shares(pd.DataFrame(rows, columns=["tool", "source", "n", "found"]), ["tool", "source"])


def by_source(tools: pd.DataFrame) -> pd.DataFrame:
    """The table of `by_tool` summed over sources (servers, fields)."""
    counts = tools.assign(found=(tools["recall_at_5"] * tools["n"]).astype("Float64"))
    return _shares(counts[["source", "n", "found"]], ["source"])


def confusions(labelled: Labelled, rankings: Sequence[Sequence[str]], found: Ranks) -> pd.DataFrame:
    """Wrong tools that stood first: needed tool, taken tool, whether they are siblings (same source), `n`."""
    source = _sources(labelled)
    pairs: Counter[tuple[str, str]] = Counter()
    for query, ranking, places in zip(labelled.queries, rankings, found, strict=True):
        if ranking and places and 1 not in places:
            pairs[query.gold[query.main or 0], ranking[0]] += 1
    rows = [
        {"needed": needed, "taken": taken, "sibling": source[needed] == source.get(taken), "n": n}
        for (needed, taken), n in sorted(pairs.items(), key=lambda item: (-item[1], item[0]))
    ]
    return pd.DataFrame(rows, columns=["needed", "taken", "sibling", "n"])


def _sources(labelled: Labelled) -> Mapping[str, str]:
    return {tool.name: tool.toolset for tool in labelled.tools}


def _shares(rows: pd.DataFrame, keys: list[str]) -> pd.DataFrame:
    summed = rows.groupby(keys, as_index=False, sort=True)[["n", "found"]].sum()
    summed["recall_at_5"] = (summed["found"] / summed["n"]).astype("Float64")
    ordered = summed.sort_values(["recall_at_5", "n", *keys], ascending=[True, False, *[True] * len(keys)])
    return ordered.drop(columns="found").astype({"n": "Int64"}).reset_index(drop=True)
