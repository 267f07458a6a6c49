"""Paired comparison along one axis."""

import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agentbench.errors import BadInput, NotFound
from agentbench.frame import build
from agentbench.measure import compare, priced
from tests.exchanges import session, usage
from tests.measure.compare.frames import calls, errands, sessions
from tests.measure.frames import FOUR_TURNS, few
from tests.report.frames import FRAME

RIGHT, WRONG = "right", "wrong_sibling"


def _row(frame: pd.DataFrame, measure: str) -> "pd.Series[float]":
    """The row of a measure, where there is one stratum."""
    return frame.set_index("measure").loc[measure]


def _figures(row: "pd.Series[float]", *names: str) -> list[float | None]:
    return [None if pd.isna(row[name]) else row[name] for name in names]


SIDES = ("baseline", "candidate", "difference")
TIES = ("better", "worse", "equal", "pairs", "left_out")
SURE = ("low", "high", "p", "p_holm", "detectable")


def test_differences_are_candidate_less_baseline() -> None:
    """By hand, four turns: 0.0177 against 0.008385 USD; 0 against 0.675 of the input; 3 broken against none."""
    totals = compare(FOUR_TURNS, "layout", "monolith", "appended").totals
    assert _figures(_row(totals, "cost_usd"), *SIDES) == pytest.approx([0.0177, 0.008385, 0.008385 - 0.0177])
    assert _figures(_row(totals, "hit_share"), *SIDES) == pytest.approx([0.0, 0.675, 0.675])
    assert _figures(_row(totals, "broken"), *SIDES) == [3, 0, -3]


def test_one_session_is_exact_and_says_that_nothing_is_resampled() -> None:
    """A difference, its direction, no interval and no p."""
    row = _row(compare(FOUR_TURNS, "layout", "monolith", "appended").totals, "cost_usd")
    assert _figures(row, *SURE) == [None] * 5 and _figures(row, *TIES) == [1, 0, 0, 1, 0]
    assert row["note"] == "1 scenario: exact for what was played, and nothing to resample below 6"


def test_forty_errands_by_hand() -> None:
    """Recorded turns, each a conversation: 17 and 9 of 40 right, 2 gained and 10 lost; McNemar 2 * 79 / 4096."""
    was = [RIGHT] * 17 + [WRONG] * 23
    now = [RIGHT] * 7 + ["none"] * 10 + [RIGHT] * 2 + ["search_missed"] * 21
    frame = calls(*errands("eager", was), *errands("named", now))
    found = compare(frame, "presentation", "eager", "named")
    row = _row(found.totals, "accuracy")
    assert _figures(row, *SIDES) == pytest.approx([17 / 40, 9 / 40, -8 / 40])
    assert _figures(row, *TIES) == [2, 10, 28, 40, 0]
    assert [row["unit"], row["units"], row["test"]] == ["conversation", 40, "McNemar"]
    assert row["p"] == 2 * (1 + 12 + 66) / 4096
    assert found.family == 1 and row["p_holm"] == row["p"]
    # the normal interval: differences of 1, -1 and 0 vary by (12 / 40 - 0.2 ** 2) ** 0.5 a turn
    reach = 2.02 * ((12 / 40 - 0.2**2) / 39) ** 0.5
    assert [row["low"], row["high"]] == pytest.approx([-0.2 - reach, -0.2 + reach], abs=0.02)
    assert found.pairs["turn"].notna().all()


def test_turns_of_a_session_are_one_unit() -> None:
    """The same verdicts in six growing sessions: six units, swapped whole; all lose two turns, so p is 2 / 64."""
    rows = [
        row | {"scenario": f"s{at}", "conversation": "0"}
        for at in range(6)
        for name, verdicts in (("eager", [RIGHT] * 3), ("named", [RIGHT, WRONG, WRONG]))
        for row in errands(name, verdicts)
    ]
    row = _row(compare(calls(*rows), "presentation", "eager", "named").totals, "accuracy")
    assert [row["unit"], row["units"], row["pairs"], row["test"]] == ["scenario", 6, 18, "swaps"]
    assert row["p"] == 2 / 64
    assert "differs by the same" in row["note"] and _figures(row, "low", "detectable") == [None, None]


