"""How much worse still passes, measure by measure."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Tolerance:
    """Two allowances, of which the larger one holds."""

    absolute: float = 0.0
    """In the measure's own unit."""
    relative: float = 0.0
    """Of the baseline's figure."""


Allowed = float | Tolerance
"""A plain number is what the measure says below."""

RELATIVE = ("cost_share",)
"""Measures whose plain number is relative; of the others it is absolute."""
WHOLE = ("stale_turns", "breaks")
"""Measures that are counted: their absolute tolerance is a whole number."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Tolerances:
    """How much worse still passes: a plain number, or an absolute and a relative one."""

    hit_share: Allowed = 0.01
    """Plain: absolute, 0 to 1."""
    cost_share: Allowed = 0.02
    """Plain: of the baseline's cost per session; absolute: USD per session."""
    stale_turns: Allowed = 0
    """Plain: turns, over the sessions of the baseline."""
    breaks: Allowed = 0
    """Plain: requests that may break at one place beyond the baseline's, over its sessions."""
    accuracy: Allowed | None = None
    """Plain: absolute, share of the paired turns; None where the paired test decides."""

    def of(self, measure: str, was: float) -> float:
        """The allowance over a baseline's figure, in its unit; 0 where none is set."""
        given: Allowed | None = getattr(self, measure)
        if isinstance(given, Tolerance):
            return max(given.absolute, given.relative * was)
        plain = given or 0.0
        return plain * was if measure in RELATIVE else plain
