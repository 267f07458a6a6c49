"""The few reads that a provider's rules allow for one request, beside none at all."""

from collections.abc import Iterator
from dataclasses import dataclass

from agentbench.caching.by_prefix import read_with, readable_tokens, stored_ends
from agentbench.caching.outcome import Hit, Outcome
from agentbench.caching.prepared import Prepared
from agentbench.caching.state import State


@dataclass(frozen=True, slots=True, kw_only=True)
class Values:
    """Token counts that a read can have, by how they come about."""

    whole: tuple[int, ...] = ()
    """The stored prefix, likeliest first: with and without the reuse of the last answer."""
    older: int | None = None
    """The prompt before that one, as a replica that lags behind would read it."""
    preambles: tuple[int, ...] = ()
    """What can be read where nothing of ours is: the vendor's own preamble, by its rule or as this recording saw it."""

    @property
    def all(self) -> tuple[int, ...]:
        """All of them, likeliest first."""
        older = () if self.older is None else (self.older,)
        return tuple(dict.fromkeys((*self.whole, *older, *self.preambles)))


def possible_reads(
    state: State, prepared: Prepared, outcome: Outcome, now: float, warm: int | None = None
) -> Values:
    """What can be read, given what the rules say is read; `warm` is what was read when nothing was stored yet."""
    seen = () if warm is None or prepared.rule.marks else (warm,)
    sizes = (*prepared.rule.hidden_tokens, *seen)
    preambles = tuple(dict.fromkeys(size for size in sizes if size < prepared.total))
    if not isinstance(outcome, Hit):
        return Values(preambles=preambles)
    if prepared.rule.marks:
        return Values(whole=(outcome.read_tokens,))
    older = stored_ends(state, prepared, now)[1:2]
    found = [readable_tokens(prepared.tokens[at], prepared.total, prepared.rule) for at in older]
    return Values(
        whole=tuple(dict.fromkeys(_whole(state, prepared, outcome, now))),
        older=found[0] if found and found[0] > 0 else None,
        preambles=preambles,
    )


def _whole(state: State, prepared: Prepared, outcome: Hit, now: float) -> Iterator[int]:
    yield outcome.read_tokens
    if prepared.rule.output_reused == "no":
        return
    for replies in (True, False):
        other = read_with(state, prepared, now, replies=replies)
        if isinstance(other, Hit):
            yield other.read_tokens
