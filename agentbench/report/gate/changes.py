"""What changed between two baselines, as a table: what a reviewer accepts, or what `--update` writes."""

from collections.abc import Callable

from agentbench.measure import place_text
from agentbench.measure.gate import ArmRecord, Baseline
from agentbench.report import wording
from agentbench.report.table import Cell, Heading, Table

_HEADINGS = (
    Heading(name="arm", title="Arm"),
    Heading(name="hit_share", title="Hit share"),
    Heading(name="cost", title="Cost per session"),
    Heading(name="stale_turns", title="Stale turns"),
    Heading(name="breaks", title="Breaks"),
    Heading(name="prefix", title="Stable prefix"),
)


def changes(current: Baseline, baseline: Baseline | None) -> Table:
    """One row per arm of either side: a figure that is the same once, a figure that moved as `was → is`."""
    now = {record.arm: record for record in current.arms}
    was = {record.arm: record for record in baseline.arms} if baseline else {}
    rows = [_row(arm, was.get(arm), now.get(arm)) for arm in sorted({*was, *now})]
    return Table(caption="Per arm: in the baseline → now.", headings=_HEADINGS, rows=tuple(rows))


def _row(arm: str, was: ArmRecord | None, now: ArmRecord | None) -> tuple[Cell, ...]:
    shown = [arm, *(_moved(word, was, now) for word in (_hits, _cost, _stale, _breaks, _prefix))]
    return tuple(Cell(text=text, value=text) for text in shown)


def _moved(word: Callable[[ArmRecord], str], was: ArmRecord | None, now: ArmRecord | None) -> str:
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