def test_few_sessions_say_what_their_turns_would() -> None:
    """Two sessions of four turns, six lost: no p, and McNemar's 2 / 64 with its condition."""
    rows = [
        row | {"scenario": f"s{at}", "conversation": "0"}
        for at in range(2)
        for name, verdicts in (("eager", [RIGHT] * 4), ("named", [RIGHT, WRONG, WRONG, WRONG]))
        for row in errands(name, verdicts)
    ]
    row = _row(compare(calls(*rows), "presentation", "eager", "named").totals, "accuracy")
    assert _figures(row, *SURE) == [None] * 5
    assert "p = 0.031, were the turns of a scenario independent" in row["note"]


def test_cost_over_scenarios_by_hand() -> None:
    """Seven scenarios, 1 to 7 cents cheaper and one that ties: p from all 256 swaps, detectable from Student's t."""
    was = [[0.5, 0.1 + at / 100] for at in range(8)]
    now = [[0.5, 0.1]] * 8
    found = compare(calls(*sessions("split", was), *sessions("tiered", now)), "layout", "split", "tiered")
    row = _row(found.totals, "cost_usd")
    assert _figures(row, *SIDES) == pytest.approx([5.08, 4.8, -0.28])
    assert _figures(row, *TIES) == [7, 0, 1, 8, 0]
    # 0, 1 ... 7: the spread is 6 ** 0.5; as extreme are all one way, where the tie may go either way
    error = 0.01 * 6**0.5 * 8**0.5
    assert row["p"] == 4 / 256
    assert row["detectable"] == pytest.approx((2.3646 + 0.8960) * error, rel=1e-3)
    assert [row["low"], row["high"]] == pytest.approx(
        [-0.28 - 2.3646 * error, -0.28 + 2.3646 * error], abs=0.03
    )


def test_p_is_corrected_over_all_rows_of_one_answer() -> None:
    """Two models and two measures that differ are a family of four; the smallest p counts four times."""
    rows = [
        row
        | {
            "model_id": model,
            "input_tokens": 1000 if row["layout"] == "split" else 990 + int(str(row["scenario"])[1:]),
        }
        for model in ("local:a", "local:b")
        for layout, cents in (("split", 2), ("tiered", 1))
        for row in sessions(layout, [[(cents + at / 8) / 100] for at in range(8)])
    ]
    found = compare(calls(*rows), "layout", "split", "tiered")
    assert found.family == 4
    tested = found.totals.dropna(subset=["p"])
    assert sorted(tested["measure"]) == ["cost_usd", "cost_usd", "input_tokens", "input_tokens"]
    assert tested["p_holm"].tolist() == [4 * 2 / 256] * 4


def test_what_is_not_told_is_left_out_and_said() -> None:
    """A turn that failed in its second call has no sum of tokens, and is wrong all the same."""
    was = errands("eager", [RIGHT] * 7)
    now = errands("named", [RIGHT] * 7)
    answered = now[0] | {"selection": None}
    now[0] |= {
        "selection": "none",
        "status": 500,
        "input_tokens": None,
        "cache_read_tokens": None,
        "index": 9,
    }
    now.append(answered)
    totals = compare(calls(*was, *now), "presentation", "eager", "named").totals
    assert _figures(_row(totals, "accuracy"), *TIES) == [0, 1, 6, 7, 0]
    tokens = _row(totals, "input_tokens")
    assert _figures(tokens, *SIDES, *TIES) == [6000, 6000, 0, 0, 0, 6, 6, 1]
    assert "of 7 pairs the baseline is measured in 7, the candidate in 6" in tokens["note"]
    assert _figures(_row(totals, "cost_usd"), *SIDES, "pairs") == [None, None, None, 0]
    assert _row(totals, "cost_usd")["note"] == "measured on neither side"


