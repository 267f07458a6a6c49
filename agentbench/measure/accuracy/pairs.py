"""Later requests of recordings, each with what was predicted and what was reported.

A *pair* is a request that is not the first of its provider, host and model in a file, with what the requests before it
left in the cache. A pair is *determined* where the file holds all that decides its read.
"""

from collections import Counter
from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from agentbench.caching import UNDETERMINED, Calibration, Cause, Hit, Prediction, disagreement, predict
from agentbench.caching.causes import agrees, beyond_the_file
from agentbench.caching.sequences import rule_for, shared_by
from agentbench.facts import Precision
from agentbench.tape.exchange import Exchange, Provenance

LeftOut = Literal["no_model_call", "no_usage", "no_rule", "first_request"]
"""Why a row is no pair; `EXCLUSIONS` says it in words."""

EXCLUSIONS: Mapping[LeftOut, str] = {
    "no_model_call": "rows that are no readable model call",
    "no_usage": "model calls whose answer reports no input tokens: there is nothing to compare with",
    "no_rule": "models of whose cache no rule is known: nothing is predicted",
    "first_request": "the first request of a provider, host and model in a file: no file shows how warm the cache was",
}
"""What is left out of every figure, decided before any figure was looked at."""

# the vendors' own counts differ by one between a write and its read
_TOLERANCE = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Pair:
    """One later request: predicted and reported."""

    cassette: str
    index: int | None
    provider: str
    model: str
    provenance: Provenance
    precision: Precision
    """The provider's class: `exact`, `floor` or `flaky`."""
    read: int
    """Tokens read, as reported."""
    total: int
    """Input tokens, as reported."""
    values: tuple[int, ...]
    """The reads that the rules allow beside 0, likeliest first, at most four."""
    whole: tuple[int, ...]
    """Those of them that are the whole stored prefix: with and without the last answer."""
    low: int
    """The least that should be read."""
    high: int | None
    """The most that should be read; None where nothing bounds it."""
    live: bool
    """Whether a stored, live prefix was sent again."""
    hit_probability: float | None
    hit: bool
    """Whether more was read than a vendor's preamble."""
    exact: bool
    """Whether the whole stored prefix was read, or nothing where nothing was stored; one token more or less."""
    cause: Cause | None
    """Why the read is not the predicted one, or why the file does not determine it; None where it is right."""

    @property
    def determined(self) -> bool:
        """Whether the file holds all that decides the read."""
        return self.cause not in UNDETERMINED

    @property
    def covered(self) -> bool:
        """Whether one of the few values, or 0, was read."""
        return any(abs(self.read - value) <= _TOLERANCE for value in (*self.values, 0))

    @property
    def error(self) -> int:
        """Tokens between the reported read and the likeliest predicted one."""
        likeliest = self.whole[0] if self.whole and self.live else 0
        return abs(self.read - likeliest)


@dataclass(frozen=True, slots=True, kw_only=True)
class Pairs:
    """What recordings can be judged by."""

    pairs: tuple[Pair, ...]
    left_out: Mapping[LeftOut, int]
    """Rows that are no pair, by the reason."""
    first: Mapping[tuple[Precision, Provenance], int]
    """First requests, by the provider's class and provenance."""


def pairs(exchanges: Sequence[Exchange], known: Calibration | None = None) -> Pairs:
    """All pairs in order, and how many rows were left out for which reason.

    `known` corrects the token counts of what no answer counted.
    """
    left_out: dict[LeftOut, int] = dict.fromkeys(EXCLUSIONS, 0)
    first: Counter[tuple[Precision, Provenance]] = Counter()
    found = []
    for outcome in _judged(exchanges, known):
        if isinstance(outcome, Pair):
            found.append(outcome)
        elif isinstance(outcome, tuple):
            first[outcome] += 1
            left_out["first_request"] += 1
        else:
            left_out[outcome] += 1
    return Pairs(pairs=tuple(found), left_out=left_out, first=dict(first))


def _judged(
    exchanges: Sequence[Exchange], known: Calibration | None
) -> Iterator[Pair | LeftOut | tuple[Precision, Provenance]]:
    seen: set[Hashable] = set()
    for exchange, prediction in zip(exchanges, predict(exchanges, known), strict=True):
        if exchange.kind != "model_call" or exchange.request is None:
            yield "no_model_call"
            continue
        usage = exchange.response.usage if exchange.response is not None else None
        if usage is None or usage.input_total is None:
            yield "no_usage"
            continue
        if prediction.precision is None:
            yield "no_rule"
            continue
        cache = shared_by(exchange)
        if cache in seen:
            yield _pair(_with_a_read(exchange), prediction, usage.read or 0, usage.input_total)
        else:
            seen.add(cache)
            yield prediction.precision, exchange.provenance


def _with_a_read(exchange: Exchange) -> Exchange:
    """The exchange with a reported read; Gemini, Groq, Cohere and Converse leave the field out where it is 0."""
    response = exchange.response
    if response is None or response.usage.read is not None:
        return exchange
    return replace(exchange, response=replace(response, usage=replace(response.usage, read=0)))


def _pair(exchange: Exchange, prediction: Prediction, read: int, total: int) -> Pair:
    rule = rule_for(exchange)
    assert rule is not None
    assert prediction.precision is not None
    values = prediction.values
    return Pair(
        cassette=exchange.cassette,
        index=exchange.index,
        provider=rule.provider,
        model=(exchange.request.model if exchange.request else None) or "",
        provenance=exchange.provenance,
        precision=prediction.precision,
        read=read,
        total=total,
        values=values.all,
        whole=values.whole,
        low=prediction.read_low or 0,
        high=prediction.read_high,
        live=isinstance(prediction.outcome, Hit) or (bool(values.whole) and prediction.outcome is None),
        hit_probability=prediction.hit_probability,
        hit=read > max(values.preambles, default=0),
        exact=agrees(read, prediction),
        cause=beyond_the_file(exchange, prediction) or disagreement(exchange, prediction),
    )
