"""`ab.cost`: the cost report of whatever is at hand."""

from datetime import UTC, datetime
from pathlib import Path

import pytest

import agentbench as ab
from agentbench.errors import BadInput, NotFound
from agentbench.verbs.inspect import Exchanges

TAPES = Path(__file__).resolve().parents[2] / "cassettes" / "default"


@pytest.fixture(scope="module")
def exchanges() -> Exchanges:
    """The committed cassettes of one layout."""
    return ab.inspect(TAPES / "appended" / "eager")


def test_every_subject_gives_the_same(exchanges: Exchanges) -> None:
    """Exchanges, their frame, and their paths."""
    known = ab.cost(exchanges).frame
    assert ab.cost(exchanges.frame).frame.equals(known)
    assert ab.cost(TAPES / "appended" / "eager").frame.equals(known)
    assert ab.cost(*sorted((TAPES / "appended" / "eager").rglob("*.yaml"))).frame.equals(known)


def test_two_halves_make_the_whole(exchanges: Exchanges) -> None:
    """`since` is in and `until` is out, so that periods that meet neither overlap nor leave a gap."""
    sent = exchanges.frame["sent_at"].sort_values()
    middle = sent.iloc[len(sent) // 2].to_pydatetime()
    whole, first, second = (
        ab.cost(exchanges, by="model", since=since, until=until).frame["exchanges"].sum()
        for since, until in ((None, None), (None, middle), (middle, None))
    )
    assert first + second == whole and first and second
    assert second == (sent >= middle).sum()


def test_a_zone_is_utc_where_none_is_given(exchanges: Exchanges) -> None:
    """A date typed without a zone means UTC, as the frame's times do."""
    bare, zoned = datetime(2026, 3, 3, 10), datetime(2026, 3, 3, 10, tzinfo=UTC)  # noqa: DTZ001
    assert ab.cost(exchanges, since=bare).frame.equals(ab.cost(exchanges, since=zoned).frame)


def test_a_period_that_ends_before_it_begins_is_refused(exchanges: Exchanges) -> None:
    """An empty period is a slip of the fingers, not an empty bill."""
    with pytest.raises(BadInput, match="swap them"):
        ab.cost(exchanges, since=datetime(2026, 2, 2, tzinfo=UTC), until=datetime(2026, 1, 1, tzinfo=UTC))


def test_what_has_no_time_is_counted() -> None:
    """Rendered requests were never sent: in a period they are left out, and it is said."""
    frame = ab.inspect(TAPES / "appended" / "eager").frame
    frame.loc[:4, "sent_at"] = None
    found = ab.cost(frame, since=datetime(2020, 1, 1, tzinfo=UTC))
    assert found.undated == 5
    assert found.frame["exchanges"].sum() == len(frame) - 5


def test_it_shows_itself(exchanges: Exchanges) -> None:
    """Costs in text and in HTML, with hit share and savings."""
    found = ab.cost(exchanges)
    assert "Saved" in repr(found) and "claude" in repr(found)
    assert "<table" in found._repr_html_()


def test_groupings_nest_in_the_order_in_which_they_are_named(exchanges: Exchanges) -> None:
    """With commas or as several names; every level is there, and they add up."""
    found = ab.cost(exchanges, by=["family,scenario", "month"])
    assert found.by == ("family", "scenario", "month")
    assert set(found.breakdown["level"]) == {"provenance", *found.by}
    assert found.frame["exchanges"].sum() == len(exchanges)
    with pytest.raises(NotFound, match="did you mean 'scenario'"):
        ab.cost(exchanges, by="scenari")


def test_the_same_calls_as_another_model(exchanges: Exchanges) -> None:
    """All predicted, all of the other family, with the output that was answered; what it was is beside it."""
    moved = ab.cost(exchanges, as_model="openai-chat:gpt-5.2")
    assert moved.frame["provenance"].tolist() == ["predicted"]
    assert moved.frame["family"].tolist() == ["gpt"]
    assert moved.frame["exchanges"].sum() == len(exchanges)
    assert moved.frame["output_tokens"].sum() == exchanges.frame["output_tokens"].sum()
    assert "of the models that were asked" in (moved.contents.predicted_from or "")
    assert "predicted" in repr(moved)


@pytest.mark.parametrize(
    ("model", "why"),
    [
        pytest.param("nonsense", "no model family", id="unknown"),
        pytest.param("qwen3-coder", "found no cache rule", id="no-provider"),
        pytest.param("local:qwen3-0.6b", "no price", id="no-price"),
    ],
)
def test_another_model_without_rule_or_price_is_refused(exchanges: Exchanges, model: str, why: str) -> None:
    """In one line that says which of them is missing."""
    with pytest.raises(NotFound, match=why) as raised:
        ab.cost(exchanges, as_model=model)
    assert "\n" not in str(raised.value)


def test_a_frame_cannot_be_moved_to_another_model(exchanges: Exchanges) -> None:
    """It holds no requests, which the other model's rule would have to see."""
    with pytest.raises(BadInput, match="holds no requests"):
        ab.cost(exchanges.frame, as_model="openai-chat:gpt-5.2")


def test_another_model_lands_near_its_own_figure() -> None:
    """The bench was played on both: what one is predicted to cost from the other is within 3 % of its own figure."""
    claude = ab.inspect(*sorted(TAPES.rglob("*claude*/*.yaml")))
    gpt = ab.inspect(*sorted(TAPES.rglob("openai-chat-gpt*/*.yaml")))
    for source, other, model in (
        (claude, gpt, "openai-chat:gpt-5.2"),
        (gpt, claude, "anthropic:claude-sonnet-4-6"),
    ):
        predicted = ab.cost(source, as_model=model, by="layout").frame.set_index("layout")["cost_usd"]
        own = ab.cost(other, by="layout").frame.set_index("layout")["cost_usd"]
        assert predicted.sum() == pytest.approx(own.sum(), rel=0.03)
        assert predicted.sort_values().index.tolist() == own.sort_values().index.tolist()
