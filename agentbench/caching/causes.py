"""Why a reported read is not the predicted one, from what the recording itself shows."""

import re
from typing import Literal

from agentbench.caching.outcome import Missed, NotAsked, TooSmall
from agentbench.caching.parameters import at_path
from agentbench.caching.predict import Prediction, ran_server_tools
from agentbench.tape.exchange import Exchange

Cause = Literal[
    "server_tools",  # the provider ran tools of its own: the usage sums several passes
    "pro_mode",  # OpenAI's pro mode: the usage sums hidden samples
    "hosted_content",  # the provider holds a part of the prompt: an earlier response, a compaction, a search's pages
    "warm_elsewhere",  # more was read than anything that this recording stored
    "provider_missed",  # a stored prefix was sent again and nothing, or only the vendor's preamble, was read
    "expired",  # the entry was older than the usual lifetime
    "outlived",  # the entry was read although its lifetime was over
    "older_entry",  # a prompt before the last one was read: a replica that lags behind
    "units_short",  # one or two of the provider's units less than the whole: its end was not stored yet, or no more
    "part_of_answer",  # the stored prompt and a part of its answer were read
    "estimated",  # no usage counted the prefix that was read, and its estimate is off by at most a sixth
    "not_counted",  # the provider's reads are no count of the common prefix (Gemini)
    "shorter_entry",  # a prefix in whole units, shorter than any prompt stored here: described, not explained
    "unexplained",
]

UNDETERMINED: frozenset[Cause] = frozenset({"server_tools", "pro_mode", "hosted_content", "warm_elsewhere"})
"""Causes that no rule could foresee from the recording: such rows say nothing about a prediction."""

# the vendors' own counts differ by one between a write and its read (recordings, 2026-08)
_TOLERANCE = 1
_ESTIMATE = 1 / 6
_UNITS = 2
# parts of a prompt of OpenAI's Responses that stand on its servers and not in the request
_HOSTED = re.compile(rb'"type"\s*:\s*"(?:compaction|web_search_call|file_search_call)"')


def disagreement(exchange: Exchange, prediction: Prediction) -> Cause | None:
    """The cause for which the reported read is not the predicted one; None where they agree or one is missing.

    A read of the whole stored prefix agrees, with or without the last answer, one token more or less aside; where
    nothing is stored or alive, none.
    """
    usage = exchange.response.usage if exchange.response is not None else None
    if usage is None or usage.read is None or prediction.reusable_tokens is None:
        return None
    if agrees(usage.read, prediction):
        return None
    return beyond_the_file(exchange, prediction) or _of_a_read(usage.read, usage.input_total, prediction)


def beyond_the_file(exchange: Exchange, prediction: Prediction) -> Cause | None:
    """What shows, before the read is looked at, that the recording does not hold all that decides it; else None.

    Where nothing is asked of the cache, the prompt is too small for it, or no request before stored anything, nothing
    of this recording can be read, whatever the file lacks.
    """
    request, response = exchange.request, exchange.response
    empty = isinstance(prediction.outcome, NotAsked | TooSmall) or prediction.outcome == Missed("cold")
    if request is None or empty:
        return None
    if response is not None and ran_server_tools(response):
        return "server_tools"
    if at_path(request.parameters, "reasoning.mode") == "pro":
        return "pro_mode"
    hosted = any(_HOSTED.search(segment.raw) for segment in request.segments)
    return "hosted_content" if hosted or request.parameters.get("previous_response_id") else None


def agrees(read: int, prediction: Prediction) -> bool:
    """Whether a read is the whole stored prefix, or 0 where nothing is stored or alive; one token more or less."""
    whole = prediction.values.whole or (0,)
    if prediction.read_high == 0 and prediction.read_low == 0:
        whole = (0,)
    return _is_one_of(read, whole)


def _of_a_read(read: int, total: int | None, prediction: Prediction) -> Cause:
    values, late = prediction.values, prediction.outcome == Missed("expired")
    if late and _is_one_of(read, values.whole):
        return "outlived"
    if read == 0 or _is_one_of(read, values.preambles):
        return "expired" if late else "provider_missed"
    newest = total is not None and total - 1 <= read <= total
    if prediction.read_high is None or read > prediction.read_high or newest:
        # where reads are no count of the prefix, a little more of it is no sign of another run
        return "not_counted" if prediction.uncounted and _little_more(read, prediction) else "warm_elsewhere"
    if _is_one_of(read, values.older):
        return "older_entry"
    return _of_a_size(read, prediction)


def _little_more(read: int, prediction: Prediction) -> bool:
    return any(0 < read - value <= _ESTIMATE * value for value in prediction.values.whole)


def _of_a_size(read: int, prediction: Prediction) -> Cause:
    """What the size alone tells of a read that is no value of the rules."""
    whole, unit = prediction.values.whole, prediction.unit
    if prediction.uncounted:
        return "not_counted"
    if unit > 1 and any(value - read in range(unit, _UNITS * unit + 1, unit) for value in whole):
        return "units_short"
    if len(whole) > 1 and min(whole) < read < max(whole):
        return "part_of_answer"
    if not prediction.counted and any(abs(read - value) <= _ESTIMATE * value for value in whole):
        return "estimated"
    return "shorter_entry" if unit > 1 and read % unit == 0 else "unexplained"


def _is_one_of(read: int, values: tuple[int, ...]) -> bool:
    return any(_close(read, value) for value in values)


def _close(left: int, right: int) -> bool:
    return abs(left - right) <= _TOLERANCE
