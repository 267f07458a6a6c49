"""Predicted against reported: how well recordings could have been foreseen."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import pandas as pd

from agentbench.caching import predict
from agentbench.measure.accuracy import EXCLUSIONS, Pairs, ahead, of_pairs, pairs
from agentbench.verbs.calibrate import learned
from agentbench.verbs.inspect import Files, recordings

if TYPE_CHECKING:
    from agentbench.verbs.run import Run

DATA = frozenset({"json", "jsonl"})
"""Formats that can hold every disagreement in its row."""

_OVERVIEW = (
    *(
        "class",
        "provenance",
        "first_requests",
        "n",
        "live",
        "determined",
        "exact_share",
        "exact_hit_share",
        "covered_share",
    ),
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


def accuracy(
    *paths: str | Path, calibrate: Sequence[str | Path] = (), progress: Files = iter
) -> pd.DataFrame:
    """Predicted against reported reads, one row per class of provider (`exact`, `floor`, `flaky`) and provenance.

    The columns `causes` and `disagreements` hold objects: what was not as predicted, each with its cause.
    First requests, whose warmth cannot be known, are counted and left out. `calibrate`: recordings that correct the
    token counts of what no answer counted.

    Raises:
        NotFound, BadInput: as `recordings` and `learned`.
    """
    return of_pairs(later(*paths, calibrate=calibrate, progress=progress))


def later(*paths: str | Path, calibrate: Sequence[str | Path] = (), progress: Files = iter) -> Pairs:
    """The requests by which `accuracy` judges, and how many rows are left out for which reason."""
    known = learned(calibrate, progress)
    return pairs(recordings(*paths, progress=progress).exchanges, known)


def left_out(found: Pairs) -> Sequence[str]:
    """What no figure counts, one sentence each, decided before any figure was looked at."""
    return [f"left out, before any figure: {n} {EXCLUSIONS[why]}" for why, n in found.left_out.items() if n]


def by_scenario(run: "Run") -> pd.DataFrame:
    """For a bench before anything is sent: see `measure.accuracy.ahead`."""
    return ahead(run.exchanges, predict(run.exchanges))


def overview(found: pd.DataFrame) -> pd.DataFrame:
    """The columns of `accuracy` that fit where people read them, tokens as whole numbers."""
    shown = found[list(_OVERVIEW)]
    return shown.assign(
        **{name: shown[name].round().astype("Int64") for name in ("error_p90", "interval_width")}
    )
