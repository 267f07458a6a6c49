"""Whether the model was told what it should have been told: a layout must not look cheap by saying less."""

from dataclasses import dataclass

import pandas as pd

_TURN = ["cassette", "scenario", "repeat", "conversation", "turn"]


@dataclass(frozen=True, slots=True, kw_only=True)
class StaleTurns:
    """Turns in which a volatile fact in force was not shown to the model."""

    turns: int | None
    """None where no row says."""
    n: int
    """Turns that say."""
    left_out: int
    """Model calls that do not say (other people's recordings)."""


def stale_turns(frame: pd.DataFrame) -> StaleTurns:
    """Stale turns: a turn of several model calls counts once, and is stale where one of them is."""
    calls = frame[frame["kind"] == "model_call"]
    known = calls[calls["stale_turns"].notna()]
    per_turn = known.groupby(_TURN, dropna=False)["stale_turns"].max()
    return StaleTurns(
        turns=int(per_turn.sum()) if len(per_turn) else None,
        n=len(per_turn),
        left_out=len(calls) - len(known),
    )
