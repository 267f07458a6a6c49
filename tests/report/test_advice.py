"""Which layout to use, from arms that are written by hand."""

import pandas as pd
import pytest

from agentbench.report.advice import advice

COLUMNS = ("layout", "model", "cost_usd", "hit_share", "stale_turns", "broken", "provenance", "presentation")


def arms(*rows: tuple[object, ...]) -> pd.DataFrame:
    """`measure.summary` of arms of one session and ten requests each; layout, model, cost, hit share, stale, broken."""
    found = []
    for row in rows:
        named = dict(zip(COLUMNS, (*row, "simulated", "eager")[: len(COLUMNS)], strict=False))
        places = {"breaks_at": "clock @ system[0] byte 9 (and 2 more)" if named["broken"] else None}
        counts = {
            "sessions": 1,
            "exchanges": 10,
            "compared": 9,
            "priced": 0 if named["cost_usd"] is None else 10,
        }
        found.append(named | counts | places)
    return pd.DataFrame(found).convert_dtypes()


def said(*rows: tuple[object, ...]) -> str:
    """The paragraph."""
    found = advice(arms(*rows))
    assert found is not None
    return found.text


def test_the_cheapest_that_leaves_nothing_stale_is_advised() -> None:
    """tiered is 20 % cheaper than appended, and leaves 3 turns stale: it is named, and not advised."""
    text = said(
        ("monolith", "anthropic:m", 2.0, 0.5, 0, 6),
        ("appended", "anthropic:m", 1.0, 0.9, 0, 0),
        ("tiered", "anthropic:m", 0.8, 0.9, 3, 0),
    )
    assert text == (
        "Use appended: it costs 50.0% less a session than monolith."
        " Caches give back 90.0% of its input against 50.0%, because monolith changes what was sent before in 6 of 9"
        " requests, most often at clock @ system[0] byte 9."
        " tiered would save 20.0% more, by leaving 3 turns stale: the model is not told of a change."
        " (Simulated; anthropic:m; tools eager.)"
    )


def test_where_all_leave_turns_stale_it_is_said() -> None:
    """There is nothing better to advise, so the warning is of the one advised."""
    text = said(("a", "x:m", 2.0, 0.5, 1, 0), ("b", "x:m", 1.0, 0.9, 2, 0))
    assert "But b leaves 2 turns stale" in text
    assert "would save" not in text


def test_a_layout_must_win_on_average() -> None:
    """b is 1.5 of 2 and 2 of 2, c 2 of 2 and 0.5 of 2: on average c spends less."""
    text = said(
        ("b", "x:m", 1.5, 0.5, 0, 0),
        ("c", "x:m", 2.0, 0.5, 0, 0),
        ("b", "x:n", 2.0, 0.5, 0, 0),
        ("c", "x:n", 0.5, 0.8, 0, 0),
    )
    assert text.startswith("Use c: it costs 33.3% more to 75.0% less a session than b in both comparisons.")


def test_a_stale_layout_that_saves_only_here_and_there_is_said_so() -> None:
    """tiered is 10 % dearer than appended on one model and 50 % cheaper on the other."""
    text = said(
        *(("monolith", model, 4.0, 0.5, 0, 0) for model in ("x:m", "x:n")),
        *(("appended", model, 2.0, 0.9, 0, 0) for model in ("x:m", "x:n")),
        ("tiered", "x:m", 2.2, 0.9, 1, 0),
        ("tiered", "x:n", 1.0, 0.9, 1, 0),
    )
    assert "tiered would save up to 50.0% more, by leaving 2 turns stale" in text


def test_without_prices_what_no_cache_gives_back_decides() -> None:
    """10 of 100 against 40 of 100 tokens are sent in vain: 75 % less."""
    text = said(("a", "local:m", None, 0.6, 0, 4), ("b", "local:m", None, 0.9, 0, 0))
    assert text.startswith("Use b: it sends 75.0% less input that no cache gives back than a.")


def test_a_real_server_stands_beside_simulated_prices() -> None:
    """A recorded pair without a price does not decide, and is told."""
    text = said(
        ("a", "x:m", 2.0, 0.6, 0, 0),
        ("b", "x:m", 1.0, 0.9, 0, 0),
        ("a", "local:q", None, 0.25, 0, 0, "recorded", "eager"),
        ("b", "local:q", None, 0.75, 0, 0, "recorded", "eager"),
    )
    assert text.endswith("Recorded from a real server: 75.0% against 25.0% with local:q, tools eager.")
    assert "(Simulated; x:m; tools eager.)" in text


@pytest.mark.parametrize(
    "rows",
    [
        pytest.param([("a", "x:m", 2.0, 0.6, 0, 0)], id="one-layout"),
        pytest.param([("a", "x:m", 2.0, 0.6, 0, 0), ("b", "x:n", 1.0, 0.9, 0, 0)], id="different-models"),
    ],
)
def test_nothing_to_compare_is_no_advice(rows: list[tuple[object, ...]]) -> None:
    """Layouts are held against one another on the same model only."""
    assert advice(arms(*rows)) is None
