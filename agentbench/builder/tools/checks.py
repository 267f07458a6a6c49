"""Capability checks with a memory: a probe is asked at most every 30 s, and a flapping one is forgiven for 60 s.

The rule is that of hermes-agent (`reference/hermes.md` 13): success and failure are remembered for 30 s; a failure
within 60 s of the last success still counts as available and is not remembered, so that each look asks again.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

TTL_S = 30.0
GRACE_S = 60.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Checked:
    """What is remembered of one check."""

    available: bool | None = None
    """The remembered answer; None where none is."""
    asked_at: float = 0.0
    """When the remembered answer was given, on the caller's clock, in seconds."""
    succeeded_at: float | None = None
    """When the probe last succeeded."""


def check(state: Checked, now: float, probe: Callable[[], object]) -> tuple[bool, Checked]:
    """Whether the capability is there at `now`, and what is remembered from then on.

    The probe's answer counts by its truth; an exception in it counts as no.
    """
    if state.available is not None and now - state.asked_at < TTL_S:
        return state.available, state
    if _succeeds(probe):
        return True, Checked(available=True, asked_at=now, succeeded_at=now)
    if state.succeeded_at is not None and now - state.succeeded_at < GRACE_S:
        return True, Checked(succeeded_at=state.succeeded_at)
    return False, Checked(available=False, asked_at=now, succeeded_at=state.succeeded_at)


def check_all(
    states: Mapping[str, Checked], now: float, probes: Mapping[str, Callable[[], object]]
) -> tuple[dict[str, bool], dict[str, Checked]]:
    """Each probe by name: what is there, and what is remembered; every probe is asked at most once."""
    outcomes = {name: check(states.get(name, Checked()), now, probe) for name, probe in probes.items()}
    return (
        {name: available for name, (available, _) in outcomes.items()},
        {name: state for name, (_, state) in outcomes.items()},
    )


def _succeeds(probe: Callable[[], object]) -> bool:
    try:
        return bool(probe())
    except Exception:  # whatever a probe raises, the capability cannot be used
        return False
