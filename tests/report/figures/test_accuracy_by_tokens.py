"""Accuracy against tokens, by presentation."""

import pytest
from matplotlib.figure import Figure

from agentbench.report.figures.accuracy_by_tokens import accuracy_by_tokens, draw_accuracy_by_tokens
from agentbench.report.theme import LINE
from tests.measure.compare.frames import calls, errands

_NAMED = {"presentation": "named", "catalogue_tools": 20, "input_tokens": 500}
FRAME = calls(
    *errands("eager", ["right"] * 15 + ["wrong"] * 133, catalogue_tools=20, input_tokens=3000),
    # a turn of two calls, one that failed, one that went wrong, one that nobody labelled
    _NAMED,
    _NAMED | {"step": 1, "index": 1, "input_tokens": 700, "selection": "right"},
    _NAMED | {"turn": 1, "index": 2, "input_tokens": None, "status": 500, "selection": "none"},
    _NAMED | {"turn": 2, "index": 3, "selection": "wrong"},
    _NAMED | {"turn": 3, "index": 4, "selection": "not_scored"},
)


def test_turns_are_summed_and_shares_have_wilsons_interval() -> None:
    """15 of 148 is Newcombe's (1998) example: 0.0624 to 0.1605. Tokens are a turn's, over the turns that tell them."""
    arms = accuracy_by_tokens(FRAME).set_index("presentation")
    eager, named = arms.loc["eager"], arms.loc["named"]
    assert [eager["accuracy"], eager["low"], eager["high"]] == pytest.approx(
        [15 / 148, 0.0624, 0.1605], abs=5e-5
    )
    assert [eager["n"], eager["input_tokens"], eager["tokens_n"]] == [148, 3000, 148]
    assert [named["n"], named["accuracy"]] == [3, pytest.approx(1 / 3)]
    assert [named["input_tokens"], named["tokens_n"]] == [(500 + 700 + 500) / 2, 2]


def test_the_marks_are_the_arms() -> None:
    """One mark an arm at its tokens and accuracy, its bar the interval; best first, n in the legend, finding on top."""
    arms = accuracy_by_tokens(FRAME)
    axes = draw_accuracy_by_tokens(arms, Figure().subplots())
    named, eager = axes.get_lines()
    assert (named.get_label(), eager.get_label()) == ("named (n = 3, tokens of 2)", "eager (n = 148)")
    assert (list(eager.get_xdata()), list(eager.get_ydata())) == ([3000.0], [pytest.approx(15 / 148)])
    assert named.get_marker() != eager.get_marker() and named.get_markerfacecolor() == LINE
    low, high = (end[1] for end in axes.collections[1].get_segments()[0])  # type: ignore[attr-defined]
    assert (low, high) == pytest.approx((0.0624, 0.1605), abs=5e-5)
    assert axes.get_title(loc="left") == "small (recorded)\nright tool called: named 33%, eager 10%"
    assert axes.get_xlim()[0] == 0


def test_catalogue_sizes_are_told_apart() -> None:
    """The larger catalogue's marks are open, and the legend and the title say of how many tools."""
    arms = accuracy_by_tokens(
        calls(
            *errands("eager", ["right"] * 4, catalogue_tools=20),
            *errands("eager", ["wrong"] * 4, catalogue_tools=100, scenario="desk@many"),
        )
    )
    axes = draw_accuracy_by_tokens(arms, Figure().subplots())
    few, many = axes.get_lines()
    assert (few.get_label(), many.get_label()) == ("eager of 20 tools (n = 4)", "eager of 100 tools (n = 4)")
    assert (few.get_markerfacecolor(), many.get_markerfacecolor()) == (LINE, "none")


def test_layouts_are_told_apart_where_there_are_several() -> None:
    """As in the recordings of several layouts with the same tools."""
    rows = [*errands("eager", ["right"] * 2), *errands("eager", ["wrong"] * 2, layout="split")]
    axes = draw_accuracy_by_tokens(accuracy_by_tokens(calls(*rows)), Figure().subplots())
    assert axes.get_title(loc="left").endswith("called: tiered, eager 100%, split, eager 0%")


def test_an_arm_without_tokens_stands_in_the_legend_alone() -> None:
    """Every turn failed: no place to draw it at, and no 0."""
    arms = accuracy_by_tokens(calls(*errands("named", ["none"] * 3, input_tokens=None, status=500)))
    axes = draw_accuracy_by_tokens(arms, Figure().subplots())
    (line,) = axes.get_lines()
    assert len(line.get_xdata()) == 0 and line.get_label() == "named (n = 3, tokens of 0)"
    assert axes.get_title(loc="left").endswith("right tool called: named 0%")
