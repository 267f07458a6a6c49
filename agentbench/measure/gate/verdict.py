"""What the gate can say, each part as a value and as a line of text."""

from dataclasses import dataclass
from typing import Literal

from agentbench.measure.gate.baseline import Break
from agentbench.measure.place import place_text

Outcome = Literal["pass", "worse", "cannot_tell"]
Measure = Literal["break", "hit_share", "cost", "stale_turns", "accuracy"]

_SHOWN: dict[Measure, str] = {
    "break": "{now} request(s) break the prefix, {was} in the baseline",
    "hit_share": "hit share {was:.1%} -> {now:.1%}",
    "cost": "cost per session ${was:.6f} -> ${now:.6f}",
    "stale_turns": "stale turns {was} -> {now}",
    "accuracy": "right tool {was:.1%} -> {now:.1%}",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Reason:
    """One way in which an arm is worse."""

    arm: str
    measure: Measure
    was: float
    """The baseline's figure: requests that broke there, share, USD per session, turns, share of paired turns."""
    now: float
    place: Break | None
    """Where the prefix breaks, as far as it is known."""
    detail: str | None = None
    """What else is known: classes of misses that came, turns that were lost."""

    @property
    def text(self) -> str:
        """The reason in one line."""
        where = "" if self.place is None else f", breaks at {_place(self.place)}"
        shown = _SHOWN[self.measure]
        more = "" if self.detail is None else f", {self.detail}"
        return f"{self.arm}: {shown.format(was=self.was, now=self.now)}{where}{more}"


@dataclass(frozen=True, slots=True, kw_only=True)
class ColdWrite:
    """The stable prefix of an arm changed, the same in every request: it is written once more, then reused."""

    arm: str
    tokens: int | None
    """None where an arm is not ours."""
    cost_usd: float | None

    @property
    def text(self) -> str:
        """The note in one line."""
        tokens = "tokens unknown" if self.tokens is None else f"{self.tokens:,} tokens"
        usd = "no price known" if self.cost_usd is None else f"${self.cost_usd:.6f}"
        return f"{self.arm}: the stable prefix changed: one cold write of {tokens}, {usd}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """What the gate found."""

    outcome: Outcome
    reasons: tuple[Reason, ...]
    """Why it is worse."""
    unknown: tuple[str, ...]
    """Why it cannot be told, one line each."""
    cold_writes: tuple[ColdWrite, ...]
    """One-time costs of a changed stable prefix; never a failure."""
    arms: int
    """How many arms were compared."""
    notes: tuple[str, ...] = ()
    """What else was looked at, one line each; never a failure."""
    uncovered: bool = False
    """Whether something that the baseline covers (an arm, a scenario, a session, a turn) was not played now."""

    @property
    def text(self) -> str:
        """The verdict in one line."""
        if self.outcome == "worse":
            return f"worse: {len(self.reasons)} reason(s) in {len({r.arm for r in self.reasons})} arm(s)"
        if self.outcome == "cannot_tell":
            return f"cannot tell: {'; '.join(self.unknown)}"
        return f"pass: {self.arms} arm(s) no worse than the baseline"


def _place(found: Break) -> str:
    tier = "" if found.tier is None else f" ({found.tier})"
    return place_text(found.block, found.segment, found.byte) + tier
