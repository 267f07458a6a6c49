"""What was paid for: money by class of tokens, one bar per family (or whatever one groups by)."""

from collections.abc import Mapping

import pandas as pd
from matplotlib.axes import Axes
from matplotlib.ticker import FuncFormatter

from agentbench.measure import usd_sum
from agentbench.measure.arm import Cells, grouped, model_calls
from agentbench.measure.cost import COST_CLASSES
from agentbench.report import wording
from agentbench.report.theme import USAGE_COLOURS

COST_COLOURS: Mapping[str, tuple[str, str]] = {
    "uncached": USAGE_COLOURS["uncached"],
    "written": USAGE_COLOURS["written"],
    "written for 1 h": (USAGE_COLOURS["written"][0], "xx"),
    "read": USAGE_COLOURS["read"],
    "output": ("#d8a24a", ""),
    "each call": ("#b0b0b0", "++"),
}
"""Colour and hatch per class of cost, in the order in which they are stacked."""

_COLUMNS = dict(zip(COST_COLOURS, COST_CLASSES.values(), strict=True))
_LONGEST = 44


def cost_by_class(frame: pd.DataFrame, by: tuple[str, ...] = ("provenance", "family")) -> pd.DataFrame:
    """Columns `provenance`, `label`, a column per class of `COST_COLOURS` (USD), `n` (priced calls); dearest first.

    `by` holds provenance; the label names the rest. Only priced calls: what has no price has no bar.
    """
    calls = model_calls(frame)
    known = calls[calls["cost_usd"].notna()]
    rows = [_bar(key, group) for key, group in grouped(known, by)]
    types = (
        {"provenance": "string", "label": "string"} | dict.fromkeys(COST_COLOURS, "Float64") | {"n": "Int64"}
    )
    found = pd.DataFrame(rows, columns=list(types)).astype(types)
    total = found[list(COST_COLOURS)].sum(axis=1)
    ordered = found.assign(total=total).sort_values(
        ["provenance", "total", "label"], ascending=[True, False, True], kind="stable"
    )
    return ordered.drop(columns="total").reset_index(drop=True)


def _bar(key: Cells, calls: pd.DataFrame) -> Cells:
    named = [wording.key(value) for name, value in key.items() if name != "provenance"]
    amounts = {name: float(usd_sum(calls[column]) or 0) for name, column in _COLUMNS.items()}
    return {"provenance": key["provenance"], "label": " / ".join(named) or "all", "n": len(calls)} | amounts


def draw_cost_by_class(bars: pd.DataFrame, axes: Axes) -> Axes:
    """One stacked bar per group of one provenance, in USD from 0, dearest on top; the title is the finding."""
    upward = bars.iloc[::-1]
    labels = [f"{_short(str(row.label))}  (n = {row.n:,})" for row in upward.itertuples()]
    left = pd.Series(0.0, index=upward.index)
    for name, (colour, hatch) in COST_COLOURS.items():
        width = upward[name].astype(float)
        # a class that nobody paid for needs no word in the legend
        if not width.any():
            continue
        axes.barh(
            labels, width, left=left, color=colour, hatch=hatch, label=name, edgecolor="white", linewidth=0.4
        )
        left = left + width
    axes.set(xlabel="cost in USD", xlim=(0, None if left.max() > 0 else 1))
    axes.xaxis.set_major_formatter(FuncFormatter(lambda usd, _: f"${usd:,.10g}"))
    axes.grid(axis="y", visible=False)
    axes.set_title(_finding(bars), loc="left", fontsize=10)
    axes.legend(loc="upper left", bbox_to_anchor=(1.0, 1.0))
    return axes


def _short(label: str) -> str:
    return label if len(label) <= _LONGEST else f"{label[: _LONGEST - 1]}…"


def _finding(bars: pd.DataFrame) -> str:
    classes = bars[list(COST_COLOURS)].astype(float)
    total, first = float(classes.to_numpy().sum()), bars.iloc[0]
    if not total:
        return f"{first['provenance']}: nothing was paid"
    most = str(classes.sum().idxmax())
    dearest = f"{_short(str(first['label']))} costs {wording.usd(float(classes.iloc[0].sum()))} of"
    whole = (
        f"{dearest} {wording.usd(total)}" if len(bars) > 1 else f"{first['label']} costs {wording.usd(total)}"
    )
    return (
        f"{first['provenance']}: {whole};\n{classes[most].sum() / total:.0%} is for {_WORDS.get(most, most)}"
    )


_WORDS = {
    "uncached": "uncached input",
    "written": "writes to the cache",
    "written for 1 h": "writes to the cache for an hour",
    "read": "reads from the cache",
}
