"""How many tokens of one request were paid for again because of its misses."""

from collections.abc import Sequence
from dataclasses import dataclass

from agentbench.caching.diagnosis.diagnose import stored_tokens
from agentbench.caching.diagnosis.miss import Miss
from agentbench.caching.sequences import rule_for
from agentbench.tape.exchange import Exchange


@dataclass(frozen=True, slots=True, kw_only=True)
class Wasted:
    """Tokens that one request could have read and did not."""

    tokens: int
    """0 where it read all that it could."""
    miss: Miss | None = None
    """The one miss that they are counted for; None where there is none to blame."""

    @property
    def at(self) -> str | None:
        """The block where it happened, else the segment; None where no place is the reason."""
        return None if self.miss is None else self.miss.block or self.miss.segment


def wasted(previous: Exchange | None, current: Exchange, misses: Sequence[Miss]) -> Wasted | None:
    """What `current` paid for again although `previous` had stored it; None where that is not known.

    Misses of one request overlap: each counts what it alone would lose. So the request is counted once, for the miss
    that loses most (the first in cache order of several), and for no more than what was stored, is part of this
    request at all, and was not read. Text that a compaction put in place of the old counts as if it had been sent
    before.
    """
    usage = current.response.usage if current.response else None
    rule = rule_for(current)
    if (
        previous is None
        or previous.request is None
        or rule is None
        or usage is None
        or usage.input_total is None
    ):
        return None
    losing = [miss for miss in misses if miss.known.side != "report"]
    known = [miss for miss in losing if miss.tokens_lost is not None]
    worst = max(known, key=lambda miss: miss.tokens_lost or 0, default=None)
    if worst is None or not worst.tokens_lost:
        # below the minimum nothing was stored, so nothing was lost
        unknown = any(miss.tokens_lost is None and miss.name != "too_small" for miss in losing)
        return None if unknown else Wasted(tokens=0)
    read = usage.read or 0
    # what the provider did not give is counted against what it should have given, whoever stored it
    ours = worst.known.side != "provider"
    stored = stored_tokens(previous, rule) if ours else worst.tokens_lost + read
    tokens = max(min(worst.tokens_lost, min(stored, usage.input_total) - read), 0)
    return Wasted(tokens=tokens, miss=worst if tokens else None)
