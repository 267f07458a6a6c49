"""How much of the input came out of the cache."""

from dataclasses import dataclass

import pandas as pd


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


def hit_share(frame: pd.DataFrame) -> HitShare:
    """The hit share over the model calls that report both reads and input."""
    calls = frame[frame["kind"] == "model_call"]
    known = calls[(calls["cache_read_tokens"] <= calls["input_tokens"]).fillna(False)]
    read, total = int(known["cache_read_tokens"].sum()), int(known["input_tokens"].sum())
    return HitShare(
        share=read / total if total else None,
        read_tokens=read,
        input_tokens=total,
        n=len(known),
        left_out=len(calls) - len(known),
    )
