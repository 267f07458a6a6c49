"""The gate on recorded turns: the same turns of both sides, and what their loss shows."""

from collections.abc import Iterable
from dataclasses import replace
from math import comb

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from agentbench.measure.gate import ALPHA, Baseline, Played, Tolerance, Tolerances, Verdict, baseline, verdict
from agentbench.measure.gate.paired import Paired, paired
from tests.measure.compare.frames import calls, errands, sessions
from tests.measure.frames import few

ARM = "tiered / eager / local:small / recorded"


def _side(marks: str, **more: object) -> pd.DataFrame:
    """Turns apart from each other: `+` right, `-` wrong, `.` nobody labelled it."""
    words = {"+": "right", "-": "wrong_sibling", ".": "not_scored"}
    return calls(*errands("eager", [words[mark] for mark in marks], **more))


def _judge(was: str, now: str, allowed: Tolerances | None = None) -> Verdict:
    return verdict(baseline(_side(now)), baseline(_side(was)), allowed)


def test_the_baseline_keeps_each_turn() -> None:
    """Right turns, scored turns, and which: a turn that nobody labelled counts in neither."""
    (arm,) = baseline(_side("++-.+")).arms
    assert arm.selection is not None
    assert (arm.selection.right, arm.selection.n) == (arm.right_turns, arm.scored_turns) == (3, 4)
    assert arm.selection.played == (Played(scenario="desk", repeat=0, apart=True, turns="++-.+"),)


def test_sessions_are_kept_in_order_and_apart() -> None:
    """Repeats and scenarios are rows of their own, in an order that the frame's does not change."""
    rows = [*errands("eager", ["right"], repeat=1), *errands("eager", ["wrong"], scenario="desk@many")]
    rows += errands("eager", ["right", "right"])
    found = baseline(calls(*rows))
    assert found == baseline(calls(*rows[::-1]))
    played = found.arms[0].selection
    assert played is not None
    assert [(one.scenario, one.repeat, one.turns) for one in played.played] == [
        ("desk", 0, "++"),
        ("desk", 1, "+"),
        ("desk@many", 0, "-"),
    ]


def test_what_was_not_recorded_has_no_selection() -> None:
    """A script's choice is no evidence: the figure is absent, and that is said once."""
    frame = calls(*(row for name in ("eager", "bridge") for row in errands(name, ["not_scored"] * 3)))
    found = baseline(frame)
    assert [arm.selection for arm in found.arms] == [None, None]
    (note,) = verdict(found, found).notes
    assert note.startswith("right tools: not judged")


@pytest.mark.parametrize(
    ("was", "now", "outcome", "said"),
    [
        pytest.param("+" * 20, "+" * 20, "pass", "0 lost and 0 won of 20", id="the-same"),
        pytest.param("+" * 20, "----" + "+" * 16, "pass", "p = 0.062; a loss of 23 points", id="four-lost"),
        pytest.param(
            "+" * 20, "-----" + "+" * 15, "worse", "p = 0.031; lost: desk turn 0, 1", id="five-lost"
        ),
        pytest.param("-" + "+" * 19, "+" + "-----" + "+" * 14, "pass", "p = 0.109", id="five-lost-one-won"),
        pytest.param(
            "-" + "+" * 19, "+" + "-" * 7 + "+" * 12, "worse", "7 lost and 1 won", id="seven-and-one"
        ),
        pytest.param("-" * 10 + "+" * 10, "+" * 20, "pass", "0 lost and 10 won", id="won"),
        pytest.param(
            "-" * 10, "-" * 10, "pass", "nothing was right that could be lost", id="nothing-to-lose"
        ),
        pytest.param(
            "++++", "+++-", "cannot_tell", "in 4 turns, no loss reaches p = 0.05", id="too-few-to-tell"
        ),
        pytest.param("++++", "++++", "pass", "in 4 turns, no loss reaches p = 0.05", id="few-and-the-same"),
        pytest.param("+" * 20, "+" * 18, "cannot_tell", "2 of the baseline's 20 turns", id="turns-gone"),
        pytest.param("+" * 20, "+" * 18 + "..", "cannot_tell", "2 of the baseline's 20", id="unscored-now"),
        pytest.param("+" * 18, "+" * 18 + "--", "pass", "0 lost and 0 won of 18 paired", id="new-turns"),
        pytest.param("+" * 20, "." * 20, "cannot_tell", "selection is in the baseline", id="all-unscored"),
        pytest.param("." * 20, "-" * 20, "pass", "20 scored turns, none in the baseline", id="never-scored"),
    ],
)
def test_only_the_paired_turns_decide(was: str, now: str, outcome: str, said: str) -> None:
    """Five turns lost and none won are 1 of 32; where fewer were right, a loss is not shown and not denied."""
    found = _judge(was, now)
    assert found.outcome == outcome
    lines = [*(reason.text for reason in found.reasons), *found.unknown, *found.notes]
    assert any(said in line for line in lines), lines


