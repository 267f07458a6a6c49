"""Figures: what is drawn is what was summed."""

import pytest
from matplotlib.figure import Figure

from agentbench.measure.arm import ARM
from agentbench.report.figures import (
    draw_hit_share,
    draw_input_by_class,
    hit_share_by_turn,
    input_by_class,
    svg,
)
from agentbench.report.theme import USAGE_COLOURS, looks
from tests.measure.frames import FOUR_TURNS
from tests.report.frames import FRAME

OTHERS = FRAME[FRAME["layout"].isna()]


def test_hit_share_by_turn_is_token_weighted_per_layout() -> None:
    """Appended reads 900 of 1,000 tokens from turn 1 on, monolith never; one call a turn."""
    points = hit_share_by_turn(FOUR_TURNS)
    found = {layout: rows["hit_share"].tolist() for layout, rows in points.groupby("layout")}
    assert found == {"appended": [0.0, 0.9, 0.9, 0.9], "monolith": [0.0] * 4}
    assert points["n"].tolist() == [1] * 8


def test_recorded_traffic_has_no_turns() -> None:
    """Only exchanges of ours are drawn by turn."""
    assert hit_share_by_turn(OTHERS).empty


def test_the_lines_are_the_points() -> None:
    """One line per layout in its own colour and marker; the title is the finding, and has n."""
    axes = draw_hit_share(hit_share_by_turn(FOUR_TURNS), Figure().subplots())
    drawn = {str(line.get_label()): line for line in axes.get_lines()}
    assert set(drawn) == {"appended", "monolith"}
    assert list(drawn["appended"].get_ydata()) == [0.0, 0.9, 0.9, 0.9]
    looked = looks(["appended", "monolith"])
    assert drawn["monolith"].get_color() == looked["monolith"].colour
    assert axes.get_title(loc="left") == (
        "claude-sonnet-4-6 (simulated, tools eager; n = 4 calls)\nlast turn: appended 90%, monolith 0%"
    )


def test_input_by_class_sums_tokens() -> None:
    """Per family: the provenances apart, classes summed, n counted; the family without a split is left out."""
    bars = input_by_class(OTHERS, ("provenance", "family"))
    assert bars.drop(columns="label").values.tolist() == [["recorded", 300, 0, 900, 3]]
    ours = input_by_class(FRAME[FRAME["layout"].notna()], ARM)
    assert ours["label"].tolist()[0] == "monolith / anthropic:claude-sonnet-4-6"
    assert ours[["uncached", "written", "read"]].sum().sum() == 8 * 1_000 + 4 * 2_000


def test_bars_fill_the_whole_share() -> None:
    """Every bar's classes add up to 1; the title says what came from a cache."""
    bars = input_by_class(FRAME[FRAME["layout"].notna()], ARM)
    axes = draw_input_by_class(bars, Figure().subplots())
    widths = [sum(c.patches[row].get_width() for c in axes.containers) for row in range(len(bars))]  # type: ignore[attr-defined]
    assert widths == pytest.approx([1.0] * 4)
    assert axes.get_title(loc="left") == "simulated:\n32% of 16,000 tokens came from a cache"


def test_layouts_keep_their_look_and_share_none() -> None:
    """The shipped layouts look the same whatever else is drawn; no two layouts or classes share a colour."""
    shipped = ["monolith", "split", "tiered", "appended"]
    many = looks([*shipped, "mine", "yours"])
    assert {name: many[name] for name in shipped} == looks(shipped)
    colours = [look.colour for look in many.values()] + [colour for colour, _ in USAGE_COLOURS.values()]
    assert len(set(colours)) == len(colours)
    assert len({look.marker for look in many.values()}) == len(many)


def test_an_svg_is_the_same_each_time_and_takes_the_pages_colour() -> None:
    """No date, no chance, ids of its own, text as text in the page's colour."""
    points = hit_share_by_turn(FOUR_TURNS)
    one, two = (svg([lambda axes: draw_hit_share(points, axes)], "turns", 6, 3) for _ in range(2))
    assert one == two
    assert one.startswith("<svg ")
    assert "currentColor" in one
    assert "#010203" not in one
    assert ">hit share</text>" in one
    assert 'id="turns-figure_1"' in one
