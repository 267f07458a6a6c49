"""How the hit share grows over the turns of a session, by layout."""

import pandas as pd
from matplotlib.axes import Axes
from matplotlib.ticker import MaxNLocator

from agentbench.measure.arm import ARM, model_calls
from agentbench.report.theme import looks

_KEYS = [*ARM, "turn"]


def hit_share_by_turn(frame: pd.DataFrame) -> pd.DataFrame:
    """Columns provenance, layout, presentation, model, turn, `hit_share` (token-weighted), `n` (exchanges).

    Only exchanges of ours that report both reads and input; ordered by arm and turn.
    """
    calls = model_calls(frame)
    known = calls["layout"].notna() & calls["turn"].notna()
    reported = (calls["cache_read_tokens"] <= calls["input_tokens"]).fillna(False)
    groups = calls[known & reported].groupby(_KEYS, dropna=False)
    sums = groups[["cache_read_tokens", "input_tokens"]].sum()
    sums["n"] = groups.size()
    found = sums[sums["input_tokens"] > 0].reset_index()
    share = (found["cache_read_tokens"] / found["input_tokens"]).astype("Float64")
    return found.assign(hit_share=share)[[*_KEYS, "hit_share", "n"]]


def draw_hit_share(points: pd.DataFrame, axes: Axes) -> Axes:
    """One line per layout of one provenance, presentation and model; the title is the finding."""
    looked = looks(points["layout"])
    for layout, rows in points.groupby("layout"):
        look = looked[str(layout)]
        x, y = rows["turn"].tolist(), rows["hit_share"].tolist()
        axes.plot(x, y, color=look.colour, marker=look.marker, label=f"{layout} (n = {rows['n'].sum()})")
    axes.set(xlabel="turn", ylabel="hit share", ylim=(-0.03, 1.03))
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    axes.set_title(_finding(points), loc="left")
    axes.legend(loc="upper left", bbox_to_anchor=(1.0, 1.0))
    return axes


def _finding(points: pd.DataFrame) -> str:
    last = points[points["turn"] == points["turn"].max()].sort_values("hit_share", ascending=False)
    shares = ", ".join(f"{row.layout} {row.hit_share:.0%}" for row in last.itertuples())
    first = points.iloc[0]
    # a finding about many layouts does not fit beside the model's name
    gap = "\n" if len(last) > 2 else " "
    return f"{first['model']} ({first['provenance']}):{gap}in the last turn {shares}"
