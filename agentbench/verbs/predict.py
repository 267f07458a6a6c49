"""Predicted against reported: how well recordings could have been foreseen."""

from collections.abc import Sequence
from pathlib import Path

import pandas as pd

from agentbench.verbs.inspect import Files, recordings


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
    """Predicted against reported reads, one row per provider and wire of the recordings.

    First requests of a conversation are left out (their warmth cannot be known) and counted in `first`.
    """
    frame = recordings(*paths, progress=progress).frame
    calls = frame[(frame["kind"] == "model_call") & frame["cache_read_tokens"].notna()]
    later = calls[calls["common_prefix_bytes"].notna() & calls["predicted_read_tokens_high"].notna()]
    low, high = later["predicted_read_tokens_low"], later["predicted_read_tokens_high"]
    read = later["cache_read_tokens"]
    rows = later.assign(
        exact=((high - read).abs() <= 1),
        within=(read >= low - 1) & (read <= high + 1),
        hit=read > 0,
    )
    found = rows.groupby(["provider", "wire_format"], dropna=False).agg(
        n=("exact", "size"),
        hits=("hit", "sum"),
        exact_share=("exact", "mean"),
        interval_coverage=("within", "mean"),
    )
    found["first"] = calls[calls["common_prefix_bytes"].isna()].groupby(["provider", "wire_format"]).size()
    return found.reset_index()
