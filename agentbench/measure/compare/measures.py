"""What is compared of each pair: every measure as a fraction, so that all are drawn again in the same way."""

from collections.abc import Callable, Mapping, Sequence
from decimal import Decimal
from typing import Literal

from agentbench.measure.arm import Cells
from agentbench.measure.hits import both_reported

AXES = ("layout", "presentation", "model")

Fraction = tuple[float, float]
"""What is summed over pairs, above and below the line; below a total stands 1, and the sum of it means nothing."""

Better = Literal["more", "less"]

MEASURES: Mapping[str, Better] = {
    "accuracy": "more",
    "hit_share": "more",
    "input_tokens": "less",
    "cost_usd": "less",
    "stale_turns": "less",
    "broken": "less",
}
"""Name to which side of a difference is the better one. `accuracy` is right turns of scored turns."""

SHARES = ("accuracy", "hit_share")
"""Summed, then divided; the others are totals."""

READ = (
    *("cassette", "index", "conversation", "turn", "status", "error", "selection"),
    *("input_tokens", "cache_read_tokens", "cost_usd", "stale_turns", "common_prefix_bytes", "first_change"),
)
"""The columns that the measures are made of."""


def hit_share(calls: Sequence[Cells]) -> Fraction | None:
    """Of all answered calls: where a provider leaves out what is 0, the calls that tell are the ones that hit."""
    answered = [call for call in calls if not _failed(call)]
    told = both_reported(answered)
    sent = sum(sent for _, sent in told)
    return (sum(read for read, _ in told), sent) if sent and len(told) == len(answered) else None


def input_tokens(calls: Sequence[Cells]) -> Fraction | None:
    """Of all calls, or None where one does not tell, as a failed one."""
    return _whole(calls, "input_tokens")


def cost_usd(calls: Sequence[Cells]) -> Fraction | None:
    """Of all calls, or None where one has no price, as a failed one."""
    return _whole(calls, "cost_usd")


def stale_turns(calls: Sequence[Cells]) -> Fraction | None:
    """Turns with a call that did not show the latest; see `measure.stale_turns`."""
    known = [call for call in calls if call["stale_turns"] is not None]
    turns = {(call["conversation"], call["turn"]) for call in known if call["stale_turns"]}
    return (len(turns), 1) if known else None


def broken(calls: Sequence[Cells]) -> Fraction | None:
    """Requests that do not begin with the one before them; None where none has one before it."""
    compared = [call for call in calls if call["common_prefix_bytes"] is not None]
    return (sum(call["first_change"] is not None for call in compared), 1) if compared else None


OF_CALLS: Mapping[str, Callable[[Sequence[Cells]], Fraction | None]] = {
    "hit_share": hit_share,
    "input_tokens": input_tokens,
    "cost_usd": cost_usd,
    "stale_turns": stale_turns,
    "broken": broken,
}
"""Every measure but accuracy, of one side of a pair; None where its calls do not tell."""


def verdicts(calls: Sequence[Cells]) -> dict[int, bool]:
    """Each scored turn, and whether the right tool was called: the last verdict of its calls is `right`."""
    found: dict[int, tuple[int, bool]] = {}
    for call in calls:
        turn, index, verdict = call["turn"], call["index"], call["selection"]
        if isinstance(turn, int) and verdict not in (None, "not_scored"):
            place = index if isinstance(index, int) else -1
            found[turn] = max(found.get(turn, (-1, False)), (place, verdict == "right"))
    return {turn: right for turn, (_, right) in found.items()}


def _whole(calls: Sequence[Cells], name: str) -> Fraction | None:
    """The sum over all calls, all of which must tell: half a sum would look like a saving."""
    amounts = [call[name] for call in calls]
    known = [amount for amount in amounts if isinstance(amount, int | float)]
    if len(known) < len(amounts):
        return None
    # decimal digits, so that no order changes the sum
    return float(sum((Decimal(repr(amount)) for amount in known), Decimal())), 1


def _failed(call: Cells) -> bool:
    status = call["status"]
    return call["error"] is not None or (isinstance(status, int) and status >= 400)