def test_equal_shares_of_other_turns_are_no_loss() -> None:
    """Half right and half right: what counts is each turn, and ten lost are made good by ten won."""
    found = _judge("+" * 10 + "-" * 10, "-" * 10 + "+" * 10)
    assert found.outcome == "pass"
    assert "10 lost and 10 won of 20 paired turns, p = 0.588" in found.notes[0]


def test_a_reason_names_share_and_turns() -> None:
    """Both shares over the pairs, lost and won, and the first turns that were lost."""
    (reason,) = _judge("+" * 20, "-" * 10 + "+" * 10).reasons
    assert (reason.arm, reason.measure, reason.was, reason.now) == (ARM, "accuracy", 1.0, 0.5)
    assert reason.place is None
    assert reason.text == (
        f"{ARM}: right tool 100.0% -> 50.0%, 10 lost and 0 won of 20 paired turns, p = 0.001; "
        "lost: desk turn 0, 1, 2, 3, 4, 5, 6, 7 and 2 more"
    )


@pytest.mark.parametrize(
    ("allowed", "outcome"),
    [
        pytest.param(None, "worse", id="the-test-decides"),
        pytest.param(0.5, "pass", id="absolute-allowed"),
        pytest.param(0.49, "worse", id="absolute-exceeded"),
        pytest.param(Tolerance(relative=0.63), "pass", id="relative-allowed"),
        pytest.param(Tolerance(relative=0.62), "worse", id="relative-exceeded"),
        pytest.param(Tolerance(absolute=0.5, relative=0.1), "pass", id="the-larger-holds"),
    ],
)
def test_a_tolerance_stands_in_place_of_the_test(allowed: float | Tolerance | None, outcome: str) -> None:
    """16 of 20 fell to 6: half of the turns, 62.5 % of the right ones."""
    found = _judge("+" * 16 + "-" * 4, "+" * 6 + "-" * 14, Tolerances(accuracy=allowed))
    assert found.outcome == outcome
    assert (", p = " in [*(one.text for one in found.reasons), *found.notes][0]) is (allowed is None)


def test_a_tolerance_judges_where_no_test_can() -> None:
    """Three of four turns lost: too few for any p, and more than was allowed."""
    assert _judge("++++", "---+").outcome == "cannot_tell"
    assert _judge("++++", "---+", Tolerances(accuracy=0.5)).outcome == "worse"


def test_arms_that_are_judged_together_are_corrected_together() -> None:
    """Five lost are 1 of 32, twice that beside another arm, and 1 of 32 again beside one that can lose nothing."""

    def outcome(other: str) -> str:
        was, now = (
            baseline(pd.concat([_side(marks), _side(other, layout="split")], ignore_index=True))
            for marks in ("+" * 20, "-" * 5 + "+" * 15)
        )
        return verdict(now, was).outcome

    assert outcome("+" * 20) == "pass"
    assert outcome("-" * 20) == "worse"


def test_profiles_are_never_pooled() -> None:
    """The same questions with other tools are a test of their own, named by the profile."""
    was, now = (
        calls(*errands("eager", first), *errands("eager", ["right"] * 9, scenario="desk@many"))
        for first in (["right"] * 9, ["wrong"] * 9)
    )
    found = verdict(baseline(now), baseline(was))
    assert [reason.detail for reason in found.reasons] == [
        "9 lost and 0 won of 9 paired turns, p = 0.004; lost: desk turn 0, 1, 2, 3, 4, 5, 6, 7 and 1 more"
    ]
    assert [note.startswith(f"{ARM}: right tool with many: 100.0% ->") for note in found.notes] == [True]


