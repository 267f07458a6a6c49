"""Frames that the tests of measure and report share, and their Hypothesis strategy."""

import pandas as pd
from hypothesis import settings
from hypothesis import strategies as st

from agentbench.frame import build
from agentbench.measure import priced
from agentbench.tape.exchange import Exchange, Usage
from tests.exchanges import Blocks, exchange, request, session, usage

IDENTITY = ("identity", "stable", "You are Ada, an assistant.")
MEMORY = ("memory", "context", "Likes tea.")


def _monolith(turn: int) -> Blocks:
    return [IDENTITY, ("clock", "volatile", f"Now 09:0{turn}"), MEMORY]


def two_layouts(turns: int = 4) -> tuple[Exchange, ...]:
    """A monolith whose clock breaks every request after the first, and an appended layout that breaks none.

    Each request holds 1,000 input tokens: 100 uncached, 900 written by monolith each turn and by appended once.
    """
    writes = usage(uncached=100, read=0, write_5m=900, write_1h=0, output=50)
    reads = usage(uncached=100, read=900, write_5m=0, write_1h=0, output=50)
    return (
        *session([_monolith(t) for t in range(turns)], [writes] * turns, "monolith"),
        *session([[IDENTITY, MEMORY]] * turns, [writes] + [reads] * (turns - 1), "appended"),
    )


def two_layouts_frame(turns: int = 4) -> pd.DataFrame:
    """`two_layouts` as a priced frame."""
    return priced(build(two_layouts(turns)))


_counts = st.none() | st.integers(min_value=0, max_value=100_000)
_models = st.sampled_from(
    [
        ("claude-sonnet-4-6", "anthropic"),
        ("gpt-5.2", "openai"),
        ("deepseek-chat", "deepseek"),
        ("qwen3-0.6b", "llama.cpp"),
        ("claude-sonnet-4-6", None),
    ]
)


@st.composite
def exchanges(draw: st.DrawFn) -> Exchange:
    """A recorded model call of one of five models, each usage class reported or not."""
    model, provider = draw(_models)
    used: Usage = usage(
        uncached=draw(_counts),
        read=draw(_counts),
        write_5m=draw(_counts),
        write_1h=draw(_counts),
        output=draw(_counts),
    )
    return exchange(
        request(model=model),
        used,
        index=draw(st.integers(0, 5)),
        cassette=draw(st.sampled_from(["a.yaml", "b.yaml"])),
        provider=provider,
    )


FOUR_TURNS = two_layouts_frame()

few = settings(max_examples=25, deadline=None)
"""For properties over whole tables: fewer examples, and no clock."""

frames = st.lists(exchanges(), max_size=8).map(lambda calls: priced(build(calls)))
