"""How often the right tool was chosen, per arm, and what the model did instead."""

from collections.abc import Sequence

import pandas as pd

from agentbench.frame import names
from agentbench.measure.arm import Cells, cells, grouped, records, table
from agentbench.measure.selection.intervals import wilson_interval
from agentbench.measure.selection.turns import ARM, told

_VERDICTS = ("unneeded", "search_missed", "wrong_sibling", "wrong", "partial", "none")
_DTYPES = {
    "turns": "Int64",
    "right": "Int64",
    "right_share": "Float64",
    "right_low": "Float64",
    "right_high": "Float64",
    **dict.fromkeys(_VERDICTS, "Int64"),
    "failed": "Int64",
    "search_calls": "Int64",
    "found_not_called": "Int64",
    "extra_calls": "Int64",
}


def outcomes(frame: pd.DataFrame, by: Sequence[str] = ARM) -> pd.DataFrame:
    """One row per arm of a scored frame that has scored turns.

    Columns: `by`; scored `turns`; `right`, `right_share` with its 95 % interval (Wilson's); one count per other
    verdict (see `Verdict`; `search_missed` is "searched but not found"); `failed`: turns that ended in an error,
    whatever their verdict; `search_calls`; `found_not_called`: turns in which a search brought back a needed tool
    that was then not called; `extra_calls`: model calls beyond the fewest that any presentation takes, one for the
    tools where some are needed, and one for the words.
    """
    scored = told(frame)
    return table([key | _figures(group) for key, group in grouped(scored, by)], by, scored, _DTYPES)


def _figures(arm: pd.DataFrame) -> Cells:
    said = cells(arm, "selection")
    right = said.count("right")
    low, high = wilson_interval(right, len(arm)) or (None, None)
    each = records(arm)
    return {
        "turns": len(arm),
        "right": right,
        "right_share": right / len(arm),
        "right_low": low,
        "right_high": high,
        **{name: said.count(name) for name in _VERDICTS},
        "failed": int(arm["failed"].sum()),
        "search_calls": int(arm["search_calls"].sum()),
        "found_not_called": sum(map(_found_not_called, each)),
        "extra_calls": sum(map(_extra_calls, each)),
    }


def _found_not_called(turn: Cells) -> bool:
    expected, called, found = (
        set(names(turn[name]) or ()) for name in ("expected_tools", "called_tools", "found_tools")
    )
    return bool((expected & found) - called)


def _extra_calls(turn: Cells) -> int:
    fewest = 2 if names(turn["expected_tools"]) else 1
    return max(0, int(str(turn["model_calls"])) - fewest)
