"""A session against a committed baseline: one arm per test and model, predicted on both sides."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime

from agentbench.measure.gate import ArmRecord, Baseline, Break, baseline
from agentbench.pytest_plugin.sent import Session
from agentbench.verbs.inspect import Exchanges
from agentbench.versions import versions


def measured(session: Session, now: datetime) -> Baseline:
    """What every test does now.

    Figures are predicted from today's requests on both sides, so that a drifted request can be compared. A place
    at which a request moves away from its own recording with every run (a clock, an id) counts as a break.
    """
    frame = Exchanges(exchanges=session.foreseen).frame
    found = baseline(frame.assign(layout=frame["cassette"]), versions())
    moved = _moved(session, now)
    return replace(
        found, arms=tuple(_with(arm, moved.get((arm.layout, arm.model), {})) for arm in found.arms)
    )


Places = Mapping[tuple[str, int], int]
"""Segment and byte to how many requests move there."""


def _moved(session: Session, now: datetime) -> dict[tuple[str | None, str | None], Counter[tuple[str, int]]]:
    found: dict[tuple[str | None, str | None], Counter[tuple[str, int]]] = {}
    for one in session.drifted:
        for miss in one.moving(now):
            if miss.segment is not None and miss.byte is not None and one.live.request is not None:
                key = (one.live.cassette, one.live.request.model)
                found.setdefault(key, Counter())[miss.segment, miss.byte] += 1
    return found


def _with(arm: ArmRecord, moved: Places) -> ArmRecord:
    """The arm with these breaks; a segment that breaks within the session as well is one place."""
    breaks = {found.place: found for found in arm.breaks}
    for (segment, byte), requests in sorted(moved.items()):
        known = breaks.get(segment)
        more = requests if known is None else max(requests, known.requests)
        first = byte if known is None else min(byte, known.byte)
        breaks[segment] = Break(block=None, tier=None, segment=segment, byte=first, requests=more)
    return replace(
        arm, breaks=tuple(sorted(breaks.values(), key=lambda found: (-found.requests, found.place)))
    )
