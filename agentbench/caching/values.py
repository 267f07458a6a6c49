"""The few reads that a provider's rules allow for one request, beside none at all."""

from collections.abc import Iterator
from dataclasses import dataclass

from agentbench.caching.by_prefix import read_with, readable_tokens, stored_ends
from agentbench.caching.outcome import Hit, Outcome
from agentbench.caching.prepared import Prepared
from agentbench.caching.state import State

_FEW = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class Values:
    """Token counts that a read can have, by how they come about."""

    whole: tuple[int, ...] = ()
    """The stored prefix, likeliest first: with and without the reuse of the last answer."""
    older: tuple[int, ...] = ()
    """The prompts before that one, latest first, as a replica that lags behind would read them."""
    preambles: tuple[int, ...] = ()
    """What can be read where nothing of ours is: the vendor's own preamble, by its rule or as this recording saw it."""

    @property
    def all(self) -> tuple[int, ...]:
        """The likeliest four: of the older prompts only the latest, and as many preambles as are left."""
        return tuple(dict.fromkeys((*self.whole, *self.older[:1], *self.preambles)))[:_FEW]


def possible_reads(
    state: State, prepared: Prepared, outcome: Outcome, now: float, warm: int | None = None
) -> Values:
    """What can be read, given what the rules say is read; `warm` is what was read when nothing was stored yet."""
    seen = () if warm is None or prepared.rule.marks else (warm,)
    sizes = (*seen, *prepared.rule.hidden_tokens)
    preambles = tuple(dict.fromkeys(size for size in sizes if size < prepared.total))
    if not isinstance(outcome, Hit):
        return Values(preambles=preambles)
    if prepared.rule.marks:
        return Values(whole=(outcome.read_tokens,))
    older = stored_ends(state, prepared, now)[1:]
    found = (readable_tokens(prepared.tokens[at], prepared.total, prepared.rule) for at in older)
    return Values(
        whole=tuple(dict.fromkeys(_whole(state, prepared, outcome, now))),
        older=tuple(dict.fromkeys(size for size in found if size > 0)),
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
