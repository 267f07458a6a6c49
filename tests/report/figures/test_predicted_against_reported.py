"""Predicted reads beside reported ones."""

import pandas as pd
from matplotlib.figure import Figure

from agentbench.caching import Prediction
from agentbench.frame import build
from agentbench.report.figures import draw_predicted_against_reported, predicted_against_reported
from tests.exchanges import exchange, request, usage


def frame(*rows: tuple[int, int, int], **more: object) -> pd.DataFrame:
    """Reported read, least and most predicted, of the later requests of one conversation."""
    reads = [(0, 0, 0), *rows]
    calls = [
        exchange(
            request(messages=["m"] * (2 * i + 1)),
            usage(uncached=10, read=read),
            index=i,
            **more,  # type: ignore[arg-type]
        )
        for i, (read, _, _) in enumerate(reads)
    ]
    return build(calls, [Prediction(read_low=low, read_high=high) for _, low, high in reads])


def test_each_read_is_held_against_its_interval() -> None:
    """In it, one token off, 5 % off, and further off; the first request of a conversation is left out."""
    found = predicted_against_reported(frame((100, 0, 200), (201, 0, 200), (1_000, 0, 960), (1_000, 0, 900)))
    assert found[["reported", "high", "agrees", "n"]].values.tolist() == [
        [100, 200, "as predicted", 1],
        [201, 200, "as predicted", 1],
        [1_000, 900, "otherwise", 1],
        [1_000, 960, "within 5%", 1],
    ]
    assert set(found["class"]) == {"exact"} and set(found["provenance"]) == {"recorded"}


def test_equal_points_are_one_with_their_number() -> None:
    """Three calls that read the same are one row of n = 3."""
    assert predicted_against_reported(frame(*[(5, 5, 5)] * 3))["n"].tolist() == [3]


def test_only_recorded_rows_count_unless_asked() -> None:
    """What a simulator of these very rules says proves nothing about a provider."""
    simulated = frame((5, 5, 5), provenance="simulated")
    assert predicted_against_reported(simulated).empty
    asked = predicted_against_reported(simulated, ("recorded", "simulated"))
    assert asked["provenance"].tolist() == ["simulated"]


def test_a_provider_without_a_rule_is_left_out() -> None:
    """Of whose cache nothing is known, nothing is predicted."""
    assert predicted_against_reported(frame((5, 5, 5), provider="acme")).empty


def test_the_title_is_the_finding_and_agreement_lies_on_the_line() -> None:
    """Shares of calls, not of points; a mark stands at the nearest predicted value."""
    points = predicted_against_reported(frame((50, 0, 200), (50, 0, 200), (1_000, 0, 980), (900, 0, 90)))
    axes = draw_predicted_against_reported(points, Figure().subplots())
    assert axes.get_title(loc="left") == (
        "exact: the rules decide the read (recorded, n = 4)\n50% of reads as predicted, 25% within 5%"
    )
    drawn = {
        str(marks.get_label()): marks.get_offsets()
        for marks in axes.collections
        if marks.get_label()[0] != "_"
    }  # type: ignore[index]
    assert [list(map(tuple, drawn[name])) for name in ("as predicted", "within 5%", "otherwise")] == [  # type: ignore[arg-type]
        [(50, 50)],
        [(1_000, 980)],
        [(900, 90)],
    ]
