"""Turns of a bench: judged by their labels, counted by arm, by tool and by confusion."""

import pandas as pd
import pytest

from agentbench.frame import build, names
from agentbench.measure.selection import mistaken, outcomes, per_tool, scored, turns
from tests.exchanges import exchange, origin
from tests.measure.selection.played import LABELS, frame, turn


def test_the_verdict_stands_on_the_turn_s_last_row() -> None:
    """Its expectation stands on each row; a bridge that searched first takes three calls."""
    found = frame(turn(0, ["?pay"], ["pay"], [], presentation="bridge"))
    assert found["selection"].fillna("-").tolist() == ["-", "-", "right"]
    assert [names(cell) for cell in found["expected_tools"]] == [("pay",)] * 3
    assert found["catalogue_tools"].tolist() == [4, 4, 4]


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        pytest.param(turn(3, ["pay"], []), "not_scored", id="not-labelled"),
        pytest.param(turn(9, ["pay"], []), "not_scored", id="beyond-the-labels"),
        pytest.param(turn(0, ["pay"], [], provenance="simulated"), "not_scored", id="scripted"),
        pytest.param(turn(0, ["pay"], [], provenance="predicted"), "not_scored", id="predicted"),
        pytest.param(turn(0, 500), "none", id="status-500"),
        pytest.param(turn(2, 500), "none", id="status-500-where-nothing-is-needed"),
        pytest.param(turn(0, ["?pay"], presentation="bridge"), "none", id="cut-off-behind-a-search"),
        pytest.param(
            turn(0, ["?post"], ["post"], [], presentation="bridge"), "search_missed", id="search-missed-it"
        ),
        pytest.param(turn(0, ["?pay"], ["post"], [], presentation="bridge"), "wrong", id="found-not-called"),
        pytest.param(turn(1, ["pay"], ["post"], []), "unneeded", id="corrected-itself"),
        pytest.param(turn(0, *[["refund"]] * 6), "wrong_sibling", id="cut-off-after-six-calls"),
    ],
)
def test_verdicts_of_turns(rows: list, said: str) -> None:  # type: ignore[type-arg]
    """All answers of a turn count together; an error and a turn cut off are outcomes."""
    assert frame(rows)["selection"].dropna().tolist() == [said]


def test_a_dropped_connection_is_an_error() -> None:
    """No answer at all where nothing was needed is none, not right."""
    one = exchange(origin=origin(turn=2, scenario="needs"), response=None)
    assert scored(build([one]), LABELS)["selection"].tolist() == ["none"]


def test_what_nobody_labelled_stays_as_it_was() -> None:
    """Other scenarios, and rows that are no model call, have no verdict; a failed cell keeps its catalogue."""
    failed = exchange(kind="unreadable", index=None, origin=origin(turn=0, scenario="needs"))
    found = scored(build([*turn(0, ["pay"], scenario="other"), exchange(), failed]), LABELS)
    assert found["selection"].isna().all()
    assert found["catalogue_tools"].fillna(0).tolist() == [0, 0, 4]


def test_a_turn_s_tokens_are_those_of_all_its_calls() -> None:
    """Summed; missing where one call does not report, as the one that failed."""
    whole, broken = turns(frame(turn(0, ["pay"], []), turn(1, ["post"], 500))).to_dict("records")
    assert (whole["model_calls"], whole["input_tokens"], whole["failed"]) == (2, 200, False)
    assert (broken["model_calls"], pd.isna(broken["input_tokens"]), broken["failed"]) == (2, True, True)
    assert (broken["called_tools"], broken["selection"]) == ('["post"]', "right")


PLAYED = frame(
    turn(0, ["?post"], ["?pay"], ["refund"], [], presentation="bridge"),
    turn(1, ["?post"], [], presentation="bridge"),
    turn(2, [], presentation="bridge"),
    turn(3, ["look"], [], presentation="bridge"),
    turn(0, ["pay"], []),
    turn(1, ["look"], ["refund"], []),
    turn(2, ["look"], []),
    turn(0, ["pay"], provenance="simulated", scenario="needs"),
)


def test_outcomes_by_arm() -> None:
    """One row an arm with scored turns: each verdict counted, searches apart, nothing scored for a script."""
    bridge, eager = outcomes(PLAYED).to_dict("records")
    assert (bridge["presentation"], bridge["turns"], bridge["right"], bridge["wrong_sibling"]) == (
        "bridge",
        3,
        1,
        1,
    )
    # turn 0: two calls beyond two; turn 1 found `post` and stopped
    assert (bridge["search_calls"], bridge["found_not_called"], bridge["extra_calls"]) == (3, 2, 2)
    assert (bridge["none"], bridge["search_missed"], bridge["failed"]) == (1, 0, 0)
    assert (eager["turns"], eager["right"], eager["wrong"], eager["unneeded"]) == (3, 1, 1, 1)
    assert (eager["search_calls"], eager["extra_calls"], eager["catalogue_tools"]) == (0, 2, 4)
    # Wilson's interval of 1 in 3, by the closed form: centre and half over 1 + z2/n
    z2 = 1.959964**2
    centre, half = 1 / 3 + z2 / 6, (z2 * (1 / 3 * 2 / 3 / 3 + z2 / 36)) ** 0.5
    low, high = ((centre - half) / (1 + z2 / 3), (centre + half) / (1 + z2 / 3))
    assert (eager["right_low"], eager["right_high"]) == pytest.approx((low, high), abs=1e-6)


def test_nothing_scored_is_an_empty_table() -> None:
    """With all its columns."""
    none = outcomes(frame(turn(0, ["pay"], [], provenance="simulated")))
    assert len(none) == 0 and {"turns", "right_share", "catalogue_tools"} <= set(none.columns)


def test_tools_by_arm() -> None:
    """Expected, called and both, in turns; the tool that was missed comes first."""
    found = per_tool(PLAYED)
    eager = found[found["presentation"] == "eager"][["tool", "expected", "called", "right"]]
    assert eager.values.tolist() == [
        ["post", 1, 0, 0],
        ["look", 0, 2, 0],
        ["pay", 1, 1, 1],
        ["refund", 0, 1, 0],
    ]


def test_confusions_by_arm() -> None:
    """What was called in place of what; missing where nothing was needed."""
    found = mistaken(PLAYED)
    pairs = [
        [arm, None if pd.isna(was) else was, now, n]
        for arm, was, now, n in found[["presentation", "expected", "called", "n"]].values.tolist()
    ]
    assert pairs == [
        ["bridge", "pay", "refund", 1],
        ["eager", None, "look", 1],
        ["eager", "post", "look", 1],
        ["eager", "post", "refund", 1],
    ]
