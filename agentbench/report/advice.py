"""Which layout to use: one paragraph that a person can act on, worked out from the arms.

Layouts are held against one another only within one provenance, presentation and model. A layout that leaves turns
stale is cheap by telling the model less: it is named, and recommended only where every layout does so.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import pandas as pd

from agentbench.measure.arm import Cells, records
from agentbench.report.wording import plural, share

_KEYS = ("provenance", "presentation", "model")
Group = Mapping[str, Cells]
"""The arms of one provenance, presentation and model, by layout."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Advice:
    """The layout to use and the one that it is held against, over all groups that have every layout."""

    best: str
    dearest: str
    thriftier: str | None
    """A layout that is cheaper still, by leaving turns stale."""
    priced: bool
    """Whether cost decides; else the share of input that no cache gives back does."""
    groups: tuple[Group, ...]
    recorded: tuple[Group, ...] = ()
    """Where cost decides: groups without a price in which a real server answered both."""

    @property
    def text(self) -> str:
        """The paragraph."""
        return " ".join(filter(None, (self.short, self._from, self._real)))

    @property
    def short(self) -> str:
        """The same without what it was measured on."""
        return " ".join(filter(None, (self._gain, self._why, self._stale)))

    @property
    def _gain(self) -> str:
        less = [
            1 - spent(g[self.best], self.priced) / spent(g[self.dearest], self.priced) for g in self.groups
        ]
        what = "it costs" if self.priced else "it sends"
        worse = f"{share(-min(less))} more to {share(max(less))}" if min(less) < 0 else _span(less)
        unit = "less a session" if self.priced else "less input that no cache gives back"
        where = {1: "", 2: " in both comparisons"}.get(len(less), f" in all {len(less)} comparisons")
        return f"Use {self.best}: {what} {worse} {unit} than {self.dearest}{where}."

    @property
    def _why(self) -> str:
        good, bad = ([g[name]["hit_share"] for g in self.groups] for name in (self.best, self.dearest))
        hits = f"Caches give back {_span(good)} of its input against {_span(bad)}"
        worst = max((g[self.dearest] for g in self.groups), key=lambda row: _number(row, "broken"))
        if not worst["broken"] or worst["breaks_at"] is None:
            return f"{hits}."
        block = str(worst["breaks_at"]).split(" (and ")[0]
        of = plural(int(_number(worst, "compared")), "request")
        broke = (
            f"{self.dearest} changes what was sent before in {worst['broken']} of {of}, most often at {block}"
        )
        return f"{hits}, because {broke}."

    @property
    def _stale(self) -> str:
        own = sum(_number(g[self.best], "stale_turns") for g in self.groups)
        if own:
            return (
                f"But {self.best} leaves {plural(int(own), 'turn')} stale: the model is not told of a change."
            )
        if self.thriftier is None:
            return ""
        less = [
            1 - spent(g[self.thriftier], self.priced) / spent(g[self.best], self.priced) for g in self.groups
        ]
        turns = sum(_number(g[self.thriftier], "stale_turns") for g in self.groups)
        more = f"up to {share(max(less))}" if min(less) < 0 else _span(less)
        return (
            f"{self.thriftier} would save {more} more, by leaving {plural(int(turns), 'turn')} stale:"
            " the model is not told of a change."
        )

    @property
    def _from(self) -> str:
        models = sorted({str(arm["model"]) for g in self.groups for arm in g.values()})
        shown = sorted({str(arm["presentation"]) for g in self.groups for arm in g.values()})
        kinds = sorted({str(arm["provenance"]) for g in self.groups for arm in g.values()})
        return f"({' and '.join(kinds).capitalize()}; {', '.join(models)}; tools {' and '.join(shown)}.)"

    @property
    def _real(self) -> str:
        said = [
            f"{share(g[self.best]['hit_share'])} against {share(g[self.dearest]['hit_share'])}"
            f" with {g[self.best]['model']}, tools {g[self.best]['presentation']}"
            for g in self.recorded
        ]
        return f"Recorded from a real server: {'; '.join(said)}." if said else ""


def advice(arms: pd.DataFrame) -> Advice | None:
    """What `measure.summary` of our arms recommends; None where no two layouts share a group.

    By cost where groups are wholly priced, else by hit share; over the groups that have every layout of any group.
    """
    priced, others = _groups(arms, True), _groups(arms, False)
    if not priced:
        return _advice(others, False) if others else None
    found = _advice(priced, True)
    real = [
        group
        for group in others
        if all(name in group and _is_real(group[name]) for name in (found.best, found.dearest))
    ]
    return replace(found, recorded=tuple(real))


def _is_real(arm: Cells) -> bool:
    return arm["provenance"] == "recorded" and not arm["priced"]


def _groups(arms: pd.DataFrame, priced: bool) -> tuple[Group, ...]:
    found: dict[tuple[object, ...], dict[str, Cells]] = {}
    for row in records(arms):
        known = (
            row["priced"] == row["exchanges"] and row["cost_usd"] if priced else row["hit_share"] is not None
        )
        if row["layout"] is not None and known:
            found.setdefault(tuple(row[key] for key in _KEYS), {})[str(row["layout"])] = row
    most = max((len(group) for group in found.values()), default=0)
    return tuple(group for group in found.values() if len(group) == most) if most > 1 else ()


def _advice(groups: Sequence[Group], priced: bool) -> Advice:
    names = sorted(set.intersection(*(set(group) for group in groups)))
    ratio = {name: _ratio(name, groups, priced) for name in names}
    fresh = [name for name in names if not any(_number(group[name], "stale_turns") for group in groups)]
    best = min(fresh or names, key=lambda name: ratio[name])
    thrifty = min(names, key=lambda name: ratio[name])
    return Advice(
        best=best,
        dearest=max(names, key=lambda name: ratio[name]),
        thriftier=thrifty if ratio[thrifty] < ratio[best] else None,
        priced=priced,
        groups=tuple(groups),
    )


def _ratio(name: str, groups: Sequence[Group], priced: bool) -> float:
    """What it spends of what the dearest layout of its group spends, on average over the groups."""
    shares = [spent(g[name], priced) / max(spent(row, priced) for row in g.values()) for g in groups]
    return sum(shares) / len(shares)


def spent(row: Cells, priced: bool) -> float:
    """USD a session, or the share of input that no cache gives back."""
    if priced:
        return _number(row, "cost_usd") / _number(row, "sessions")
    return 1 - _number(row, "hit_share")


def _number(row: Cells, name: str) -> float:
    value = row[name]
    return float(str(value)) if value is not None else 0.0


def _span(shares: Sequence[object]) -> str:
    """`28.2% to 29.9%`, or one figure where both are written alike."""
    known = [float(str(value)) for value in shares if value is not None]
    low, high = share(min(known)), share(max(known))
    return low if low == high else f"{low} to {high}"
