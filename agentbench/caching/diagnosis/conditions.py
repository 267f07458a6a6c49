"""Misses that no change explains: markers, sizes, times, and what the provider did with an unchanged prefix."""

from collections.abc import Iterator

from agentbench.caching.by_marks import storable
from agentbench.caching.causes import disagreement
from agentbench.caching.diagnosis.miss import Miss
from agentbench.caching.marks import refusal
from agentbench.caching.outcome import Hit, Missed, NotAsked, TooSmall
from agentbench.caching.predict import Prediction
from agentbench.caching.prepared import Prepared
from agentbench.tape.exchange import Exchange

_OF_REASON = {"expired": "expired", "not_readable": "overlapping"}
_OF_CAUSE = {
    "provider_missed": "provider_missed",
    "older_entry": "provider_read_less",
    "shorter_entry": "provider_read_less",
    "units_short": "provider_read_less",
    "part_of_answer": "provider_read_less",
    "unexplained": "provider_read_less",
    "warm_elsewhere": "warm_elsewhere",
}


def marker_misses(was: Prepared, now: Prepared, shared: int) -> Iterator[Miss]:
    """What is wrong with the markers; `shared` is how many leading segments both requests have in common."""
    refused = refusal(now.marks, now.rule)
    if refused is not None:
        yield Miss(name="markers_refused", detail=refused)
    stored = storable(was)
    if not now.rule.marks or not stored:
        return
    last = stored[-1].position
    kept = [mark for mark in stored if mark.position < shared]
    if now.marks and last < shared and now.marks[-1].position < last:
        lost = was.tokens[last] - was.tokens[now.marks[-1].position]
        yield Miss(name="marker_lost", segment=now.segments[last].path, tokens_lost=lost)
    elif (
        now.marks and not kept and 0 < shared <= last and was.tokens[shared - 1] >= (now.rule.min_tokens or 0)
    ):
        yield Miss(
            name="head_not_marked", segment=now.segments[shared - 1].path, tokens_lost=was.tokens[shared - 1]
        )


def outcome_misses(
    prediction: Prediction, now: Prepared, stored_tokens: int, *, unchanged: bool
) -> Iterator[Miss]:
    """What the rules themselves say: too old, too early; and where no change explains it already (`unchanged`),
    nothing marked, too small, out of reach.
    """
    match prediction.outcome:
        case Missed(reason="expired" | "not_readable" as reason):
            yield Miss(name=_OF_REASON[reason], tokens_lost=stored_tokens)
        case _ if not unchanged:
            return
        case NotAsked() if now.rule.marks and now.total >= (now.rule.min_tokens or 0):
            yield Miss(name="marker_missing", tokens_lost=stored_tokens)
        case TooSmall(prefix_tokens=tokens, min_tokens=least):
            yield Miss(name="too_small", detail=f"{tokens} tokens of {least}")
        case Missed(reason="out_of_reach"):
            breakpoints = now.rule.mechanism == "breakpoints"
            yield Miss(
                name="head_not_marked" if breakpoints else "look_back_exceeded", tokens_lost=stored_tokens
            )
        case _:
            return


def provider_misses(current: Exchange, prediction: Prediction) -> Iterator[Miss]:
    """What the provider did with a prefix that was stored and alive."""
    usage = current.response.usage if current.response else None
    if usage is None or usage.input_total is None or not isinstance(prediction.outcome, Hit | Missed):
        return
    expected = prediction.reusable_tokens or 0
    # with the others a count that is left out means that nothing was read
    if usage.read is None and expected and prediction.precision != "flaky":
        yield Miss(name="not_reported", detail=f"{expected} tokens should have been read")
    cause = disagreement(current, prediction)
    name = _OF_CAUSE.get(cause) if cause else None
    if name is not None:
        read = usage.read or 0
        lost = max(expected - read, 0)
        yield Miss(name=name, tokens_lost=lost, detail=f"{read} tokens read, {expected} expected")
