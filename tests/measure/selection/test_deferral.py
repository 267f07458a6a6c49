"""What a presentation saves and loses against eager, on the same turns."""

import pandas as pd
import pytest

from agentbench.frame import build
from agentbench.measure import priced
from agentbench.measure.selection import deferral, scored
from tests.exchanges import exchange, origin
from tests.measure.selection.played import LABELS, frame, turn

PLAYED = frame(
    turn(0, ["pay"], [], tokens=1000, read=900),
    turn(1, ["look"], [], tokens=1000, read=900),
    turn(2, [], tokens=1000, read=0),
    turn(0, ["?pay"], ["pay"], [], presentation="bridge", tokens=100, read=10),
    turn(1, ["?post"], ["post"], [], presentation="bridge", tokens=100, read=70),
    turn(2, 500, presentation="bridge"),
    turn(3, ["look"], presentation="bridge", tokens=7),
)


def test_the_same_turns_side_by_side() -> None:
    """Three turns in common: right once both, once each alone; tokens of the two of which both sides tell them."""
    bridge, eager = deferral(PLAYED).to_dict("records")
    assert (bridge["presentation"], bridge["turns"], bridge["scored"]) == ("bridge", 3, 3)
    assert [bridge[name] for name in ("both", "only_eager", "only_this", "neither")] == [1, 1, 1, 0]
    assert (bridge["right_share"], bridge["eager_right_share"]) == pytest.approx((2 / 3, 2 / 3))
    # turns 0 and 1: 3 calls of 100 against 2 of 1,000
    assert (bridge["tokens_n"], bridge["input_tokens"], bridge["eager_input_tokens"]) == (2, 300, 2000)
    assert bridge["saved_share"] == pytest.approx(0.85)
    # 3 x 10 + 3 x 70 of 600; 4 x 900 of 4,000
    assert (bridge["hit_share"], bridge["eager_hit_share"], bridge["hit_n"]) == pytest.approx((0.4, 0.9, 2))
    assert (eager["turns"], eager["both"], eager["neither"], eager["saved_share"]) == (3, 2, 1, 0)


def test_an_arm_without_a_cassette_is_named() -> None:
    """A failed cell's arm is a row without figures that says why; so is one with no turn of eager beside it."""
    why = "the cell failed: NotFound: asked to replay 'x.yaml', found no such cassette"
    absent = exchange(
        kind="unreadable",
        index=None,
        reason=why,
        origin=origin(turn=0, scenario="needs", presentation="local"),
    )
    rows = [*turn(3, ["look"], presentation="named"), *turn(0, ["pay"], []), absent]
    found = deferral(scored(priced(build(rows)), LABELS)).set_index("presentation")
    assert list(found.index) == ["eager", "local", "named"]
    assert found.loc["local", "missing"] == why and pd.isna(found.loc["local", "turns"])
    assert found.loc["named", "missing"] == "no turn of eager to compare with"
    assert found.loc["named", "turns"] == 0 and pd.isna(found.loc["eager", "missing"])


def test_predictions_have_tokens_and_no_accuracy() -> None:
    """What nobody answered is never scored; what it would weigh is known."""
    rows = [
        *turn(0, ["pay"], [], tokens=1000, provenance="predicted"),
        *turn(0, ["pay"], [], tokens=400, presentation="bridge", provenance="predicted"),
    ]
    bridge = deferral(frame(rows)).iloc[0]
    assert (bridge["provenance"], bridge["saved_share"], bridge["scored"]) == ("predicted", 0.6, 0)
    assert bridge[["right_share", "both", "neither"]].isna().all()


def test_costs_are_those_of_priced_turns() -> None:
    """Claude Sonnet at 3 dollars a million uncached tokens and 15 of output: a turn of one call each."""
    rows = [*turn(2, [], tokens=None), *turn(2, [], tokens=None, presentation="bridge")]
    assert deferral(frame(rows))["cost_n"].tolist() == [0, 0]
