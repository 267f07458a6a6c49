"""Prices, checked by hand against the published rates per million tokens."""

from datetime import UTC, datetime
from decimal import Decimal

import pandas as pd
import pytest
from hypothesis import given

from agentbench.frame import build
from agentbench.measure import PRICE_TABLE, Tokens, price, priced, saved, usd_sum
from agentbench.tape.exchange import Usage
from tests.exchanges import exchange, request, usage
from tests.measure.frames import FOUR_TURNS, few, frames

ANTHROPIC = ("anthropic", ("claude-sonnet-4-6",))
OPENAI = ("openai", ("gpt-5.2",))
ALL_CLASSES = Tokens(uncached=1_000, read=20_000, write=3_000, write_1h=400, output=50)


def _hand(rates: str, *tokens: int) -> Decimal:
    """Tokens times USD per million, class by class."""
    pairs = zip(rates.split(), tokens, strict=True)
    return sum((Decimal(rate) * n / 1_000_000 for rate, n in pairs), Decimal())


@pytest.mark.parametrize(
    ("who", "tokens", "expected", "without"),
    [
        pytest.param(
            ANTHROPIC,
            ALL_CLASSES,
            _hand("3 0.3 3.75 6 15", 1_000, 20_000, 3_000, 400, 50),
            _hand("3 15", 24_400, 50),
            id="claude-every-class",
        ),
        pytest.param(
            OPENAI,
            Tokens(uncached=1_000, read=9_000, output=100),
            _hand("1.75 0.175 14", 1_000, 9_000, 100),
            _hand("1.75 14", 10_000, 100),
            id="gpt-reads",
        ),
        pytest.param(
            ("deepseek", ("deepseek-chat",)),
            Tokens(uncached=500, read=1_500, output=0),
            _hand("0.27 0.07", 500, 1_500),
            _hand("0.27", 2_000),
            id="deepseek-outside-off-peak-hours",
        ),
    ],
)
def test_each_class_at_its_own_rate(
    who: tuple[str, tuple[str, ...]], tokens: Tokens, expected: Decimal, without: Decimal
) -> None:
    """Every class has its own rate; without a cache all input is at the input rate."""
    found = price(tokens, *who, None)
    assert (found.usd, found.without_cache_usd) == (expected, without)
    assert found.note is None


def test_the_rate_is_that_of_the_day() -> None:
    """Before 13 March 2026 Claude Sonnet 4.6 charged twice the input rate beyond 200,000 tokens; since then not."""
    long = Tokens(uncached=300_000)
    before, after = (price(long, *ANTHROPIC, datetime(2026, 3, day, tzinfo=UTC)) for day in (12, 14))
    assert (before.usd, after.usd) == (Decimal("1.8"), Decimal("0.9"))
    assert before.as_of == "2026-03-12"


@pytest.mark.parametrize(
    ("provider", "models", "tokens", "why"),
    [
        pytest.param("openai", ("gpt-99",), ALL_CLASSES, "'gpt-99' of 'openai'", id="unknown-model"),
        pytest.param("llama.cpp", ("qwen3",), ALL_CLASSES, "'qwen3' of 'llama.cpp'", id="unknown-provider"),
        pytest.param(None, ("qwen3-0.6b",), ALL_CLASSES, "'qwen3-0.6b' is not in", id="no-provider"),
        pytest.param("openai", (), ALL_CLASSES, "names no model", id="no-model"),
        pytest.param("anthropic", ANTHROPIC[1], Tokens(uncached=-1), "do not add up", id="negative"),
        pytest.param(
            "openai",
            ("text-embedding-3-small",),
            Tokens(uncached=1, output=1),
            "no output rate",
            id="class-without-rate",
        ),
    ],
)
def test_what_has_no_price_is_named_and_never_free(
    provider: str | None, models: tuple[str, ...], tokens: Tokens, why: str
) -> None:
    """No model, provider or rate: no cost at all, and a note that says which."""
    found = price(tokens, provider, models, None)
    assert found.usd is None
    assert why in (found.note or "")


@pytest.mark.parametrize(
    ("tokens", "usd", "note"),
    [
        pytest.param(Tokens(uncached=0, write=1_000), "0.00175", "no cache write rate", id="write"),
        pytest.param(Tokens(uncached=0, write_1h=1_000), "0.00175", "no cache write rate", id="write-1h"),
    ],
)
def test_a_class_without_a_rate_is_counted_as_input_and_named(tokens: Tokens, usd: str, note: str) -> None:
    """gpt-5.2 has no write rate: writes count at the input rate, and the note says so."""
    found = price(tokens, *OPENAI, None)
    assert found.usd == Decimal(usd)
    assert note in (found.note or "")


def test_an_hour_long_write_without_a_rate_is_counted_as_a_write_and_named() -> None:
    """gpt-5.6 has one write rate, 5 USD a million, for any lifetime."""
    found = price(Tokens(uncached=0, write_1h=1_000), "openai", ("gpt-5.6-sol",), None)
    assert found.usd == Decimal("0.005")
    assert found.note == "no 1-hour write rate: counted at the write rate"