def test_a_profile_that_is_no_longer_scored_is_named() -> None:
    """Nothing is left to pair in one group of turns, and the other one passes: cannot tell, and gone."""
    was, now = (
        calls(*errands("eager", ["right"] * 9), *errands("eager", [word] * 9, scenario="desk@many"))
        for word in ("right", "not_scored")
    )
    found = verdict(baseline(now), baseline(was))
    assert (found.outcome, found.uncovered) == ("cannot_tell", True)
    assert found.unknown == (f"{ARM}: right tool with many: 9 of the baseline's 9 turns not scored now",)


def _scenarios(marks: Iterable[str]) -> Baseline:
    """Sessions whose turns lead to each other: one conversation each."""
    rows = sessions("tiered", [[1.0] * len(one) for one in marks])
    said = [mark for one in marks for mark in one]
    words = [{"selection": {"+": "right", "-": "none"}[mark]} for mark in said]
    return baseline(calls(*(row | word for row, word in zip(rows, words, strict=True))))


@pytest.mark.parametrize(
    ("was", "now", "outcome"),
    [
        pytest.param(["+++"] * 4, ["---"] * 4, "cannot_tell", id="twelve-turns-of-four-scenarios"),
        pytest.param(["+++"] * 5, ["---"] * 5, "worse", id="all-of-five-scenarios"),
        pytest.param(["+++"] * 6, ["--+"] * 3 + ["+++"] * 3, "pass", id="six-turns-of-three-scenarios"),
    ],
)
def test_turns_of_one_session_are_one_unit(was: list[str], now: list[str], outcome: str) -> None:
    """One wrong tool leads to the next: twelve lost turns of four scenarios are four outcomes."""
    found = verdict(_scenarios(now), _scenarios(was))
    assert found.outcome == outcome
    (pair,) = paired(*(side.arms[0].selection for side in (_scenarios(was), _scenarios(now))))  # type: ignore[arg-type]
    assert (pair.unit, pair.losable, pair.detectable) == ("scenario", len(was), None)


@few
@given(st.lists(st.tuples(st.booleans(), st.booleans()), min_size=1, max_size=30))
def test_every_pair_is_counted_once(pairs: list[tuple[bool, bool]]) -> None:
    """Both, lost, won and neither are all pairs; each side's share is its own count."""
    marks = ["".join("+" if side else "-" for side in one) for one in zip(*pairs, strict=True)]
    was, now = (baseline(_side(one)).arms[0].selection for one in marks)
    assert was is not None
    assert now is not None
    (found,) = paired(was, now)
    assert found.both + len(found.lost) + len(found.won) + found.neither == found.n == len(pairs)
    assert (found.was, found.now) == (was.right / was.n, now.right / now.n)
    assert sum(found.nets) == now.right - was.right


@pytest.mark.parametrize(("lost", "won"), [(5, 0), (6, 0), (8, 1), (12, 3)])
def test_what_is_detectable_is_a_loss_that_the_test_finds_four_times_in_five(lost: int, won: int) -> None:
    """With this loss among as many differing turns, the chance of p at most alpha, added up by hand, is 80 %."""
    one = Paired(
        profile=None,
        both=40 - lost - won,
        lost=tuple(("desk", 0, at) for at in range(lost)),
        won=tuple(("desk", 0, lost + at) for at in range(won)),
        neither=0,
        absent=0,
        nets=(-1,) * lost + (1,) * won + (0,) * (40 - lost - won),
        losable=40 - won,
        unit="turn",
    )
    assert one.detectable is not None
    differing = lost + won
    chance = (1 + one.detectable * 40 / differing) / 2

    def p(wins: int) -> float:
        return sum(comb(differing, k) for k in range(wins + 1)) / 2**differing

    power = sum(
        comb(differing, k) * (1 - chance) ** k * chance ** (differing - k)
        for k in range(differing + 1)
        if p(k) <= ALPHA
    )
    assert power == pytest.approx(0.8, abs=0.01)


def test_a_baseline_without_selection_is_still_read() -> None:
    """A file of before: nothing is held against anything, and the note says how to accept it."""
    before = baseline(_side("+" * 9))
    old = replace(before, arms=tuple(replace(arm, selection=None, misses=None) for arm in before.arms))
    found = verdict(before, old)
    assert (found.outcome, found.notes) == (
        "pass",
        (f"{ARM}: right tool: 9 scored turns, none in the baseline; accept them with --update",),
    )
