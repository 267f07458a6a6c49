"""One row per stratum and measure: what differs over all its pairs."""

from collections.abc import Iterable, Sequence
from math import fsum

from agentbench.measure.arm import Cells
from agentbench.measure.compare.chance import holm
from agentbench.measure.compare.judged import Seen, judged
from agentbench.measure.compare.measures import MEASURES, SHARES, Fraction
from agentbench.measure.compare.pairs import Key, Pair, Paired

TYPES = {
    "measure": "string",
    "baseline": "Float64",
    "candidate": "Float64",
    "difference": "Float64",
    "low": "Float64",
    "high": "Float64",
    "test": "string",
    "p": "Float64",
    "p_holm": "Float64",
    "detectable": "Float64",
    "better": "Int64",
    "worse": "Int64",
    "equal": "Int64",
    "pairs": "Int64",
    "left_out": "Int64",
    "unit": "string",
    "units": "Int64",
    "note": "string",
}


def totals(found: Paired, names: Sequence[str], seed: int) -> list[Cells]:
    """One row per stratum (columns `names`) and measure, with the columns of `TYPES`; p corrected over all rows."""
    groups: dict[tuple[Key, str], list[Pair]] = {}
    for pair in found.pairs:
        groups.setdefault((pair.stratum, pair.measure), []).append(pair)
    rows = [
        dict(zip(names, stratum, strict=True)) | _row(measure, groups[stratum, measure], unit, seed)
        for stratum in sorted({stratum for stratum, _ in groups}, key=repr)
        for unit in ("conversation" if stratum in found.apart else "scenario",)
        for measure in MEASURES
        if (stratum, measure) in groups
    ]
    corrected = holm([p if isinstance(p := row["p"], float) else None for row in rows])
    return [row | {"p_holm": p} for row, p in zip(rows, corrected, strict=True)]


def value(part: Fraction) -> float:
    """The fraction as a number."""
    return part[0] / part[1]


def _row(measure: str, pairs: Sequence[Pair], unit: str, seed: int) -> Cells:
    known = [(pair.unit, pair.was, pair.now) for pair in pairs if pair.was and pair.now]
    units: dict[Key, list[tuple[Fraction, Fraction]]] = {}
    for key, was, now in known:
        units.setdefault(key, []).append((was, now))
    signs = [(value(now) > value(was)) - (value(now) < value(was)) for _, was, now in known]
    more, less = signs.count(1), signs.count(-1)
    better, worse = (more, less) if MEASURES[measure] == "more" else (less, more)
    figures: Cells = dict.fromkeys(TYPES) | {
        "measure": measure,
        "better": better,
        "worse": worse,
        "equal": signs.count(0),
        "pairs": len(known),
        "left_out": len(pairs) - len(known),
        "unit": unit,
        "units": len(units),
    }
    if not known:
        return figures | {"note": _left_out(pairs)}
    before, after = _sum(measure, [was for _, was, _ in known]), _sum(measure, [now for _, _, now in known])
    seen = Seen(measure=measure, units=units, unit=unit, better=better, worse=worse, pairs=len(known))
    found = figures | {"baseline": before, "candidate": after, "difference": after - before}
    found |= judged(seen, seed)
    notes = [str(note) for note in (found["note"], _left_out(pairs)) if note]
    return found | {"note": "; ".join(notes) or None}


def _left_out(pairs: Sequence[Pair]) -> str | None:
    """How many of the pairs each side tells, where that is not all."""
    was, now = (
        sum(part is not None for part in side) for side in ([p.was for p in pairs], [p.now for p in pairs])
    )
    if was == now == len(pairs):
        return None
    if not was and not now:
        return "measured on neither side"
    return f"of {len(pairs)} pairs the baseline is measured in {was}, the candidate in {now}"


def _sum(measure: str, parts: Iterable[Fraction]) -> float:
    """A share is summed and then divided; of a total the lower parts mean nothing."""
    tops, bottoms = zip(*parts, strict=True)
    return fsum(tops) / fsum(bottoms) if measure in SHARES else fsum(tops)
