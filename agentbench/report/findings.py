"""Sentences that the numbers make: which layout costs what, and why."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import pandas as pd

from agentbench.measure.arm import Cells, records
from agentbench.report.advice import advice
from agentbench.report.wording import plural, share, usd

PROVENANCES = ("recorded", "simulated", "predicted")


@dataclass(frozen=True, slots=True, kw_only=True)
class Duel:
    """The cheapest and the dearest layout of one provenance, presentation and model."""

    provenance: str
    presentation: str
    model: str
    cheapest: Cells
    dearest: Cells

    @property
    def less(self) -> float:
        """By what share the cheapest costs less per session than the dearest."""
        return 1 - _per_session(self.cheapest) / _per_session(self.dearest)


def _per_session(row: Cells) -> float:
    return float(str(row["cost_usd"])) / int(str(row["sessions"]))


def counts_line(frame: pd.DataFrame) -> str:
    """How many exchanges are recorded, simulated, predicted; and how many rows are no exchange."""
    calls = Counter(frame[frame["kind"] == "model_call"]["provenance"].tolist())
    parts = [f"{calls[p]:,} {p}" for p in PROVENANCES]
    line = f"{', '.join(parts[:-1])} and {parts[-1]} exchanges"
    kinds = Counter(frame["kind"].tolist())
    rest = [f"{kinds[kind]:,} {said}" for kind, said in _OTHER_ROWS.items() if kinds[kind]]
    return f"{line}; {' and '.join(rest)}." if rest else f"{line}."


_OTHER_ROWS = {"set_aside": "set aside", "unreadable": "unreadable"}


def duels(summary: pd.DataFrame) -> tuple[Duel, ...]:
    """One per provenance, presentation and model that has two or more fully priced layouts."""
    arms: dict[tuple[str, str, str], list[Cells]] = {}
    for row in records(summary):
        if row["layout"] is not None and row["priced"] == row["exchanges"] and row["cost_usd"]:
            key = (str(row["provenance"]), str(row["presentation"]), str(row["model"]))
            arms.setdefault(key, []).append(row)
    return tuple(_duel(key, rows) for key, rows in arms.items() if len(rows) > 1)


def _duel(key: tuple[str, str, str], rows: list[Cells]) -> Duel:
    ordered = sorted(rows, key=lambda row: (_per_session(row), str(row["layout"])))
    provenance, presentation, model = key
    return Duel(
        provenance=provenance,
        presentation=presentation,
        model=model,
        cheapest=ordered[0],
        dearest=ordered[-1],
    )


def sentence(duel: Duel) -> str:
    """Which layout costs least, how much, and why the other does not."""
    best, worst = duel.cheapest, duel.dearest
    return (
        f"On {duel.model} ({duel.provenance}, tools {duel.presentation}), {best['layout']} costs "
        f"{usd(_per_session(best))} a session, {share(duel.less)} less than {worst['layout']} "
        f"({usd(_per_session(worst))}): {_why(best, worst)}"
    )


def _why(best: Cells, worst: Cells) -> str:
    hits = f"the cache gives back {share(best['hit_share'])} of its input against {share(worst['hit_share'])}"
    broke = (
        f"{worst['layout']} breaks its prefix at {worst['breaks_at']} "
        f"in {worst['broken']} of {plural(int(str(worst['compared'])), 'request')}"
    )
    stale = f"but {best['layout']} leaves {plural(int(str(best['stale_turns'])), 'turn')} stale"
    parts = [hits] + [broke] * bool(worst["broken"]) + [stale] * bool(best["stale_turns"])
    return "; ".join(parts) + "."


def headline(layouts: pd.DataFrame, traffic: pd.DataFrame) -> str:
    """The answer in one paragraph: which layout to use where there are several, else what all exchanges cost.

    Takes `measure.summary` of our arms, and of all exchanges by provenance.
    """
    found = advice(layouts)
    if found is not None:
        return found.text
    return " ".join(_of(row) for row in records(traffic)) or "No exchange could be judged."


def _of(row: Cells) -> str:
    exchanges = plural(int(str(row["exchanges"])), f"{row['provenance']} exchange")
    if row["cost_usd"] is None:
        hits = row["hit_share"]
        read = "" if hits is None else f" Caches gave back {share(hits)} of their input."
        return f"{exchanges}, none of which has a price.{read}"
    money = f"{usd(row['cost_usd'])}, caching saved {usd(row['saved_usd'])}"
    return f"{exchanges}, {row['priced']:,} of them priced: {money}."


def sentences(summary: pd.DataFrame) -> Sequence[str]:
    """One sentence per comparison of layouts."""
    return tuple(sentence(duel) for duel in duels(summary))
