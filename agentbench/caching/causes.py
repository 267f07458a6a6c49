"""Why a reported read is not the predicted one, from what the recording itself shows."""

from typing import Literal

from agentbench.caching.outcome import Missed
from agentbench.caching.parameters import at_path
from agentbench.caching.predict import Prediction, ran_server_tools
from agentbench.tape.exchange import Exchange

Cause = Literal[
    "server_tools",  # the provider ran tools of its own: the usage sums several passes
    "pro_mode",  # OpenAI's pro mode: the usage sums hidden samples
    "warm_elsewhere",  # more was read than anything that this recording stored
    "provider_missed",  # a stored prefix was sent again and nothing, or only the vendor's preamble, was read
    "expired",  # the entry was older than the usual lifetime
    "outlived",  # the entry was read although its lifetime was over
    "older_entry",  # the prompt before the last one was read: a replica that lags behind
    "shorter_entry",  # a shorter prefix was read
    "not_counted",  # the provider's reads are no count of the common prefix (Gemini)
]

UNDETERMINED: frozenset[Cause] = frozenset({"server_tools", "pro_mode", "warm_elsewhere"})
"""Causes that no rule could foresee from the recording: such rows say nothing about a prediction."""

# the vendors' own counts differ by one between a write and its read (recordings, 2026-08)
_TOLERANCE = 1


def disagreement(exchange: Exchange, prediction: Prediction) -> Cause | None:
    """The cause for which the reported read is not the predicted one; None where they agree or one is missing.

    A read of the whole stored prefix agrees, with or without the last answer, one token more or less aside; where
    nothing is stored or alive, none.
    """
    request, response = exchange.request, exchange.response
    read = response.usage.read if response is not None else None
    if request is None or response is None or read is None or prediction.reusable_tokens is None:
        return None
    if _agrees(read, prediction):
        return None
    if ran_server_tools(response):
        return "server_tools"
    if at_path(request.parameters, "reasoning.mode") == "pro":
        return "pro_mode"
    return _of_a_read(read, prediction)


def _agrees(read: int, prediction: Prediction) -> bool:
    whole = prediction.values.whole or (0,)
    if prediction.read_high == 0 and prediction.read_low == 0:
        whole = (0,)
    return any(_close(read, value) for value in whole)


def _of_a_read(read: int, prediction: Prediction) -> Cause:
    values, late = prediction.values, prediction.outcome == Missed("expired")
    if late and any(_close(read, value) for value in values.whole):
        return "outlived"
    if read == 0 or any(_close(read, value) for value in values.preambles):
        return "expired" if late else "provider_missed"
    if prediction.read_high is None or read > prediction.read_high:
        return "warm_elsewhere"
    if values.older is not None and _close(read, values.older):
        return "older_entry"
    return "not_counted" if prediction.precision == "flaky" else "shorter_entry"


def _close(left: int, right: int) -> bool:
    return abs(left - right) <= _TOLERANCE
