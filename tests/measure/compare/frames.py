"""Frames whose every figure is written by hand."""

from collections.abc import Iterable, Mapping

import pandas as pd

from agentbench.frame import COLUMNS

_USUAL: Mapping[str, object] = {
    "kind": "model_call",
    "provenance": "recorded",
    "layout": "tiered",
    "presentation": "eager",
    "model_id": "local:small",
    "scenario": "desk",
    "repeat": 0,
    "turn": 0,
    "step": 0,
    "index": 0,
    "conversation": "0",
    "status": 200,
    "input_tokens": 1000,
    "cache_read_tokens": 0,
}


def calls(*rows: Mapping[str, object]) -> pd.DataFrame:
    """One model call per row: what a row does not say is usual, or missing; the cassette names the cell."""
    found = [dict(_USUAL) | dict(row) for row in rows]
    for row in found:
        row.setdefault(
            "cassette", "/".join(str(row[name]) for name in ("layout", "presentation", "scenario"))
        )
    columns = {
        column.name: pd.array([row.get(column.name) for row in found], dtype=column.dtype)
        for column in COLUMNS
    }
    return pd.DataFrame(columns)


def errands(presentation: str, verdicts: Iterable[str | None], **more: object) -> list[dict[str, object]]:
    """Turns that are each a conversation of its own, with these verdicts."""
    return [
        {
            "presentation": presentation,
            "turn": turn,
            "index": turn,
            "conversation": str(turn),
            "selection": one,
        }
        | more
        for turn, one in enumerate(verdicts)
    ]


def sessions(layout: str, costs: Iterable[Iterable[float | None]], **more: object) -> list[dict[str, object]]:
    """Scenarios s0, s1 ... whose turns cost this much, each one growing conversation."""
    return [
        {"layout": layout, "scenario": f"s{at}", "turn": turn, "index": turn, "cost_usd": usd} | more
        for at, session in enumerate(costs)
        for turn, usd in enumerate(session)
    ]
