"""How often the right tool is called, against what a turn costs in tokens, by presentation of the tools."""

from collections.abc import Sequence

import pandas as pd
from matplotlib.axes import Axes
from matplotlib.ticker import FuncFormatter

from agentbench.measure.arm import Cells, records
from agentbench.measure.selection import outcomes, turns
from agentbench.report.theme import LINE

_ARM = ["provenance", "layout", "presentation", "model", "catalogue_tools"]
_MARKERS = {"eager": "o", "bridge": "s", "named": "D", "native": "^", "local": "v"}


def accuracy_by_tokens(frame: pd.DataFrame) -> pd.DataFrame:
    """One row per arm with scored turns of a scored frame, ordered by arm.

    Columns: the arm (`catalogue_tools` among it); `accuracy` (right turns of `n` scored ones) with its 95 % interval
    `low` to `high` (Wilson's); `input_tokens` a turn, over the `tokens_n` scored turns that tell them: a turn with a
    failed call does not.
    """
    found = outcomes(frame, _ARM).rename(
        columns={"right_share": "accuracy", "right_low": "low", "right_high": "high", "turns": "n"}
    )
    played = turns(frame)
    scored = played[(played["selection"] != "not_scored").fillna(False)]
    groups = scored.groupby(_ARM, dropna=False)["input_tokens"]
    tokens = groups.agg(input_tokens="mean", tokens_n="count").reset_index()
    merged = found.merge(tokens, on=_ARM, validate="one_to_one")
    return merged[[*_ARM, "accuracy", "low", "high", "n", "input_tokens", "tokens_n"]]


def draw_accuracy_by_tokens(points: pd.DataFrame, axes: Axes) -> Axes:
    """One mark per layout, presentation and catalogue size, of one provenance and model; the title is the finding.

    A bar is the 95 % interval; the smallest catalogue's marks are filled. An arm without tokens is in the legend only.
    """
    smallest = points["catalogue_tools"].min()
    several = [name for name in ("layout", "catalogue_tools") if points[name].nunique() > 1]
    shown = points.sort_values("accuracy", ascending=False, kind="stable")
    for row in records(shown):
        x, y, low, high = _place(row)
        axes.vlines(x, low, high, color=LINE, alpha=0.5, linewidth=2)
        axes.plot(
            x,
            y,
            linestyle="none",
            marker=_MARKERS.get(str(row["presentation"]), "X"),
            color=LINE,
            markerfacecolor=LINE if row["catalogue_tools"] == smallest else "none",
            markersize=7,
            label=_label(row, several),
        )
    most = points["input_tokens"].max()
    axes.set(xlabel="input tokens per turn", ylabel="turns with the right tool", ylim=(-0.03, 1.03))
    axes.set_xlim(0, 1.08 * float(most) if pd.notna(most) else 1)
    axes.xaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:,.0f}"))
    axes.set_title(_finding(shown, several), loc="left")
    axes.legend(loc="upper left", bbox_to_anchor=(1.0, 1.0))
    return axes


def _place(row: Cells) -> tuple[list[float], ...]:
    """Where a mark and the ends of its bar stand: lists of one, or empty where the arm tells no tokens."""
    found = [row[name] for name in ("input_tokens", "accuracy", "low", "high")]
    known = [value for value in found if isinstance(value, float)]
    return tuple([value] for value in known) if len(known) == len(found) else ([], [], [], [])


def _named(row: Cells, several: Sequence[str]) -> str:
    """The presentation, and what else of the arm differs within the figure."""
    layout = f"{row['layout']}, " if "layout" in several else ""
    of = f" of {row['catalogue_tools']} tools" if "catalogue_tools" in several else ""
    return f"{layout}{row['presentation']}{of}"


def _label(row: Cells, several: Sequence[str]) -> str:
    tokens = "" if row["tokens_n"] == row["n"] else f", tokens of {row['tokens_n']}"
    return f"{_named(row, several)} (n = {row['n']}{tokens})"


def _finding(shown: pd.DataFrame, several: Sequence[str]) -> str:
    """The best arm and, where there are others, the worst."""
    arms = records(shown)
    model = str(arms[0]["model"])
    said = [f"{_named(arm, several)} {arm['accuracy']:.0%}" for arm in [arms[0], *arms[1:][-1:]]]
    return (
        f"{model.partition(':')[2] or model} ({arms[0]['provenance']})\nright tool called: {', '.join(said)}"
    )