def test_a_session_without_one_price_has_no_cost() -> None:
    """The sum of what is known is no sum; the other scenario still counts."""
    was = sessions("split", [[0.1, 0.1], [0.2, 0.2]])
    now = sessions("tiered", [[0.1, None], [0.1, 0.1]])
    row = _row(compare(calls(*was, *now), "layout", "split", "tiered").totals, "cost_usd")
    assert _figures(row, *SIDES) == pytest.approx([0.4, 0.2, -0.2])
    assert _figures(row, "pairs", "left_out") == [1, 1]


def test_a_session_with_an_unreported_read_has_no_hit_share() -> None:
    """A provider that leaves out a read of 0 tells of its hits alone, which would look like a share of 0.9."""
    was = sessions("split", [[0.1, 0.1]], cache_read_tokens=900)
    was[0]["cache_read_tokens"] = None
    now = sessions("tiered", [[0.1, 0.1]], cache_read_tokens=900)
    row = _row(compare(calls(*was, *now), "layout", "split", "tiered").totals, "hit_share")
    assert _figures(row, *SIDES, "pairs", "left_out") == [None, None, None, 0, 1]
    assert row["note"] == "of 1 pairs the baseline is measured in 0, the candidate in 1"


def test_ties_are_no_test() -> None:
    """Equal in every pair: no p, no place in the family, and the note says so."""
    found = compare(
        calls(*errands("eager", [RIGHT] * 8), *errands("named", [RIGHT] * 8)),
        "presentation",
        "eager",
        "named",
    )
    row = _row(found.totals, "accuracy")
    assert _figures(row, *SURE) == [None] * 5 and _figures(row, *TIES) == [0, 0, 8, 8, 0]
    assert row["note"] == "all pairs tie: nothing to test" and found.family == 0


def test_repeats_of_a_turn_are_one_unit() -> None:
    """Eight errands twice are eight units and sixteen pairs, so that McNemar gives way to swaps."""
    rows = [
        row | {"repeat": repeat}
        for repeat in range(2)
        for name, verdict in (("eager", RIGHT), ("named", WRONG))
        for row in errands(name, [verdict] * 8)
    ]
    row = _row(compare(calls(*rows), "presentation", "eager", "named").totals, "accuracy")
    assert [row["units"], row["pairs"], row["test"], row["p"]] == [8, 16, "swaps", 2 / 256]


def test_four_differing_turns_can_show_nothing() -> None:
    """2 / 16 is the smallest p there is; the note says so in place of a detectable difference."""
    frame = calls(*errands("eager", [RIGHT] * 9), *errands("named", [WRONG] * 4 + [RIGHT] * 5))
    row = _row(compare(frame, "presentation", "eager", "named").totals, "accuracy")
    assert row["p"] == 2 / 16 and pd.isna(row["detectable"])
    assert row["note"] == "however 4 turns that differ split, p stays above 0.05"


def test_each_model_is_paired_with_itself() -> None:
    """Two models are two rows per measure; other people's traffic takes no part."""
    found = compare(FRAME, "layout", "monolith", "appended")
    costs = found.totals[found.totals["measure"] == "cost_usd"]
    assert sorted(costs["model"]) == ["anthropic:claude-sonnet-4-6", "openai-chat:gpt-5.2"]
    assert found.alone.empty


def test_provenances_are_never_pooled() -> None:
    """Recorded and simulated sessions are two strata; a recorded one has no simulated counterpart."""
    both = [*errands("eager", [RIGHT] * 6), *errands("named", [WRONG] * 6)]
    other = [row | {"provenance": "simulated", "selection": "not_scored"} for row in both]
    found = compare(calls(*both, *other), "presentation", "eager", "named")
    pairs = found.totals.set_index(["provenance", "measure"])["pairs"]
    assert (pairs["recorded", "accuracy"], pairs["simulated", "accuracy"]) == (6, 0)
    crossed = [row | ({"provenance": "simulated"} if row["presentation"] == "named" else {}) for row in both]
    alone = compare(calls(*crossed), "presentation", "eager", "named").alone
    assert alone[["side", "provenance", "scenario"]].values.tolist() == [
        ["baseline", "recorded", "desk"],
        ["candidate", "simulated", "desk"],
    ]


