"""One provider's cache watched over a recording: requests go by in order, reported usage corrects the counts."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from agentbench.caching.by_prefix import past_reply, readable_tokens
from agentbench.caching.counts import anchored, reported_anchors
from agentbench.caching.machine import look_up, store
from agentbench.caching.outcome import Hit, Outcome
from agentbench.caching.prepared import Prepared, prepare
from agentbench.caching.state import State
from agentbench.caching.values import Values, possible_reads
from agentbench.facts import CacheRule
from agentbench.tape.exchange import Request, Usage


@dataclass(frozen=True, slots=True, kw_only=True)
class Sight:
    """What the rules say about one request before its answer is known."""

    prepared: Prepared
    ideal: Outcome
    """The answer if no entry ever expired or was not yet readable."""
    timed: Outcome | None
    """The answer at the time at which it was sent; None where a time is missing."""
    first: bool
    """Whether nothing was stored in this cache before."""
    counted: bool
    """Whether the tokens that are read were counted by the provider; else they are estimated."""
    values: Values
    """The reads that the rules allow."""


# an estimate that is off by more than this has met something that is no text (an image, hidden content)
_RATIOS = (0.5, 2.5)
# no provider promises more than a day: after such a gap what is warm was warmed by someone else
_DAY_S = 86_400


@dataclass(slots=True)
class Watch:
    """A cache of one provider, scope and model, and what is known about its token counts.

    `known`, `replies` and `resources` hold the provider's own counts, of prefixes, of the answers to them and of
    cached resources; `warm` is a small part
    that was read where nothing of this recording could be; `ratio` is vendor tokens per estimated token.
    """

    rule: CacheRule
    count: Callable[[str], int]
    sizes: Callable[[Request], Sequence[int]] | None = None
    ideal: State = field(default_factory=State)
    timed: State | None = field(default_factory=State)
    known: dict[bytes, int] = field(default_factory=dict)
    replies: dict[bytes, int] = field(default_factory=dict)
    resources: dict[str, int] = field(default_factory=dict)
    warm: int | None = None
    ratio: float = 1.0
    last: float | None = None
    latest: tuple[Request, Prepared] | None = None
    """The request that was prepared last: each is seen and then learnt."""

    def see(self, request: Request, now: float | None) -> Sight:
        """What the rules say about the request at a time in seconds."""
        estimate = self._estimate(request)
        prepared = anchored(estimate, self._known_positions(estimate), self.ratio)
        if now is None:
            self.timed = None
        ideal = look_up(self.ideal, prepared, 0.0)
        return Sight(
            prepared=prepared,
            ideal=ideal,
            timed=look_up(self.timed, prepared, now) if self.timed is not None and now is not None else None,
            first=not self.ideal.entries or _long_after(self.last, now),
            counted=self._counted(prepared, ideal),
            values=possible_reads(self.ideal, prepared, ideal, 0.0, self.warm),
        )

    def learn(self, request: Request, usage: Usage, now: float | None, readable_at: float | None) -> None:
        """Stores what an answered request leaves behind, with the counts that its usage reports."""
        self.last = now
        estimate = self._estimate(request)
        reported = reported_anchors(estimate, usage)
        prepared = anchored(estimate, {**self._known_positions(estimate), **reported}, self.ratio)
        self.known.update((prepared.keys[position], tokens) for position, tokens in reported.items())
        if prepared.keys and usage.output is not None:
            self.replies[prepared.keys[-1]] = usage.output + self._reasoning_apart(request, usage)
        if usage.input_total and estimate.total:
            low, high = _RATIOS
            self.ratio = min(max(usage.input_total / estimate.total, low), high)
        if prepared.marks and _says_nothing_was_cached(usage):
            return
        answer = look_up(self.ideal, prepared, 0.0)
        if usage.read and not isinstance(answer, Hit) and 2 * usage.read < prepared.total:
            self.warm = usage.read
        self.ideal = store(self.ideal, prepared, answer, 0.0, 0.0)
        if self.timed is not None and now is not None:
            outcome = look_up(self.timed, prepared, now)
            self.timed = store(
                self.timed, prepared, outcome, now, now if readable_at is None else readable_at
            )

    def _estimate(self, request: Request) -> Prepared:
        if self.latest is None or self.latest[0] is not request:
            self.latest = request, prepare(request, self.rule, self.count, sizes=self.sizes)
        return self.latest[1]

    def _known_positions(self, prepared: Prepared) -> dict[int, int]:
        """Positions whose prefix the provider counted: by itself, or as a prompt and the reply to it."""
        found = {at: self.known[key] for at, key in enumerate(prepared.keys) if key in self.known}
        if self.rule.output_reused == "no":
            return found
        replied: dict[int, int] = {}
        for at, tokens in found.items():
            end, key = past_reply(prepared, at), prepared.keys[at]
            if end > at and key in self.replies:
                replied[end] = tokens + self.replies[key]
        return _consistent(replied, found) | found

    def _reasoning_apart(self, request: Request, usage: Usage) -> int:
        """Reasoning tokens that the reported output leaves out: xAI's on the Chat wire."""
        apart = self.rule.reasoning_apart and request.wire == "openai_chat"
        return usage.reasoning or 0 if apart else 0

    def _counted(self, prepared: Prepared, outcome: Outcome) -> bool:
        if not isinstance(outcome, Hit) or outcome.position < 0:
            return False
        if prepared.keys[outcome.position] not in self.known:
            return False
        whole = prepared.tokens[outcome.position]
        return (
            bool(prepared.marks) or readable_tokens(whole, prepared.total, self.rule) == outcome.read_tokens
        )


def _says_nothing_was_cached(usage: Usage) -> bool:
    return (usage.read, usage.write) != (None, None) and not (usage.read or usage.write)


def _consistent(replied: Mapping[int, int], known: Mapping[int, int]) -> dict[int, int]:
    """The counts of prompts with replies that no longer prefix contradicts: a reply can be sent back shortened."""
    return {
        end: tokens
        for end, tokens in replied.items()
        if all(tokens <= longer for at, longer in known.items() if at > end)
    }


def _long_after(last: float | None, now: float | None) -> bool:
    return last is not None and now is not None and now - last > _DAY_S
