"""Whether the right tool is chosen less often than in the baseline: by paired turns, never by two shares."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from agentbench.measure.compare.chance import holm
from agentbench.measure.gate.baseline import ArmRecord
from agentbench.measure.gate.paired import ALPHA, Paired, Turn, paired
from agentbench.measure.gate.tolerances import Tolerances
from agentbench.measure.gate.verdict import Reason

_MOST_NAMED = 8


@dataclass(slots=True, kw_only=True)
class Found:
    """What the paired turns of all arms say."""

    reasons: list[Reason] = field(default_factory=list)
    unknown: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    absent: bool = False
    """Whether scored turns of the baseline are not scored now."""


def accuracy(both: Sequence[tuple[ArmRecord, ArmRecord]], allowed: Tolerances) -> Found:
    """Arms now and in the baseline, turn by turn.

    Without a tolerance of its own, accuracy is worse where McNemar's exact test, one-sided and corrected over all
    arms (Holm), says so at alpha 0.05; with one, where the share of right turns among the pairs fell further.
    """
    found = Found()
    told = [(now.arm, one) for now, was in both for one in _pairs(now, was, found)]
    corrected = holm([one.p for _, one in told])
    tests = sum(p is not None for p in corrected)
    for (arm, one), p in zip(told, corrected, strict=True):
        where = f"{arm}: right tool{'' if one.profile is None else f' with {one.profile}'}"
        if one.absent:
            found.absent = True
            turns = one.absent + one.n
            found.unknown.append(f"{where}: {one.absent} of the baseline's {turns} turns not scored now")
        if one.n:
            _judge(found, arm, where, one, p, tests, allowed)
    if both and not any(record.selection for pair in both for record in pair):
        found.notes.append("right tools: not judged, for no arm has scored turns (labelled, and recorded)")
    return found


def _pairs(now: ArmRecord, was: ArmRecord, found: Found) -> Iterator[Paired]:
    if was.selection is not None and now.selection is not None:
        yield from paired(was.selection, now.selection)
    elif was.selection is not None:
        found.absent = True
        found.unknown.append(f"{now.arm}: selection is in the baseline, and unknown now")
    elif now.selection is not None:
        found.notes.append(
            f"{now.arm}: right tool: {now.selection.n} scored turns, none in the baseline; accept them with --update"
        )


def _judge(
    found: Found, arm: str, where: str, one: Paired, p: float | None, tests: int, allowed: Tolerances
) -> None:
    fell = one.was - one.now
    limit = None if allowed.accuracy is None else allowed.of("accuracy", one.was)
    said = f"{len(one.lost)} lost and {len(one.won)} won of {one.n} paired turns"
    if limit is None and p is not None:
        said += f", p = {p:.3f}"
    if (fell > limit + 1e-9) if limit is not None else (p is not None and p <= ALPHA):
        detail = f"{said}; lost: {_named(one.lost)}"
        found.reasons.append(
            Reason(arm=arm, measure="accuracy", was=one.was, now=one.now, place=None, detail=detail)
        )
    elif limit is None and fell > 0 and not one.can_tell(tests):
        found.unknown.append(f"{where}: {said}; {_too_few(one)}; set a tolerance, or play more")
    else:
        power = _power(one) if limit is None else ""
        found.notes.append(f"{where}: {one.was:.1%} -> {one.now:.1%}, {said}{power}")


def _power(one: Paired) -> str:
    if one.detectable is not None:
        return f"; a loss of {100 * one.detectable:.0f} points is found 4 times in 5"
    if one.can_tell(1):
        return ""
    return f"; {_too_few(one)}" if one.losable else "; nothing was right that could be lost"


def _too_few(one: Paired) -> str:
    units = f"{one.losable} {one.unit}{'s' * (one.losable != 1)}"
    return f"with something right in {units}, no loss reaches p = {ALPHA:.2f}"


def _named(turns: Sequence[Turn]) -> str:
    """The first few by scenario and (from the second on) repeat."""
    sessions: dict[str, list[str]] = {}
    for scenario, repeat, turn in turns[:_MOST_NAMED]:
        sessions.setdefault(f"{scenario}{f' (repeat {repeat})' if repeat else ''}", []).append(str(turn))
    rest = len(turns) - _MOST_NAMED
    named = "; ".join(f"{name} turn {', '.join(found)}" for name, found in sessions.items())
    return named + (f" and {rest} more" if rest > 0 else "")
