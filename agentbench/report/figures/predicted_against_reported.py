"""Predicted reads against reported ones, by class of provider."""

from collections.abc import Sequence

import pandas as pd
from matplotlib.axes import Axes
from matplotlib.ticker import FixedLocator, FuncFormatter, NullLocator

from agentbench.facts import cache_rule
from agentbench.measure.arm import Cells, model_calls, records
from agentbench.report.theme import CHANGE, INK, LINE

_DTYPES = {
    "class": "string",
    "provenance": "string",
    "reported": "Int64",
    "low": "Int64",
    "high": "Int64",
    "agrees": "string",
    "n": "Int64",
}
# the vendors' own counts differ by one between a write and its read
_TOLERANCE = 1
_CLOSE = 0.05
_WORDS = {
    "exact": "the rules decide the read",
    "floor": "a least is promised",
    "flaky": "nothing is promised",
}
_MARKS = {
    "as predicted": (LINE, LINE, "o"),
    "within 5%": (LINE, "none", "s"),
    "otherwise": (CHANGE, CHANGE, "X"),
}
"""Colour, fill and mark."""
_TICKS = (0, 100, 1_000, 10_000, 100_000, 1_000_000)


def predicted_against_reported(
    frame: pd.DataFrame, provenances: Sequence[str] = ("recorded",)
) -> pd.DataFrame:
    """One row per distinct class of provider, provenance and triple of tokens.

    Columns: `class` (exact, floor, flaky), `provenance`, `reported` (tokens read), `low` and `high` (predicted read),
    `agrees` (`as predicted`: in the interval, one token more or less; `within 5%` of it; `otherwise`), `n` (model
    calls). Only later requests of a conversation that report their read and whose prediction has both bounds.
    """
    calls = model_calls(frame)
    bounds = ["cache_read_tokens", "predicted_read_tokens_low", "predicted_read_tokens_high"]
    judged = calls["provenance"].isin(list(provenances)) & calls["common_prefix_bytes"].notna()
    known = calls[judged & calls[bounds].notna().all(axis=1)]
    keys = ["provider", "wire_model", "provenance", *bounds]
    counted = known.groupby(keys, dropna=False).size().rename("n").reset_index()
    rows = [row for one in records(counted) if (row := _row(one)) is not None]
    table = pd.DataFrame(rows, columns=list(_DTYPES)).astype(_DTYPES)
    by = [name for name in _DTYPES if name != "n"]
    return table.groupby(by)["n"].sum().reset_index()[list(_DTYPES)]


def _row(row: Cells) -> Cells | None:
    provider, model = row["provider"], str(row["wire_model"])
    rule = cache_rule(None if provider is None else str(provider), model)
    reported, low, high = (
        int(str(row[name]))
        for name in ("cache_read_tokens", "predicted_read_tokens_low", "predicted_read_tokens_high")
    )
    if rule is None:
        return None
    off = max(low - reported, reported - high, 0)
    agrees = "as predicted" if off <= _TOLERANCE else "within 5%" if off <= _CLOSE * reported else "otherwise"
    shown = {"reported": reported, "low": low, "high": high, "agrees": agrees, "n": row["n"]}
    return {"class": rule.precision, "provenance": row["provenance"]} | shown


def draw_predicted_against_reported(points: pd.DataFrame, axes: Axes) -> Axes:
    """Each reported read against what was predicted, of one class and provenance.

    A line is the predicted interval, its mark the value in it that is nearest to the report: where the prediction
    holds, the mark lies on the dashed line. The larger a mark, the more model calls.
    """
    for agrees, (colour, fill, marker) in _MARKS.items():
        rows = points[points["agrees"] == agrees]
        reported, low, high = ([int(v) for v in rows[name]] for name in ("reported", "low", "high"))
        nearest = [max(least, min(read, top)) for read, least, top in zip(reported, low, high, strict=True)]
        sizes = [10.0 + 8.0 * min(int(n), 25) ** 0.5 for n in rows["n"]]
        axes.vlines(reported, low, high, color=colour, alpha=0.5)
        axes.scatter(
            reported,
            nearest,
            s=sizes,
            linewidths=1,
            label=agrees,
            marker=marker,
            facecolors=fill,
            edgecolors=colour,
        )
    most = int(points[["reported", "high"]].max().max())
    axes.plot([0, most], [0, most], color=INK, linestyle="--", linewidth=0.8)
    axes.set(xlabel="reported read (tokens)", ylabel="predicted read (tokens)")
    axes.set_xscale("symlog", linthresh=100, linscale=0.6)
    axes.set_yscale("symlog", linthresh=100, linscale=0.6)
    for axis in (axes.xaxis, axes.yaxis):
        axis.set_major_locator(FixedLocator(_TICKS))
        axis.set_minor_locator(NullLocator())
        axis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:,.0f}"))
    axes.set_title(_finding(points), loc="left")
    axes.legend(loc="upper left", bbox_to_anchor=(1.0, 1.0))
    return axes


def _finding(points: pd.DataFrame) -> str:
    first, total = points.iloc[0], int(points["n"].sum())
    sums = points.groupby("agrees")["n"].sum()
    right, close = (int(sums.get(name, 0)) / total for name in ("as predicted", "within 5%"))
    near = f", {close:.0%} within 5%" if close else ""
    return (
        f"{first['class']}: {_WORDS[str(first['class'])]} ({first['provenance']}, n = {total:,})\n"
        f"{right:.0%} of reads as predicted{near}"
    )
