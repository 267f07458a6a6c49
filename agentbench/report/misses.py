"""What cache reads were lost to, and the places where prefixes break, each told once for all arms that share it."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import pandas as pd

from agentbench.caching.diagnosis import miss_classes
from agentbench.frame import names
from agentbench.measure import place_text
from agentbench.measure.arm import Cells, cells, grouped, model_calls, records

_DTYPES = {
    "provenance": "string",
    "class": "string",
    "side": "string",
    "requests": "Int64",
    "compared": "Int64",
    "meaning": "string",
    "advice": "string",
}


def miss_counts(frame: pd.DataFrame) -> pd.DataFrame:
    """One row per provenance and class of miss, most requests first: `requests` that have it, of `compared` ones.

    With `side` (who can do something), `meaning` and `advice`. A request can have several classes; those with which
    nothing was lost are left out.
    """
    known = miss_classes()
    rows: list[Cells] = []
    for key, calls in grouped(model_calls(frame), ("provenance",)):
        judged = [found for found in map(names, cells(calls, "miss")) if found is not None]
        for name, count in sorted(Counter(n for found in judged for n in set(found)).items(), key=_order):
            one = known[name]
            if one.side == "report":  # nothing was lost
                continue
            told = {"class": name, "side": one.side, "requests": count, "compared": len(judged)}
            rows.append(key | told | {"meaning": one.meaning, "advice": one.advice})
    return pd.DataFrame(rows, columns=list(_DTYPES)).astype(_DTYPES)


def _order(counted: tuple[str, int]) -> tuple[int, str]:
    return -counted[1], counted[0]


@dataclass(frozen=True, slots=True, kw_only=True)
class Broken:
    """One block (or segment, where blocks are unknown) at which prefixes of one provenance break."""

    what: str
    """The block, or the segment."""
    tier: str | None
    provenance: str
    of: tuple[str, ...]
    """The layouts, or the families of recorded traffic, that break there."""
    place: str
    """Where the first of its arms first does: `system[0] byte 9`."""
    arms: tuple[str, ...]
    """Where each arm does first, and how often: `split, gpt-5.2, tools eager: system[0] byte 9 (3 of 9)`."""
    requests: int
    compared: int
    lead: str | None
    was: str | None
    now: str | None


def broken_places(breaks: pd.DataFrame, of: str) -> tuple[Broken, ...]:
    """The rows of `measure.breaks` of one provenance and block (or segment) as one, most requests first.

    `of` is the column that says who breaks: `layout` or `family`.
    """
    table = breaks.assign(what=breaks["block"].fillna(breaks["segment"]))
    keys = ("provenance", "what", "tier")
    found = [_broken(key, of, records(rows)) for key, rows in grouped(table, keys)]
    return tuple(sorted(found, key=lambda one: (-one.requests, one.provenance, one.what)))


def _broken(key: Cells, of: str, rows: Sequence[Cells]) -> Broken:
    text = {
        name: None if rows[0][name] is None else str(rows[0][name]) for name in ("tier", "lead", "was", "now")
    }
    return Broken(
        what=str(key["what"]),
        provenance=str(key["provenance"]),
        of=tuple(dict.fromkeys(str(row[of] or f"unknown {of}") for row in rows)),
        place=_place(rows[0]),
        arms=tuple(_arm(row, of) for row in rows),
        requests=sum(int(str(row["requests"])) for row in rows),
        compared=sum(int(str(row["compared"])) for row in rows),
        **text,
    )


def _place(row: Cells) -> str:
    return place_text(None, row["segment"], row["byte"])


def _arm(row: Cells, of: str) -> str:
    arm = (
        row[of] or f"unknown {of}",
        *([row["model"], f"tools {row['presentation']}"] if "model" in row else []),
    )
    return f"{', '.join(map(str, arm))}: {_place(row)} ({row['requests']} of {row['compared']})"