def test_the_same_turns_with_more_tools_are_no_more_units() -> None:
    """`desk@many` is `desk` with another profile's tools: two strata of six conversations."""
    both = [*errands("eager", [RIGHT] * 6), *errands("named", [WRONG] * 6)]
    many = [row | {"scenario": "desk@many"} for row in both]
    totals = compare(calls(*both, *many), "presentation", "eager", "named").totals
    rows = totals[totals["measure"] == "accuracy"]
    assert rows["profile"].fillna("own").tolist() == ["many", "own"] and rows["units"].tolist() == [6, 6]


def test_what_has_no_counterpart_is_listed() -> None:
    """A cell and a turn that one side lacks are rows of `alone`, and change no total."""
    used = [usage(uncached=9_000, read=0, output=1)]
    lone = session([[("identity", "stable", "Ada")]], used, "appended", cassette="other.yaml")
    frame = pd.concat([FOUR_TURNS, priced(build(lone)).assign(scenario="coding")], ignore_index=True)
    found, without = (compare(f, "layout", "monolith", "appended") for f in (frame, FOUR_TURNS))
    assert found.alone[["side", "scenario"]].values.tolist() == [["candidate", "coding"]]
    assert found.alone["turn"].isna().all() and without.alone.empty
    pd.testing.assert_frame_equal(found.totals, without.totals)
    cut = calls(*errands("eager", [RIGHT] * 7), *errands("named", [RIGHT] * 6))
    assert compare(cut, "presentation", "eager", "named").alone[["side", "turn"]].values.tolist() == [
        ["baseline", 6]
    ]


@settings(few, max_examples=10)
@given(st.permutations(range(len(FRAME))))
def test_swapping_sides_swaps_signs_whatever_the_order(order: list[int]) -> None:
    """A against B is minus B against A; rows may come in any order."""
    there = compare(FRAME, "layout", "monolith", "appended").pairs
    back = compare(FRAME.iloc[order], "layout", "appended", "monolith").pairs
    pd.testing.assert_series_equal(there["difference"], -back["difference"])


ERRANDS = calls(
    *errands("eager", [RIGHT, WRONG] * 4, cost_usd=0.1),
    *(
        row | {"input_tokens": 900 + 7 * int(str(row["turn"]))}
        for row in errands("named", [RIGHT] * 5 + [WRONG] * 3)
    ),
)


@settings(few, max_examples=10)
@given(st.permutations(range(len(ERRANDS))), st.integers(0, 3))
def test_the_same_seed_gives_the_same_answer(order: list[int], seed: int) -> None:
    """Whatever the order of the rows, to the last digit; another seed moves intervals only."""
    found, again = (
        compare(f, "presentation", "eager", "named", seed).totals for f in (ERRANDS, ERRANDS.iloc[order])
    )
    pd.testing.assert_frame_equal(found, again)
    other = compare(ERRANDS, "presentation", "eager", "named", seed + 1).totals
    pd.testing.assert_frame_equal(found.drop(columns=["low", "high"]), other.drop(columns=["low", "high"]))


@pytest.mark.parametrize(
    ("axis", "value", "error", "says"),
    [
        pytest.param("weather", "appended", BadInput, "layout, presentation, model", id="axis"),
        pytest.param("layout", "apended", NotFound, "did you mean 'appended'", id="value"),
        pytest.param("layout", "monolith", BadInput, "with itself", id="itself"),
    ],
)
def test_what_is_not_there_is_refused(axis: str, value: str, error: type[Exception], says: str) -> None:
    """The message names what there is, or the nearest."""
    with pytest.raises(error, match=says):
        compare(FRAME, axis, "monolith", value)
