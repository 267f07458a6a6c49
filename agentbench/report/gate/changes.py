"""What changed between two baselines, as a table: what a reviewer accepts, or what `--update` writes."""

from collections.abc import Callable, Iterable

from agentbench.measure import place_text
from agentbench.measure.gate import ArmRecord, Baseline
from agentbench.report import wording
from agentbench.report.table import Cell, Heading, Table

_ALWAYS = (
    Heading(name="arm", title="Arm"),
    Heading(name="hit_share", title="Hit share"),
    Heading(name="cost", title="Cost per session"),
    Heading(name="stale_turns", title="Stale turns"),
    Heading(name="breaks", title="Breaks"),
    Heading(name="prefix", title="Stable prefix"),
)


_TOLD = (Heading(name="selection", title="Right turns"), Heading(name="misses", title="Misses"))


def changes(current: Baseline, baseline: Baseline | None) -> Table:
    """One row per arm of either side: a figure that is the same once, a figure that moved as `was → is`.

    Right turns stand there where turns were scored, classes of misses where some of them moved.
    """
    now = {record.arm: record for record in current.arms}
    was = {record.arm: record for record in baseline.arms} if baseline else {}
    words = {"hit_share": _hits, "cost": _cost, "stale_turns": _stale, "breaks": _breaks, "prefix": _prefix}
    if any(record.selection for record in (*was.values(), *now.values())):
        words["selection"] = _selection
    if any(was[arm].misses != now[arm].misses for arm in was.keys() & now.keys()):
        words["misses"] = _misses
    rows = [_row(arm, was.get(arm), now.get(arm), words.values()) for arm in sorted({*was, *now})]
    headings = tuple(one for one in (*_ALWAYS, *_TOLD) if one.name == "arm" or one.name in words)
    return Table(caption="Per arm: in the baseline → now.", headings=headings, rows=tuple(rows))


_Word = Callable[[ArmRecord], str]


def _row(arm: str, was: ArmRecord | None, now: ArmRecord | None, words: Iterable[_Word]) -> tuple[Cell, ...]:
    shown = [arm, *(_moved(word, was, now) for word in words)]
    return tuple(Cell(text=text, value=text) for text in shown)


def _moved(word: _Word, was: ArmRecord | None, now: ArmRecord | None) -> str:
    before = "absent" if was is None else word(was)
    after = "absent" if now is None else word(now)
    return after if before == after else f"{before} → {after}"


def _hits(record: ArmRecord) -> str:
    return wording.share(record.hit_share)


def _cost(record: ArmRecord) -> str:
    return wording.usd(record.cost_per_session_usd)


def _stale(record: ArmRecord) -> str:
    return wording.count(record.stale_turns)


def _breaks(record: ArmRecord) -> str:
    places = (
        f"{wording.plural(found.requests, 'request')} at {place_text(found.block, found.segment, found.byte)}"
        for found in record.breaks
    )
    return "; ".join(places) or "none"


def _prefix(record: ArmRecord) -> str:
    return ", ".join(prefix.sha256[:8] for prefix in record.prefixes) or wording.MISSING


def _selection(record: ArmRecord) -> str:
    found = record.selection
    return wording.MISSING if found is None else f"{found.right} of {found.n}"


def _misses(record: ArmRecord) -> str:
    if record.misses is None:
        return wording.MISSING
    return "; ".join(f"{name} {count}" for name, count in record.misses.items()) or "none"
