"""Input tokens by what happened to them: uncached, written to a cache, read from one."""

import pandas as pd
from matplotlib.axes import Axes

from agentbench.measure.arm import model_calls
from agentbench.report.theme import INK, USAGE_COLOURS

_COLUMNS = {
    "uncached": "uncached_input_tokens",
    "written": "cache_write_tokens",
    "read": "cache_read_tokens",
}


def input_by_class(frame: pd.DataFrame, by: tuple[str, ...]) -> pd.DataFrame:
    """Columns `provenance`, `label`, `uncached`, `written`, `read` (tokens), `n`; least read share first.

    `by` holds provenance; the label names what else differs. Only exchanges that report their uncached input;
    a class that a provider does not have counts as none.
    """
    calls = model_calls(frame)
    known = calls[(calls["uncached_input_tokens"] >= 0).fillna(False)]
    groups = known.groupby(list(by), dropna=False)
    sums = groups[list(_COLUMNS.values())].sum().rename(columns={v: k for k, v in _COLUMNS.items()})
    sums["n"] = groups.size()
    found = sums.reset_index()
    varying = [name for name in by if name != "provenance" and found[name].nunique(dropna=False) > 1]
    labels = found[varying or list(by[-1:])].fillna("unknown").agg(" / ".join, axis=1)
    total = found["uncached"] + found["written"] + found["read"]
    found = found.assign(label=labels, share=(found["read"] / total.where(total > 0)).astype("Float64"))
    ordered = found.sort_values(["share", "label"], kind="stable", na_position="first")
    return ordered[["provenance", "label", *_COLUMNS, "n"]].reset_index(drop=True)


def draw_input_by_class(bars: pd.DataFrame, axes: Axes, of: str | None = None) -> Axes:
    """One stacked bar per group of one provenance, as shares of its input; the title is the finding.

    `of` names what all bars share, such as their model.
    """
    total = (bars["uncached"] + bars["written"] + bars["read"]).astype(float)
    labels = [f"{row.label} (n = {row.n})" for row in bars.itertuples()]
    left = total * 0.0
    for name, (colour, hatch) in USAGE_COLOURS.items():
        width = bars[name].astype(float) / total.where(total > 0, 1.0)
        axes.barh(
            labels, width, left=left, color=colour, hatch=hatch, label=name, edgecolor=INK, linewidth=0.4
        )
        left = left + width
    axes.set(xlabel="share of input tokens", xlim=(0, 1))
    axes.grid(axis="y", visible=False)
    axes.set_title(_finding(bars, of), loc="left")
    axes.legend(loc="upper left", bbox_to_anchor=(1.0, 1.0))
    return axes


def _finding(bars: pd.DataFrame, of: str | None) -> str:
    total = int((bars["uncached"] + bars["written"] + bars["read"]).sum())
    read = int(bars["read"].sum())
    share = f"{read / total:.0%} of {total:,}" if total else "none of the"
    name = bars["provenance"].iloc[0] if of is None else f"{of} ({bars['provenance'].iloc[0]})"
    return f"{name}:\n{share} tokens came from a cache"
