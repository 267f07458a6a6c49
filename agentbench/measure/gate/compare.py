"""Is this change worse than the baseline? Arm by arm, break by break, turn by turn."""

from collections.abc import Iterator

from agentbench.measure.gate.accuracy import accuracy
from agentbench.measure.gate.baseline import ArmRecord, Baseline, Break
from agentbench.measure.gate.tolerances import Tolerances
from agentbench.measure.gate.verdict import ColdWrite, Measure, Reason, Verdict

_MUST_STAY_KNOWN = ("hit_share", "cost_per_session_usd", "stale_turns")


def verdict(current: Baseline, baseline: Baseline, tolerances: Tolerances | None = None) -> Verdict:
    """Pass, worse or cannot tell; worse beats cannot tell, which beats pass.

    Worse: a break that is new, or hits more requests, in a block that is not volatile; a hit share, a cost per session
    or stale turns beyond the tolerance; right turns lost, by pairs. A changed stable prefix alone is a cold write, and
    passes. Cannot tell: an arm that only one side has, other scenarios, other prices, a figure that is gone or rests
    on fewer sessions, calls or turns than before.
    """
    allowed = tolerances or Tolerances()
    now, was = ({record.arm: record for record in side.arms} for side in (current, baseline))
    both = [(now[arm], was[arm]) for arm in now if arm in was]
    same_prices = current.price_table == baseline.price_table
    chosen = accuracy(both, allowed)
    reasons = (
        *(reason for pair in both for reason in _reasons(*pair, allowed, same_prices)),
        *chosen.reasons,
    )
    gone = tuple(line for pair in both for line in _fewer(*pair))
    unknown = (
        *_missing(now, was),
        *gone,
        *(line for pair in both for line in _unknown(*pair)),
        *chosen.unknown,
        *_prices(current, baseline),
    )
    return Verdict(
        outcome="worse" if reasons else "cannot_tell" if unknown else "pass",
        reasons=reasons,
        unknown=unknown,
        cold_writes=tuple(cold for pair in both for cold in _cold_writes(*pair)),
        arms=len(both),
        notes=tuple(chosen.notes),
        uncovered=bool(gone or was.keys() - now.keys() or chosen.absent),
    )


def _missing(now: dict[str, ArmRecord], was: dict[str, ArmRecord]) -> Iterator[str]:
    yield from (f"{arm}: not in the baseline; accept it with --update" for arm in now if arm not in was)
    yield from (f"{arm}: in the baseline, and gone now" for arm in was if arm not in now)
    if not now and not was:
        yield "neither side has an arm"


def _prices(current: Baseline, baseline: Baseline) -> Iterator[str]:
    if current.price_table != baseline.price_table:
        yield f"costs: the baseline is priced by {baseline.price_table}, this by {current.price_table}"


def _fewer(now: ArmRecord, was: ArmRecord) -> Iterator[str]:
    """What the baseline played of an arm, and this did not."""
    if gone := [name for name in was.scenarios if name not in now.scenarios]:
        yield f"{now.arm}: scenarios {gone} are in the baseline, and gone now"
    elif now.sessions < was.sessions:
        yield f"{now.arm}: sessions: {was.sessions} in the baseline, {now.sessions} now"


def _unknown(now: ArmRecord, was: ArmRecord) -> Iterator[str]:
    if new := [name for name in now.scenarios if name not in was.scenarios]:
        yield f"{now.arm}: scenarios {new} are not in the baseline; accept them with --update"
    for name in _MUST_STAY_KNOWN:
        if getattr(now, name) is None and getattr(was, name) is not None:
            yield f"{now.arm}: {name} is in the baseline, and unknown now"
    if now.hit_share is not None and now.hit_share_n * was.exchanges < was.hit_share_n * now.exchanges:
        yield (
            f"{now.arm}: hit_share over {now.hit_share_n} of {now.exchanges} calls, in the baseline over "
            f"{was.hit_share_n} of {was.exchanges}"
        )


def _reasons(now: ArmRecord, was: ArmRecord, allowed: Tolerances, same_prices: bool) -> Iterator[Reason]:
    if now.scenarios != was.scenarios:
        return
    grown = _grown(now, was, allowed)
    for found, before in grown:
        yield Reason(arm=now.arm, measure="break", was=before, now=found.requests, place=found)
    # hits and costs name the break that most likely caused them, and the classes of misses that came
    place = grown[0][0] if grown else next(iter(now.breaks), None)
    came = _came(now, was)
    for measure, old, new in _worse(now, was, allowed, same_prices):
        yield Reason(arm=now.arm, measure=measure, was=old, now=new, place=place, detail=came)
    stale, turns = was.stale_turns, now.stale_turns
    if stale is None or turns is None:
        return
    if _more(turns, stale, now, was, allowed.of("stale_turns", stale)):
        # what was not shown has no byte
        yield Reason(arm=now.arm, measure="stale_turns", was=stale, now=turns, place=None)


def _grown(now: ArmRecord, was: ArmRecord, allowed: Tolerances) -> list[tuple[Break, int]]:
    """Breaks outside volatile blocks that hit more requests a session than before, with how many it was."""
    known = {found.place: found.requests for found in was.breaks}
    pairs = [(found, known.get(found.place, 0)) for found in now.breaks if found.tier != "volatile"]
    return [
        (found, before)
        for found, before in pairs
        if _more(found.requests, before, now, was, allowed.of("breaks", before))
    ]


def _more(count: int, before: int, now: ArmRecord, was: ArmRecord, limit: float) -> bool:
    """Whether a count, over as many sessions as the baseline has, is beyond the tolerance."""
    return count * was.sessions > (before + limit) * now.sessions


def _came(now: ArmRecord, was: ArmRecord) -> str | None:
    """Classes of misses that more requests have now."""
    if now.misses is None or was.misses is None:
        return None
    more = [
        f"{name} {was.misses.get(name, 0)} -> {count}"
        for name, count in now.misses.items()
        if _more(count, was.misses.get(name, 0), now, was, 0)
    ]
    return f"more misses: {', '.join(more)}" if more else None


def _worse(
    now: ArmRecord, was: ArmRecord, allowed: Tolerances, same_prices: bool
) -> Iterator[tuple[Measure, float, float]]:
    share, hits = was.hit_share, now.hit_share
    if share is not None and hits is not None and share - hits > allowed.of("hit_share", share):
        yield "hit_share", share, hits
    cost, usd = was.cost_per_session_usd, now.cost_per_session_usd
    if cost is None or usd is None or not same_prices:
        return
    if usd - cost > allowed.of("cost_share", cost):
        yield "cost", cost, usd


def _cold_writes(now: ArmRecord, was: ArmRecord) -> Iterator[ColdWrite]:
    """The prefixes that the baseline does not have; none where the prefix breaks within a session anyway."""
    known = {prefix.sha256 for prefix in was.prefixes}
    new = [prefix for prefix in now.prefixes if prefix.sha256 not in known]
    if not new or _grown(now, was, Tolerances()):
        return
    tokens = [prefix.tokens for prefix in new if prefix.tokens is not None]
    usd = [prefix.cold_write_usd for prefix in new if prefix.cold_write_usd is not None]
    yield ColdWrite(
        arm=now.arm,
        tokens=sum(tokens) if len(tokens) == len(new) else None,
        cost_usd=sum(usd) if len(usd) == len(new) else None,
    )
