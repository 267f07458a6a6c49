"""Is this change worse than the baseline? Arm by arm, break by break."""

from collections.abc import Iterator

from agentbench.measure.gate.baseline import ArmRecord, Baseline, Break
from agentbench.measure.gate.verdict import ColdWrite, Measure, Reason, Tolerances, Verdict

_MUST_STAY_KNOWN = ("hit_share", "cost_per_session_usd", "stale_turns")


def verdict(current: Baseline, baseline: Baseline, tolerances: Tolerances | None = None) -> Verdict:
    """Pass, worse or cannot tell; worse beats cannot tell, which beats pass.

    Worse: a break that is new, or hits more requests, in a block that is not volatile; a hit share or a cost per
    session beyond the tolerance; more stale turns. A changed stable prefix alone is a cold write, and passes.
    Cannot tell: an arm that only one side has, other scenarios, other prices, a figure that is gone.
    """
    allowed = tolerances or Tolerances()
    now, was = ({record.arm: record for record in side.arms} for side in (current, baseline))
    both = [(now[arm], was[arm]) for arm in now if arm in was]
    same_prices = current.price_table == baseline.price_table
    reasons = tuple(reason for pair in both for reason in _reasons(*pair, allowed, same_prices))
    unknown = (
        *_missing(now, was),
        *(u for pair in both for u in _unknown(*pair)),
        *_prices(current, baseline),
    )
    return Verdict(
        outcome="worse" if reasons else "cannot_tell" if unknown else "pass",
        reasons=reasons,
        unknown=unknown,
        cold_writes=tuple(cold for pair in both for cold in _cold_writes(*pair)),
        arms=len(both),
    )


def _missing(now: dict[str, ArmRecord], was: dict[str, ArmRecord]) -> Iterator[str]:
    yield from (f"{arm}: not in the baseline; accept it with --update" for arm in now if arm not in was)
    yield from (f"{arm}: in the baseline, and gone now" for arm in was if arm not in now)
    if not now and not was:
        yield "neither side has an arm"


def _prices(current: Baseline, baseline: Baseline) -> Iterator[str]:
    if current.price_table != baseline.price_table:
        yield f"costs: the baseline is priced by {baseline.price_table}, this by {current.price_table}"


def _unknown(now: ArmRecord, was: ArmRecord) -> Iterator[str]:
    if now.scenarios != was.scenarios:
        yield f"{now.arm}: scenarios {list(was.scenarios)} in the baseline, {list(now.scenarios)} now"
    for name in _MUST_STAY_KNOWN:
        if getattr(now, name) is None and getattr(was, name) is not None:
            yield f"{now.arm}: {name} is in the baseline, and unknown now"


def _reasons(now: ArmRecord, was: ArmRecord, allowed: Tolerances, same_prices: bool) -> Iterator[Reason]:
    if now.scenarios != was.scenarios:
        return
    grown = _grown(now, was)
    for found, before in grown:
        yield Reason(arm=now.arm, measure="break", was=before, now=found.requests, place=found)
    # the other figures name the break that most likely caused them
    place = grown[0][0] if grown else next(iter(now.breaks), None)
    for measure, old, new in _worse(now, was, allowed, same_prices):
        yield Reason(arm=now.arm, measure=measure, was=old, now=new, place=place)


def _grown(now: ArmRecord, was: ArmRecord) -> list[tuple[Break, int]]:
    """Breaks outside volatile blocks that hit more requests than before, with how many it was."""
    known = {found.place: found.requests for found in was.breaks}
    pairs = [(found, known.get(found.place, 0)) for found in now.breaks if found.tier != "volatile"]
    return [(found, before) for found, before in pairs if found.requests > before]


def _worse(
    now: ArmRecord, was: ArmRecord, allowed: Tolerances, same_prices: bool
) -> Iterator[tuple[Measure, float, float]]:
    share, cost, stale = was.hit_share, was.cost_per_session_usd, was.stale_turns
    if share is not None and now.hit_share is not None and now.hit_share < share - allowed.hit_share:
        yield "hit_share", share, now.hit_share
    dearer = now.cost_per_session_usd
    if same_prices and cost is not None and dearer is not None and dearer > cost * (1 + allowed.cost_share):
        yield "cost", cost, dearer
    if stale is not None and now.stale_turns is not None and now.stale_turns > stale + allowed.stale_turns:
        yield "stale_turns", stale, now.stale_turns


def _cold_writes(now: ArmRecord, was: ArmRecord) -> Iterator[ColdWrite]:
    """The prefixes that the baseline does not have; none where the prefix breaks within a session anyway."""
    known = {prefix.sha256 for prefix in was.prefixes}
    new = [prefix for prefix in now.prefixes if prefix.sha256 not in known]
    if not new or _grown(now, was):
        return
    tokens = [prefix.tokens for prefix in new if prefix.tokens is not None]
    usd = [prefix.cold_write_usd for prefix in new if prefix.cold_write_usd is not None]
    yield ColdWrite(
        arm=now.arm,
        tokens=sum(tokens) if len(tokens) == len(new) else None,
        cost_usd=sum(usd) if len(usd) == len(new) else None,
    )
