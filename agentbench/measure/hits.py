"""How much of the input came out of the cache."""

from collections.abc import Iterable
from dataclasses import dataclass

import pandas as pd

from agentbench.facts import silent_zero
from agentbench.measure.arm import Cells


@dataclass(frozen=True, slots=True, kw_only=True)
class HitShare:
    """Token-weighted: read tokens summed, divided by input tokens summed."""

    share: float | None
    """0 to 1; None where no row reports both."""
    read_tokens: int
    input_tokens: int
    n: int
    """Rows that report both."""
    left_out: int
    """Model calls that do not, or that report more read than sent."""


def read_tokens(frame: pd.DataFrame) -> "pd.Series[int]":
    """What each row read from the cache: as reported, and 0 where the provider writes no zero and named no count.

    Left missing, such rows would drop out of the hit share, and only the hits would be counted
    (`facts/providers.yaml`, `silent_zero`).
    """
    read, spoken = frame["cache_read_tokens"], zip(frame["provider"], frame["wire_format"], strict=True)
    silent = pd.Series(
        [silent_zero(str(provider), str(wire)) for provider, wire in spoken], frame.index, bool
    )
    return read.mask(read.isna() & frame["input_tokens"].notna() & silent, 0)


def both_reported(calls: Iterable[Cells]) -> list[tuple[int, int]]:
    """Read and input tokens of the calls, as cells, that report both, and no more read than sent."""
    return [
        (read, total)
        for call in calls
        if isinstance(read := call["cache_read_tokens"], int)
        and isinstance(total := call["input_tokens"], int)
        and read <= total
    ]


def hit_share(frame: pd.DataFrame) -> HitShare:
    """The hit share over the model calls that report both reads and input; `read_tokens` says what a silence means."""
    calls = frame[frame["kind"] == "model_call"]
    calls = calls.assign(cache_read_tokens=read_tokens(calls))
    known = calls[(calls["cache_read_tokens"] <= calls["input_tokens"]).fillna(False)]
    read, total = int(known["cache_read_tokens"].sum()), int(known["input_tokens"].sum())
    return HitShare(
        share=read / total if total else None,
        read_tokens=read,
        input_tokens=total,
        n=len(known),
        left_out=len(calls) - len(known),
    )
