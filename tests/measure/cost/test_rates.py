"""Rates: every class at its own, and what tokens cost above being read."""

from decimal import Decimal

import pytest
from genai_prices import Usage
from genai_prices.data import providers
from hypothesis import given
from hypothesis import strategies as st

from agentbench.measure import Tokens
from agentbench.measure.cost import Rates
from agentbench.measure.cost.rates import rates_of

CLAUDE = Rates(
    uncached=Decimal(3), read=Decimal("0.3"), write=Decimal("3.75"), write_1h=Decimal(6), output=Decimal(15)
)
PRICES = [
    (model.id, model.prices)
    for provider in providers
    for model in provider.models
    if not isinstance(model.prices, list) and model.prices.input_mtok is not None
]
_count = st.integers(min_value=0, max_value=400_000)


@pytest.mark.parametrize(
    "tokens",
    [
        Tokens(uncached=900, read=7, write=50, write_1h=11, output=3),
        Tokens(uncached=300_001, read=5, output=9),
    ],
)
def test_the_classes_of_every_model_add_up_to_what_the_price_table_asks(tokens: Tokens) -> None:
    """Our sum of classes is genai-prices' own total, below and above the steps of its tiered prices."""
    asked = Usage(
        input_tokens=tokens.input,
        cache_read_tokens=tokens.read,
        cache_write_tokens=tokens.write + tokens.write_1h,
        cache_write_5m_tokens=tokens.write,
        cache_write_1h_tokens=tokens.write_1h,
        output_tokens=tokens.output,
    )
    assert len(PRICES) > 500
    differing = [
        name
        for name, prices in PRICES
        if rates_of(prices, tokens.input).of(tokens).total != prices.calc_price(asked)["total_price"]
    ]
    assert differing == []


@pytest.mark.parametrize(
    ("lost", "used", "usd"),
    [
        pytest.param(0, Tokens(uncached=9), "0", id="nothing"),
        pytest.param(100, Tokens(uncached=500), "0.00027", id="plain"),
        pytest.param(100, Tokens(uncached=500, write=40), "0.0003", id="written-first"),
        pytest.param(100, Tokens(uncached=500, write=40, write_1h=10), "0.0003300", id="hour-before-that"),
        pytest.param(100, Tokens(uncached=60), "0.000162", id="no-more-than-was-paid"),
    ],
)
def test_lost_tokens_cost_what_they_became_less_a_read(lost: int, used: Tokens, usd: str) -> None:
    """By hand, per million: 2.70 more as plain input, 3.45 as a write, 5.70 as a write for an hour."""
    assert CLAUDE.above_read(lost, used) == Decimal(usd)


def test_without_a_read_rate_waste_has_no_price() -> None:
    """Not 0: nobody knows what reading would have cost; nothing lost is 0 all the same."""
    blind = Rates(uncached=Decimal(3), read=None, write=None, write_1h=None, output=None)
    assert blind.above_read(5, Tokens(uncached=5)) is None
    assert blind.above_read(0, Tokens(uncached=5)) == 0


@given(_count, _count, _count, _count)
def test_waste_is_never_more_than_the_input_cost(lost: int, uncached: int, write: int, long: int) -> None:
    """Whatever is lost, its price above reading is below what the input cost in all."""
    used = Tokens(uncached=uncached, write=write, write_1h=long)
    waste = CLAUDE.above_read(lost, used)
    assert waste is not None
    assert 0 <= waste <= CLAUDE.of(used).total
