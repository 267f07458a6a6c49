"""Predicted against reported: how well recordings could have been foreseen."""

from collections.abc import Sequence
from pathlib import Path

import pandas as pd

from agentbench.measure.accuracy import table
from agentbench.verbs.inspect import Files, recordings

DATA = frozenset({"json", "jsonl"})
"""Formats that can hold every disagreement in its row."""

_OVERVIEW = (
    *("class", "provenance", "n", "live", "determined", "exact_share", "exact_hit_share", "covered_share"),
    *("error_p90", "interval_coverage", "interval_width", "hit_share", "brier", "base_rate_brier"),
)


def is_bench(subject: Sequence[str]) -> bool:
    """Whether one YAML file with a bench's keys is meant, not recordings."""
    if len(subject) != 1 or not subject[0].endswith((".yaml", ".yml")):
        return False
    try:
        head = Path(subject[0]).read_text(encoding="utf-8")[:65536]
    except (OSError, UnicodeDecodeError):
        return False
    return all(f"\n{key}:" in f"\n{head}" for key in ("layouts", "models", "scenarios"))


def accuracy(*paths: str | Path, progress: Files = iter) -> pd.DataFrame:
    """Predicted against reported reads, one row per class of provider (`exact`, `floor`, `flaky`) and provenance.

    The columns `causes` and `disagreements` hold objects: what was not as predicted, each with its cause.
    First requests, whose warmth cannot be known, are left out.
    """
    return table(recordings(*paths, progress=progress).exchanges)


def overview(found: pd.DataFrame) -> pd.DataFrame:
    """The columns of `accuracy` that fit where people read them, tokens as whole numbers."""
    shown = found[list(_OVERVIEW)]
    return shown.assign(
        **{name: shown[name].round().astype("Int64") for name in ("error_p90", "interval_width")}
    )
