"""The figures of one report: which panels there are, and how they stand together."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import get_args

import pandas as pd
from matplotlib.axes import Axes

from agentbench.builder.bench import Presentation
from agentbench.measure.arm import ARM, Cells, grouped
from agentbench.report import figures
from agentbench.report.contents import COST_BY
from agentbench.report.figures.prefix_map import SESSION
from agentbench.tape.exchange import Exchange

_WIDTH = 10.5
_MOST_MAPS = 6
_MOST_REQUESTS = 40


@dataclass(frozen=True, slots=True, kw_only=True)
class Drawn:
    """One figure of a page."""

    svg: str
    title: str
    """What it is, in words: its heading, and what a screen reader says."""
    caption: str


def drawings(frame: pd.DataFrame, exchanges: Sequence[Exchange] = ()) -> tuple[Drawn, ...]:
    """Every figure that the frame (and, for the prefix map, its exchanges) has something for, in the page's order."""
    ours, others = frame[frame["layout"].notna()], frame[frame["layout"].isna()]
    found = (
        _turns(ours),
        _maps(exchanges),
        _arm_classes(ours),
        _accuracy(ours),
        _family_classes(others),
        _family_costs(others),
        _predicted(frame),
    )
    return tuple(one for one in found if one is not None)


def _turns(ours: pd.DataFrame) -> Drawn | None:
    points = figures.hit_share_by_turn(ours)
    shown = [name for name in get_args(Presentation) if (points["presentation"] == name).any()]
    rows = list(grouped(points, ("provenance", "model")))
    panels = [
        _panel(figures.draw_hit_share, of_model[of_model["presentation"] == presentation])
        for _, of_model in rows
        for presentation in shown
    ]
    return _drawn(
        panels,
        "turns",
        2.5,
        "Hit share by turn and layout",
        "Tokens read from the cache, of all input tokens of a turn's model calls. A bar goes from the session with the"
        " lowest share to the one with the highest.",
        columns=max(2, len(shown)),
        shared=True,
    )


def _maps(exchanges: Sequence[Exchange]) -> Drawn | None:
    chosen = compared_sessions(exchanges)
    if not chosen:
        return None
    whole = figures.prefix_map(chosen)
    parts = whole[whole["request"] < _MOST_REQUESTS]
    first_of = f" The first {_MOST_REQUESTS} requests." if len(parts) < len(whole) else ""
    sessions = [rows for _, rows in grouped(parts, SESSION)][:_MOST_MAPS]
    first = parts.iloc[0]
    return _drawn(
        [_panel(figures.draw_prefix_map, rows) for rows in sessions],
        "prefix",
        1.2 + 0.11 * max(int(rows["request"].max()) for rows in sessions),
        "Prefix map: which bytes of each request were reusable",
        f"Scenario {first['scenario']} on {first['model']}, tools {first['presentation']} ({first['provenance']})."
        " A bar is a request against the one before it, with the tiers of its bytes as a strip below; a triangle"
        " points at the first change, and the block that changed is named. Again: the same bytes as before, behind a"
        f" change, so that no cache gives them back.{first_of}",
        shared=True,
    )


def compared_sessions(exchanges: Sequence[Exchange]) -> tuple[Exchange, ...]:
    """The exchanges of one scenario on one model in the most layouts, the first such; none where there is no layout."""
    groups: dict[tuple[object, ...], list[Exchange]] = {}
    for one in exchanges:
        if one.kind == "model_call" and (o := one.origin) is not None:
            key = (one.provenance, o.presentation, o.model, o.scenario, o.repeat)
            groups.setdefault(key, []).append(one)
    most = max(groups.values(), key=_layouts, default=[])
    return tuple(most)


def _layouts(exchanges: Sequence[Exchange]) -> int:
    return len({one.origin.layout for one in exchanges if one.origin})


def _arm_classes(ours: pd.DataFrame) -> Drawn | None:
    panels = []
    for key, rows in grouped(_by_model(ours), ("provenance", "model")):
        bars = figures.input_by_class(rows, ARM)
        if len(bars):
            panels.append(partial(figures.draw_input_by_class, bars, of=_short(key)))
    return _drawn(
        panels,
        "layouts",
        0.9 + 0.24 * _most_bars(panels),
        "What happened to the input tokens of each arm",
        "Uncached: paid in full. Written: stored in a cache. Read: given back by one. n: model calls that report it.",
    )


def _by_model(ours: pd.DataFrame) -> pd.DataFrame:
    """With the arm's own model id as the model, as in the other tables."""
    return ours.assign(model=ours["model_id"].fillna(ours["model"]), wire_model=ours["model"])


def _short(key: Cells) -> str:
    return str(key["model"]).partition(":")[2] or str(key["model"])


def _family_classes(others: pd.DataFrame) -> Drawn | None:
    panels = [
        partial(figures.draw_input_by_class, bars)
        for _, bars in grouped(figures.input_by_class(others, COST_BY), ("provenance",))
    ]
    return _drawn(
        panels,
        "families",
        0.9 + 0.24 * _most_bars(panels),
        "What happened to the input tokens of each family",
        "Recorded traffic of others. n: model calls that report it.",
        columns=1,
    )


def _accuracy(ours: pd.DataFrame) -> Drawn | None:
    points = figures.accuracy_by_tokens(ours)
    panels = [
        _panel(figures.draw_accuracy_by_tokens, rows) for _, rows in grouped(points, ("provenance", "model"))
    ]
    return _drawn(
        panels,
        "accuracy",
        3.0,
        "Is the right tool called, and for how many tokens",
        "Turns whose expected tools are known. A bar is Wilson's 95 % interval; n: turns.",
        columns=1,
    )


def _family_costs(others: pd.DataFrame) -> Drawn | None:
    bars = figures.cost_by_class(others, COST_BY)
    panels = [_panel(figures.draw_cost_by_class, rows) for _, rows in grouped(bars, ("provenance",))]
    return _drawn(
        panels,
        "costs",
        0.9 + 0.24 * max((len(panel.args[0]) for panel in panels if panel), default=0),
        "What the tokens of each family cost, by class",
        "Recorded traffic of others, at list prices. n: model calls with a price.",
        columns=1,
    )


def _most_bars(panels: Sequence["partial[Axes]"]) -> int:
    return max((len(panel.args[0]) for panel in panels), default=0)


def _predicted(frame: pd.DataFrame) -> Drawn | None:
    points = figures.predicted_against_reported(frame)
    panels = [
        _panel(figures.draw_predicted_against_reported, rows)
        for _, rows in grouped(points, ("provenance", "class"))
    ]
    return _drawn(
        panels,
        "predicted",
        3.0,
        "Predicted against reported reads",
        "By class of provider, recorded calls only. A line is the predicted interval, its mark the value in it that is"
        " nearest to the report; on the dashed line both agree. Larger marks: more calls. n: model calls.",
        shared=True,
    )


def _panel(draw: Callable[[pd.DataFrame, Axes], Axes], rows: pd.DataFrame) -> "partial[Axes] | None":
    return partial(draw, rows) if len(rows) else None


def _drawn(
    panels: Sequence["partial[Axes] | None"],
    name: str,
    height: float,
    title: str,
    caption: str,
    *,
    columns: int = 2,
    shared: bool = False,
) -> Drawn | None:
    if not any(panels):
        return None
    across = min(columns, len(panels))
    svg = figures.svg(panels, name, _WIDTH, height, columns=across, shared=shared)
    return Drawn(svg=svg, title=title, caption=caption)
