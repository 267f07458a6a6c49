"""`select`: how well rankers find the needed tools, over labelled queries."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from agentbench.builder.deferral.search import RANKERS
from agentbench.builder.tools import Tool, load_catalogue
from agentbench.errors import BadInput, NotFound
from agentbench.measure.selection.dataset import Labelled, load_labelled, load_unfitting
from agentbench.measure.selection.intervals import mean_interval
from agentbench.measure.selection.nothing import nothing_fits
from agentbench.measure.selection.scores import DEEPEST, ranks, scores
from agentbench.measure.selection.tables import by_source, by_tool, confusions
from agentbench.nearest import nearest

_WITH_INTERVAL = ("recall_at_5", "main_recall_at_5", "all_gold_at_5", "mrr")
_CURVE_QUERIES = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """Ranker quality on one data set, or on each of a folder of data sets."""

    frame: pd.DataFrame
    """One row a data set and ranker, default first: shares, their 95 % intervals (`_low`, `_high`), and how far the
    default is ahead of this ranker on the same queries (`_difference`, with its interval)."""
    per_tool: pd.DataFrame
    """See `by_tool`, for the first ranker."""
    per_source: pd.DataFrame
    """See `by_source`."""
    confusions: pd.DataFrame
    """See `confusions`."""
    curve: pd.DataFrame
    """`recall_at_5` by ranker and number of tools, where distractors were asked for."""
    nothing: pd.DataFrame
    """See `nothing_fits`; empty where the data set has no irrelevant queries beside it."""

    def _repr_html_(self) -> str:
        return self.frame.to_html(index=False, float_format="{:.3f}".format)


def evaluate(dataset_dir: Path, rankers: Sequence[str] = (), distractors: int = 0, seed: int = 0) -> Result:
    """Rank every labelled query of a data set with each ranker; all rankers where none is named.

    Args:
        dataset_dir: a folder with `tools.jsonl` and `queries.jsonl`, or a folder of such folders.
        rankers: names of `RANKERS`; the default is always measured, and first.
        distractors: how many tools of the catalogues beside it that have no queries are added, first ones first.
        seed: for the order of the catalogues, which is shuffled, and for the bootstrap.

    Raises:
        BadInput: no data set is there, or not as many distractors.
        NotFound: a ranker is not known.
    """
    chosen = _rankers(rankers)
    results = [_evaluate_one(folder, chosen, distractors, seed) for folder in _folders(dataset_dir)]
    names = list(Result.__dataclass_fields__)
    return Result(**{name: _joined([getattr(result, name) for result in results]) for name in names})


def _folders(folder: Path) -> list[Path]:
    if (folder / "queries.jsonl").is_file():
        return [folder]
    inside = sorted(
        path.parent for path in folder.glob("*/queries.jsonl") if (path.parent / "tools.jsonl").is_file()
    )
    if not inside:
        raise BadInput(
            f"data set {str(folder)!r}: found no queries.jsonl in it or in its folders; give a folder with "
            "tools.jsonl and queries.jsonl"
        )
    return inside


def _rankers(named: Sequence[str]) -> list[str]:
    for name in named:
        if name not in RANKERS:
            near = nearest(name, RANKERS)
            hint = f"did you mean {near!r}?" if near else f"choose from {', '.join(RANKERS)}"
            raise NotFound(f"ranker {name!r}: there is none of that name; {hint}")
    return list(dict.fromkeys(("default", *(named or RANKERS))))


def _evaluate_one(folder: Path, rankers: Sequence[str], distractors: int, seed: int) -> Result:
    labelled = load_labelled(folder)
    more = _distractors(folder, labelled, distractors)
    whole = replace(labelled, tools=_shuffled((*labelled.tools, *more), seed))
    rankings = {name: _rank_all(whole, name) for name in rankers}
    places = {
        name: [ranks(q, r) for q, r in zip(whole.queries, rankings[name], strict=True)] for name in rankers
    }
    measured = {name: _measures(whole, places[name]) for name in rankers}
    tools = by_tool(whole, places["default"])
    irrelevant = folder.resolve().with_name(f"{labelled.name}_irrelevance")
    unfitting = load_unfitting(irrelevant) if (irrelevant / "queries.jsonl").is_file() else ()
    tables = {
        "frame": _frame(whole, measured, seed),
        "per_tool": tools,
        "per_source": by_source(tools),
        "confusions": confusions(whole, rankings["default"], places["default"]),
        "curve": _curve(labelled, more, rankers, seed),
        "nothing": nothing_fits(labelled, unfitting, rankers) if unfitting else pd.DataFrame(),
    }
    return Result(**{name: _named(table, labelled.name) for name, table in tables.items()})


def _distractors(folder: Path, labelled: Labelled, count: int) -> tuple[Tool, ...]:
    """The first `count` tools of the catalogues beside the data set that have no queries.

    Those under a name of the data set's own are then left out; the frame's `tools` says how many were searched.
    """
    if not count:
        return ()
    known = {tool.name for tool in labelled.tools}
    found: list[Tool] = []
    for catalogue in sorted(folder.resolve().parent.glob("*/tools.jsonl")):
        if not (catalogue.parent / "queries.jsonl").exists():
            found += load_catalogue(catalogue)
    if len(found) < count:
        raise BadInput(
            f"data set {str(folder)!r}: asked for {count} distractors, found {len(found)} tools in catalogues "
            "without queries beside it; ask for fewer"
        )
    return tuple(tool for tool in found[:count] if tool.name not in known)


def _shuffled(tools: Sequence[Tool], seed: int) -> tuple[Tool, ...]:
    return tuple(Random(seed).sample(tools, len(tools)))


def _rank_all(labelled: Labelled, ranker: str) -> list[list[str]]:
    index = RANKERS[ranker](labelled.tools)
    return [[hit.name for hit in index.rank(query.text, DEEPEST)] for query in labelled.queries]


def _measures(labelled: Labelled, places: Sequence[Sequence[int | None]]) -> pd.DataFrame:
    """One row a query, one column a measure; queries that need no tool are left out."""
    rows = [scores(query, found) for query, found in zip(labelled.queries, places, strict=True) if found]
    return pd.DataFrame(rows).astype("Float64")


def _frame(labelled: Labelled, measured: Mapping[str, pd.DataFrame], seed: int) -> pd.DataFrame:
    rows: list[dict[str, object]] = []
    for name, table in measured.items():
        row: dict[str, object] = {"ranker": name, "queries": len(table), "tools": len(labelled.tools)}
        row |= {str(measure): table[measure].mean() for measure in table}
        for measure in _WITH_INTERVAL:
            values = _values(table[measure])
            row |= _interval(measure, values, seed)
            # paired: the same queries under the default
            ahead = _values(measured["default"][measure]) - values if name != "default" else values[:0]
            row[f"{measure}_difference"] = float(ahead.mean()) if len(ahead) else None
            row |= _interval(f"{measure}_difference", ahead, seed)
        rows.append(row)
    frame = pd.DataFrame(rows)
    shares = {column: "Float64" for column in frame.columns if column not in ("ranker", "queries", "tools")}
    return frame.astype({"queries": "Int64", "tools": "Int64", **shares})


def _values(column: "pd.Series[float]") -> NDArray[np.float64]:
    return np.asarray(column.dropna(), np.float64)


def _interval(measure: str, values: NDArray[np.float64], seed: int) -> dict[str, object]:
    low, high = mean_interval(values, seed) if len(values) else (None, None)
    return {f"{measure}_low": low, f"{measure}_high": high}


def _curve(labelled: Labelled, more: Sequence[Tool], rankers: Sequence[str], seed: int) -> pd.DataFrame:
    """`recall_at_5` as distractors are added, doubling; on at most 200 queries, drawn by the seed."""
    if not more:
        return pd.DataFrame()
    count = min(_CURVE_QUERIES, len(labelled.queries))
    some = replace(labelled, queries=tuple(Random(seed).sample(labelled.queries, count)))
    sizes = sorted({len(more) >> shift for shift in range(4)} | {0})
    rows = []
    for size in sizes:
        part = replace(some, tools=_shuffled((*labelled.tools, *more[:size]), seed))
        for name in rankers:
            found = [ranks(q, r) for q, r in zip(part.queries, _rank_all(part, name), strict=True)]
            share = _measures(part, found)["recall_at_5"].mean()
            rows.append({"ranker": name, "tools": len(part.tools), "queries": count, "recall_at_5": share})
    return pd.DataFrame(rows).astype({"recall_at_5": "Float64"})


def _named(table: pd.DataFrame, dataset: str) -> pd.DataFrame:
    if not table.empty:
        table.insert(0, "dataset", dataset)
    return table


def _joined(tables: Sequence[pd.DataFrame]) -> pd.DataFrame:
    filled = [table for table in tables if not table.empty]
    return pd.concat(filled, ignore_index=True) if filled else pd.DataFrame()
