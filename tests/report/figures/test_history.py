"""A baseline over its commits, drawn."""

import pandas as pd
import pytest
from matplotlib.figure import Figure

from agentbench.report.figures import draw_history, draw_prefixes, history_points
from agentbench.report.theme import looks


def history(*rows: tuple[str, str | None, float | None, str | None]) -> pd.DataFrame:
    """Commit, layout (None: a version that could not be read), hit share and prefix of rows of one model."""
    found = [
        {
            "commit": commit,
            "date": pd.Timestamp("2026-11-01", tz="UTC") + pd.Timedelta(days=int(commit[-1])),
            "arm": layout,
            "provenance": "predicted",
            "layout": layout,
            "presentation": "eager",
            "model": "x:m",
            "hit_share": share,
            "cost_per_session_usd": None if share is None else 1 - share,
            "stable_prefix": prefix,
        }
        for commit, layout, share, prefix in rows
    ]
    return pd.DataFrame(found).convert_dtypes()


TWO = history(
    ("c0", "split", 0.5, "aa"),
    ("c0", "tiered", 0.8, "bb"),
    ("c1", None, None, None),
    ("c2", "split", 0.75, "aa"),
    ("c2", "tiered", 0.8, "cc"),
)


def test_commits_are_steps_and_prefixes_are_held_against_their_own_arm() -> None:
    """What could not be read keeps its step and has no point; only tiered's prefix became another."""
    points = history_points(TWO)
    assert points["step"].tolist() == [0, 0, 2, 2]
    assert points["prefix_changed"].fillna(False).tolist() == [False, False, False, True]


def test_lines_have_their_layouts_colour_and_the_title_names_what_moved() -> None:
    """split goes from half to three quarters; tiered stays."""
    axes = draw_history(history_points(TWO), Figure().subplots(), "hit_share")
    drawn = {str(line.get_label()): line for line in axes.get_lines()}
    assert drawn["split"].get_color() == looks(["split"])["split"].colour
    assert [list(drawn["split"].get_xdata()), list(drawn["split"].get_ydata())] == [[0, 2], [0.5, 0.75]]
    assert axes.get_title(loc="left") == "x:m (predicted):\nsplit moved most, 50.0% to 75.0%"


@pytest.mark.parametrize(
    ("found", "says"),
    [
        pytest.param(TWO[TWO["layout"] == "tiered"], "hit share has not moved", id="still"),
        pytest.param(TWO.head(1), "hit share known at one commit at most", id="one-commit"),
        pytest.param(
            history(("c0", "split", None, "aa")), "hit share known at one commit at most", id="no-figure"
        ),
    ],
)
def test_what_has_not_moved_is_said(found: pd.DataFrame, says: str) -> None:
    """No range is made of one figure."""
    axes = draw_history(history_points(found), Figure().subplots(), "hit_share")
    assert axes.get_title(loc="left").endswith(says)


def test_a_cross_stands_where_the_prefix_changed() -> None:
    """One row per arm, with its name; the change of tiered at step 2."""
    axes = draw_prefixes(history_points(TWO), Figure().subplots())
    assert [label.get_text() for label in axes.get_yticklabels()] == ["split, eager", "tiered, eager"]
    crosses = [tuple(map(list, line.get_data())) for line in axes.get_lines() if line.get_marker() == "X"]
    assert crosses == [([], []), ([2], [1])]
    assert axes.get_title(loc="left").endswith("stable prefix changed 1 time (crosses)")


def test_at_most_a_dozen_commits_are_named() -> None:
    """Of thirty every third."""
    many = history(*[(f"c{i}", "split", 0.5, "aa") for i in range(30)])
    axes = draw_history(history_points(many), Figure().subplots(), "cost_per_session_usd")
    assert [int(tick) for tick in axes.get_xticks()] == list(range(0, 30, 3))
