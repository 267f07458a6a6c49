"""What a baseline said over its commits: hit share, cost, and when the stable prefix changed."""

from collections.abc import Mapping
from dataclasses import dataclass

import pandas as pd
from matplotlib.axes import Axes

from agentbench.measure.arm import cells
from agentbench.report import wording
from agentbench.report.theme import CHANGE, looks

_STYLES = ("-", "--", ":", "-.")
_MOST_LABELS = 12


@dataclass(frozen=True, slots=True, kw_only=True)
class _Measure:
    title: str
    axis: str
    top: float | None


_MEASURES: Mapping[str, _Measure] = {
    "hit_share": _Measure(title="hit share", axis="hit share", top=1.03),
    "cost_per_session_usd": _Measure(title="cost a session", axis="cost a session (USD)", top=None),
}


def history_points(history: pd.DataFrame) -> pd.DataFrame:
    """The rows of `agentbench.history` that have figures, with `step` (the commit's place, from 0) and
    `prefix_changed`: whether the arm's stable prefix is another than at its last commit (missing at its first).
    """
    order = {commit: place for place, commit in enumerate(dict.fromkeys(history["commit"]))}
    steps = pd.Series([order[c] for c in history["commit"]], dtype="Int64", index=history.index)
    known = history.assign(step=steps)[history["arm"].notna()].reset_index(drop=True)
    before = known.groupby("arm")["stable_prefix"].shift()
    return known.assign(prefix_changed=known["stable_prefix"] != before)


def draw_history(points: pd.DataFrame, axes: Axes, measure: str) -> Axes:
    """`hit_share` or `cost_per_session_usd` of one model's arms, a line each, over the commits; colour by layout."""
    of, looked = _MEASURES[measure], looks(points["layout"].dropna())
    shown = sorted(points["presentation"].dropna().unique())
    for (layout, presentation), rows in points.groupby(["layout", "presentation"], dropna=False):
        look = looked.get(str(layout))
        axes.plot(
            rows["step"].tolist(),
            [float("nan") if value is None else float(str(value)) for value in cells(rows, measure)],
            color=look.colour if look else None,
            marker=look.marker if look else ".",
            markersize=5,
            linestyle=_STYLES[shown.index(presentation) % len(_STYLES)] if presentation in shown else "-",
            label=f"{layout}, tools {presentation}" if len(shown) > 1 else str(layout),
        )
    axes.set_ylabel(of.axis)
    axes.set_ylim(0, of.top)
    axes.set_title(f"{_model(points)}:\n{_moved(points, measure)}", loc="left")
    axes.legend(loc="upper left", bbox_to_anchor=(1.0, 1.0))
    return _commits(points, axes)


def draw_prefixes(points: pd.DataFrame, axes: Axes) -> Axes:
    """A row per arm of one model: a mark per commit, and a cross where the stable prefix became another."""
    looked = looks(points["layout"].dropna())
    arms = list(points.groupby(["layout", "presentation"], dropna=False))
    for row, ((layout, _), rows) in enumerate(arms):
        look, steps = looked.get(str(layout)), rows["step"].tolist()
        colour, marker = (look.colour, look.marker) if look else (None, ".")
        axes.plot(steps, [row] * len(steps), color=colour, marker=marker, markersize=5, linewidth=1)
        changed = rows[rows["prefix_changed"].fillna(False)]["step"].tolist()
        axes.plot(changed, [row] * len(changed), "X", color=CHANGE, markersize=9, linestyle="none")
    axes.set_yticks(range(len(arms)), [f"{layout}, {presentation}" for (layout, presentation), _ in arms])
    axes.set_ylim(len(arms) - 0.5, -0.5)
    changes = int(points["prefix_changed"].fillna(False).sum())
    axes.set_title(
        f"{_model(points)}:\nstable prefix changed {wording.plural(changes, 'time')} (crosses)", loc="left"
    )
    return _commits(points, axes)


def _commits(points: pd.DataFrame, axes: Axes) -> Axes:
    named = points.drop_duplicates("step").sort_values("step")
    every = -(-len(named) // _MOST_LABELS)
    labels = [
        f"{commit[:7]}\n{date:%Y-%m-%d}" for commit, date in zip(named["commit"], named["date"], strict=True)
    ]
    axes.set_xticks(named["step"].tolist()[::every], labels[::every], fontsize=7)
    axes.set_xlim(float(named["step"].min()) - 0.3, float(named["step"].max()) + 0.3)
    return axes


def _model(points: pd.DataFrame) -> str:
    first = points.iloc[0]
    return f"{wording.key(None if pd.isna(first['model']) else first['model'])} ({first['provenance']})"


def _moved(points: pd.DataFrame, measure: str) -> str:
    """The arm that moved most between its first and its last known figure."""
    worded = wording.usd if measure.endswith("_usd") else wording.share
    known = points[points[measure].notna()]
    ends = [
        (rows[measure].iloc[0], rows[measure].iloc[-1], rows.iloc[0])
        for _, rows in known.groupby("arm")
        if len(rows) > 1
    ]
    if not ends:
        return f"{_MEASURES[measure].title} known at one commit at most"
    was, now, arm = max(ends, key=lambda end: abs(end[1] - end[0]))
    if was == now:
        return f"{_MEASURES[measure].title} has not moved"
    return f"{arm['layout']} moved most, {worded(float(was))} to {worded(float(now))}"
