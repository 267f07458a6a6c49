"""The frame that the report's tests share: two layouts on two models, two recorded families, two rows not judged."""

import pandas as pd

from agentbench.frame import build
from agentbench.measure import priced
from agentbench.tape.exchange import Exchange, Usage
from tests.exchanges import Blocks, exchange, origin, request, session, usage
from tests.measure.frames import two_layouts

GPT = "openai-chat:gpt-5.2"


def _gpt(layout: str, reads: int) -> tuple[Exchange, ...]:
    blocks: Blocks = [("identity", "stable", "You are Ada.")]
    used = [usage(uncached=2_000 - read, read=read, output=10) for read in (0, reads)]
    calls = session([blocks, blocks], used, layout)
    return tuple(
        exchange(
            request(model="gpt-5.2", wire="openai_chat", messages=["a", "b", "c"][: 2 * turn + 1]),
            one,
            index=turn,
            cassette=f"{layout}-gpt.yaml",
            provenance="simulated",
            provider="openai",
            origin=origin(layout, turn, model=GPT),
            stale_blocks=(),
        )
        for turn, one in enumerate(used[: len(calls)])
    )


def recorded() -> tuple[Exchange, ...]:
    """Five recorded rows: three of claude that break once, one without a price, one unreadable file."""
    texts = ["Hello <b>Bob</b>", "Hello <b>Bob</b>", "Hello <b>Eve</b>"]
    calls = [
        exchange(request(system=text), usage(uncached=100, read=300, output=5), index=i, cassette="rec.yaml")
        for i, text in enumerate(texts)
    ]
    odd = exchange(
        request(model="odd-one"), Usage(input_total=7, output=1), provider="acme", cassette="odd.yaml"
    )
    broken = exchange(kind="unreadable", index=None, cassette="cut.yaml", reason="cut | short", sent_at=None)
    return (*calls, odd, broken)


def everything() -> tuple[Exchange, ...]:
    """Ours and recorded together."""
    return (*two_layouts(), *_gpt("monolith", 512), *_gpt("appended", 1_920), *recorded())


FRAME: pd.DataFrame = priced(build(everything()))
