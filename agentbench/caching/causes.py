"""Why a reported read is not the predicted one, from what the recording itself shows."""

from typing import Literal

from agentbench.caching.parameters import at_path
from agentbench.caching.predict import Prediction, ran_server_tools
from agentbench.tape.exchange import Exchange

Cause = Literal[
    "server_tools",  # the provider ran tools of its own: the usage sums several passes
    "pro_mode",  # OpenAI's pro mode: the usage sums hidden samples
    "warm_elsewhere",  # more was read than anything that this recording stored
    "provider_missed",  # a stored prefix was sent again and nothing, or only the vendor's preamble, was read
    "shorter_entry",  # an earlier or shorter prefix was read
]

UNDETERMINED: frozenset[Cause] = frozenset({"server_tools", "pro_mode", "warm_elsewhere"})
"""Causes that no rule could foresee from the recording: such rows say nothing about a prediction."""

# the vendors' own counts differ by one between a write and its read (recordings, 2026-08)
_TOLERANCE = 1


def disagreement(exchange: Exchange, prediction: Prediction) -> Cause | None:
    """The cause for which the reported read is not the predicted one; None where they agree or one is missing.

    A read of `read_high` agrees, one token more or less aside; so does 0 for a first request.
    """
    request, response, high = exchange.request, exchange.response, prediction.read_high
    read = response.usage.read if response is not None else None
    if request is None or response is None or read is None or prediction.reusable_tokens is None:
        return None
    if _close(read, prediction.reusable_tokens if high is None else high):
        return None
    if ran_server_tools(response):
        return "server_tools"
    if at_path(request.parameters, "reasoning.mode") == "pro":
        return "pro_mode"
    if high is None or read > high:
        return "warm_elsewhere"
    return "shorter_entry" if read > 0 else "provider_missed"


def _close(left: int, right: int) -> bool:
    return abs(left - right) <= _TOLERANCE
