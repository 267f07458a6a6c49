"""How the hit share grows over the turns of a session, by layout."""

import pandas as pd
from matplotlib.axes import Axes
from matplotlib.ticker import MaxNLocator

from agentbench.measure import read_tokens
from agentbench.measure.arm import ARM, model_calls
from agentbench.report.theme import looks

_KEYS = [*ARM, "turn"]
_STYLES = ("-", "--", ":", "-.")


def hit_share_by_turn(frame: pd.DataFrame) -> pd.DataFrame:
    """Columns provenance, layout, presentation, model, turn, `hit_share` (token-weighted), `n` (exchanges).

    `lowest` and `highest` are the hit shares of single sessions in that turn. Only exchanges of ours that report both
    reads and input; ordered by arm and turn.
    """
    calls = model_calls(frame)
    calls = calls.assign(cache_read_tokens=read_tokens(calls))
    known = calls["layout"].notna() & calls["turn"].notna()
    reported = (calls["cache_read_tokens"] <= calls["input_tokens"]).fillna(False)
    chosen = calls[known & reported]
    by_session = _shares(chosen, [*_KEYS, "cassette", "scenario", "repeat"])
    spread = by_session.groupby(_KEYS, dropna=False)["hit_share"].agg(lowest="min", highest="max")
    found = _shares(chosen, _KEYS).merge(spread.reset_index(), on=_KEYS)
    return found[[*_KEYS, "hit_share", "lowest", "highest", "n"]]


def _shares(calls: pd.DataFrame, by: list[str]) -> pd.DataFrame:
    groups = calls.groupby(by, dropna=False)
    sums = groups[["cache_read_tokens", "input_tokens"]].sum()
    sums["n"] = groups.size()
    found = sums[sums["input_tokens"] > 0].reset_index()
    share = (found["cache_read_tokens"] / found["input_tokens"]).astype("Float64")
    return found.assign(hit_share=share)


def draw_hit_share(points: pd.DataFrame, axes: Axes) -> Axes:
    """One line per layout (and presentation, by line style) of one provenance and model; the title is the finding.

    A bar through a point goes from the session with the lowest to the one with the highest share in that turn.
    """
    looked = looks(points["layout"])
    shown = sorted(points["presentation"].dropna().unique())
    styles = {name: _STYLES[i % len(_STYLES)] for i, name in enumerate(shown)}
    arms = list(points.groupby(["layout", "presentation"], dropna=False))
    for i, ((layout, presentation), rows) in enumerate(arms):
        look, style = looked[str(layout)], styles.get(presentation, "-")
        x, aside = rows["turn"].tolist(), 0.09 * (i - (len(arms) - 1) / 2)
        low, high = rows["lowest"].tolist(), rows["highest"].tolist()
        axes.vlines([turn + aside for turn in x], low, high, color=look.colour, alpha=0.4, linewidth=2)
        label = f"{layout}, tools {presentation}" if len(shown) > 1 else str(layout)
        axes.plot(
            x,
            rows["hit_share"].tolist(),
            color=look.colour,
            marker=look.marker,
            markersize=5,
            linestyle=style,
            label=label,
        )
    axes.set(xlabel="turn", ylabel="hit share", ylim=(-0.03, 1.03))
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    axes.set_title(_finding(points), loc="left")
    axes.legend(loc="upper left", bbox_to_anchor=(1.0, 1.0))
    return axes


def _finding(points: pd.DataFrame) -> str:
    last = points[points["turn"] == points["turn"].max()]
    best = last.groupby("layout")["hit_share"].max().sort_values(ascending=False, kind="stable")
    shares = ", ".join(f"{layout} {share:.0%}" for layout, share in best.items())
    first, shown = points.iloc[0], points["presentation"].dropna().unique()
    tools = f", tools {shown[0]}" if len(shown) == 1 else ""
    counts = points.groupby(["layout", "presentation"], dropna=False)["n"].sum()
    low, high = int(counts.min()), int(counts.max())
    calls = f"{low}" if low == high else f"{low} to {high}"
    name = str(first["model"]).partition(":")[2] or first["model"]
    return f"{name} ({first['provenance']}{tools}; n = {calls} calls)\nlast turn: {shares}"
