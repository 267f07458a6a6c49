"""A comparison to read: one row per stratum and measure, and under it why something is missing."""

from collections.abc import Callable, Iterator, Mapping, Sequence

from agentbench.measure import Comparison
from agentbench.measure.arm import Cells, records
from agentbench.measure.compare import LEVEL, POWER, SHARES
from agentbench.report import Cell, Heading, Table, wording

_HEADINGS = (
    Heading(name="measure", title="measure", kind="key"),
    Heading(name="baseline", title="", kind="count"),
    Heading(name="candidate", title="", kind="count"),
    Heading(name="difference", title="difference", kind="count"),
    Heading(name="low", title=f"{LEVEL:.0%} interval", kind="count"),
    Heading(name="p", title="p", kind="count"),
    Heading(name="p_holm", title="p, corrected", kind="count"),
    Heading(name="detectable", title="detectable", kind="count"),
    Heading(name="better", title="better / worse / equal", kind="count"),
    Heading(name="pairs", title="pairs", kind="count"),
    Heading(name="units", title="units", kind="count"),
)
_TESTED = ("low", "p", "p_holm", "detectable")
"""Left out where no row has them."""


def comparison_table(found: Comparison) -> Table:
    """Baseline, candidate, difference with its interval and p, the detectable one, and how many pairs went which way.

    What is the same in all rows stands in the caption; a measure that no pair has is left to the notes.
    """
    keys = list(found.totals.columns[: list(found.totals.columns).index("measure")])
    told = found.totals.groupby("measure")["pairs"].transform("sum") > 0
    rows = records(found.totals[told])
    varying = [name for name in (*keys, "unit") if len({row[name] for row in rows}) > 1]
    units = {row["unit"] for row in rows}
    titles = {"baseline": found.baseline, "candidate": found.candidate}
    titles["units"] = "".join(f"{unit}s" for unit in units) if len(units) == 1 else "units"
    headings = (
        *(Heading(name=name, title=name, kind="key") for name in varying),
        *(
            Heading(name=one.name, title=titles.get(one.name, one.title), kind=one.kind)
            for one in _HEADINGS
            if one.name not in _TESTED or found.totals[one.name].notna().any()
        ),
    )
    fixed = [
        str(rows[0][name]) for name in keys if rows and name not in varying and rows[0][name] is not None
    ]
    return Table(
        caption=" ".join([_paired(found, fixed), *_tested(found)]),
        headings=headings,
        rows=_worded(headings, rows),
    )


def pairs_table(found: Comparison) -> Table:
    """Every pair that is measured on both sides."""
    rows = records(found.pairs[found.pairs["difference"].notna()])
    keys = list(found.pairs.columns[: list(found.pairs.columns).index("measure")])
    titles = {"baseline": found.baseline, "candidate": found.candidate}
    headings = (
        *(
            Heading(name=name, title=name, kind="key")
            for name in keys
            if any(row[name] is not None for row in rows)
        ),
        *(
            Heading(name=one.name, title=titles.get(one.name, one.title), kind=one.kind)
            for one in _HEADINGS[:4]
        ),
    )
    return Table(caption=_paired(found, []), headings=headings, rows=_worded(headings, rows))


def _worded(headings: Sequence[Heading], rows: Sequence[Cells]) -> tuple[tuple[Cell, ...], ...]:
    return tuple(
        tuple(Cell(text=_text(one.name, row), value=row[one.name]) for one in headings) for row in rows
    )


def notes(found: Comparison) -> tuple[str, ...]:
    """What rows say beside their figures, and every cell and turn that one side lacks."""
    keys = list(found.totals.columns[: list(found.totals.columns).index("measure")])
    rows = records(found.totals)
    varying = [name for name in keys if len({row[name] for row in rows}) > 1]
    named = [" ".join(str(row[name]) for name in varying if row[name] is not None) for row in rows]
    said: dict[str, dict[str, list[str]]] = {}
    for row, stratum in zip(rows, named, strict=True):
        if row["note"] is not None:
            said.setdefault(str(row["note"]), {}).setdefault(str(row["measure"]), []).append(stratum)
    return (*(f"{_where(of, len(set(named)))}: {note}" for note, of in said.items()), *_alone(found))