def test_the_answering_model_is_priced_first() -> None:
    """An alias or deployment is priced as the model that answered, else as the one that was asked."""
    tokens = Tokens(uncached=1_000_000)
    assert price(tokens, "openai", ("gpt-5.2", "my-deployment"), None).usd == Decimal("1.75")
    assert price(tokens, "openai", ("my-deployment", "gpt-5.2"), None).usd == Decimal("1.75")


def test_an_unknown_provider_is_said() -> None:
    """A recording without a host is priced by its model's maker, and the note says so."""
    assert price(ALL_CLASSES, None, ANTHROPIC[1], None).note == "provider unknown: priced as 'anthropic'"


@pytest.mark.parametrize(
    ("used", "why"),
    [
        pytest.param(Usage(), "no input tokens", id="no-usage"),
        pytest.param(usage(uncached=5, output=None), "no output tokens", id="no-output"),
    ],
)
def test_rows_without_usage_have_no_cost(used: Usage, why: str) -> None:
    """A call that reports no tokens costs something unknown, not 0."""
    row = priced(build([exchange(used=used)])).iloc[0]
    assert pd.isna(row["cost_usd"])
    assert why in row["price_note"]


def test_classes_the_provider_does_not_have_count_as_none_used() -> None:
    """A provider that reports only its total input is priced as uncached."""
    used = Usage(input_total=1_000, output=0)
    row = priced(build([exchange(request(model="gpt-5.2"), used, provider="openai")])).iloc[0]
    assert row["cost_usd"] == pytest.approx(0.00175)
    assert row["price_as_of"] == "2026-11-02"


def test_reasoning_beside_the_output_is_paid_too() -> None:
    """xAI's Chat Completions leave reasoning out of the output and bill it: 21 + 192 in, 2 + 256 out (recorded)."""
    used = Usage(
        input_total=213,
        uncached=21,
        read=192,
        output=2,
        reasoning=256,
        flags=("total_differs_from_prompt_plus_completion",),
    )
    calls = exchange(request(model="grok-code-fast-1"), used, provider="x_ai")
    row = priced(build([calls])).iloc[0]
    assert row["cost_usd"] == pytest.approx(float(_hand("0.2 0.02 1.5", 21, 192, 2 + 256)))


def test_undated_rows_take_the_date_that_is_given() -> None:
    """Without a recording date the rates are those of `undated`, else the newest."""
    frame = build([exchange(used=usage(uncached=1), sent_at=None)])
    given_day = priced(frame, undated=datetime(2026, 3, 1, tzinfo=UTC))
    assert given_day["price_as_of"].tolist() == ["2026-03-01"]
    assert priced(frame)["price_as_of"].tolist() == ["newest"]


def test_saved_is_the_difference_and_says_what_it_covers() -> None:
    """Four turns of each layout, by hand: writes at 3.75, reads at 0.30, input at 3 and output at 15 per million."""
    frame = FOUR_TURNS
    wrote = _hand("3 3.75 15", 100, 900, 50)
    read = _hand("3 0.3 15", 100, 900, 50)
    found = saved(frame)
    assert found.cost_usd == 5 * wrote + 3 * read
    assert found.without_cache_usd == 8 * _hand("3 15", 1_000, 50)
    assert found.saved_usd == found.without_cache_usd - found.cost_usd
    assert (found.n, found.left_out) == (8, 0)


def test_nothing_priced_is_none() -> None:
    """A sum over no known amount is None, never 0."""
    found = saved(priced(build([exchange(used=Usage())])))
    assert (found.cost_usd, found.saved_usd, found.n, found.left_out) == (None, None, 0, 1)


@few
@given(frames)
def test_costs_are_additive_and_ignore_order(frame: pd.DataFrame) -> None:
    """The cost of all is the sum of each one's, whatever the order; a missing cost has its reason."""
    shuffled = frame.iloc[::-1]
    assert usd_sum(shuffled["cost_usd"]) == usd_sum(frame["cost_usd"])
    each = [saved(frame.iloc[[i]]).cost_usd for i in range(len(frame))]
    known = [amount for amount in each if amount is not None]
    assert saved(frame).cost_usd == (sum(known, Decimal()) if known else None)
    assert (frame["cost_usd"].notna() | frame["price_note"].notna()).all()


@few
@given(frames)
def test_pricing_is_row_by_row(frame: pd.DataFrame) -> None:
    """A row's price does not depend on its neighbours."""
    again = priced(frame.iloc[::-1]).iloc[::-1]
    pd.testing.assert_frame_equal(again, frame)


@few
@given(frames)
def test_a_cache_never_read_saves_nothing(frame: pd.DataFrame) -> None:
    """Without reads there is nothing to save: the cost is at least that without a cache."""
    unread = frame[(frame["cache_read_tokens"].fillna(0) == 0) & frame["cost_usd"].notna()]
    assert (unread["cost_usd"] >= unread["cost_without_cache_usd"]).all()


def test_the_price_table_is_named_with_its_version() -> None:
    """Every cost can say which snapshot it comes from."""
    assert PRICE_TABLE.startswith("genai-prices 0.")