def _where(of: Mapping[str, list[str]], strata: int) -> str:
    """The measures that share a note, with their strata where not all of them do."""
    said = [", ".join(measure for measure, found in of.items() if len(found) == strata)]
    by_stratum: dict[str, list[str]] = {}
    for measure, found in of.items():
        for stratum in found if len(found) < strata else ():
            by_stratum.setdefault(stratum, []).append(measure)
    said += [f"{stratum} {', '.join(measures)}" for stratum, measures in by_stratum.items()]
    return "; ".join(part for part in said if part)


def _alone(found: Comparison) -> Iterator[str]:
    """One line per cell that one side lacks, or of which it lacks turns."""
    turns: dict[tuple[str, str], list[str]] = {}
    for row in records(found.alone):
        side = found.baseline if row["side"] == "baseline" else found.candidate
        shown = [str(row[name]) for name in row if name not in ("side", "turn", "repeat", "profile")]
        repeat = f" repeat {row['repeat']}" if row["repeat"] else ""
        of = turns.setdefault((side, f"{' '.join(shown)}{repeat}"), [])
        of += [] if row["turn"] is None else [str(row["turn"])]
    for (side, cell), missing in turns.items():
        yield f"only {side}, left out: {cell}{', turn ' if missing else ''}{', '.join(missing)}"


def _paired(found: Comparison, fixed: list[str]) -> str:
    same = f" ({', '.join(fixed)})" if fixed else ""
    return f"{found.axis}: {found.candidate} against {found.baseline}, everything else equal{same}."


def _tested(found: Comparison) -> list[str]:
    if not found.family:
        return []
    units = " or ".join(f"the {unit}" for unit in sorted(set(found.totals["unit"])))
    return [
        f"Drawn again: {units}, both sides together (bootstrap, seed {found.seed}).",
        "p: McNemar's exact test where a unit is one turn, else from swapping the sides unit by unit;",
        f"corrected by Holm for {found.family} in this table.",
        f"Detectable: would have been found with power {POWER:g} at alpha {1 - LEVEL:.2f}, uncorrected.",
    ]


def _text(name: str, row: Cells) -> str:
    value, measure = row[name], str(row["measure"])
    match name:
        case "baseline" | "candidate":
            return _FIGURES.get(measure, _count)(value)
        case "difference":
            return _signed(measure, value)
        case "detectable":
            return _DIFFERENCES.get(measure, _count)(value)
        case "low":
            return (
                wording.MISSING
                if value is None
                else f"{_signed(measure, value)} to {_signed(measure, row['high'])}"
            )
        case "p" | "p_holm":
            return _p(value)
        case "better":
            return (
                wording.MISSING if not row["pairs"] else f"{row['better']} / {row['worse']} / {row['equal']}"
            )
        case "pairs" | "units":
            return wording.count(value)
        case _:
            return wording.text(value)


Worded = Callable[[object], str]


def _count(value: object) -> str:
    return wording.count(round(value)) if isinstance(value, int | float) else wording.MISSING


def _points(value: object) -> str:
    return f"{100 * value:.1f} pp" if isinstance(value, int | float) else wording.MISSING


_FIGURES: Mapping[str, Worded] = dict.fromkeys(SHARES, wording.share) | {"cost_usd": wording.usd}
"""How a measure's figures are written; the others are whole numbers."""
_DIFFERENCES: Mapping[str, Worded] = dict.fromkeys(SHARES, _points) | {"cost_usd": wording.usd}
"""How differences are written: those of shares in percentage points."""


def _signed(measure: str, value: object) -> str:
    plus = "+" if isinstance(value, int | float) and value > 0 else ""
    return plus + _DIFFERENCES.get(measure, _count)(value)


def _p(value: object) -> str:
    if not isinstance(value, float):
        return wording.MISSING
    return "<0.001" if value < 0.001 else f"{value:.3f}"
