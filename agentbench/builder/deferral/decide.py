"""Whether a run defers its tools: decided once, when it begins, from the tools and the running model alone."""

import json
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

from agentbench.builder.deferral.bridge_tools import BRIDGE
from agentbench.builder.deferral.policy import Policy
from agentbench.builder.deferral.presentation import deferrable
from agentbench.builder.tools.tool import Tool

Agent = Literal["interactive", "sub_agent", "durable"]
UNKNOWN_WINDOW_THRESHOLD = 20_000
"""Tokens of deferrable schemas from which `auto` defers where the model's window is not known."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Deferral:
    """The decision, and what it rests on."""

    deferred: bool
    reason: str
    deferrable_tokens: int
    """Tokens of the schemas that may be deferred."""
    threshold_tokens: int
    """From how many on `auto` defers."""
    bridge_tokens: int
    """What the bridge itself costs."""


def decide(
    tools: Sequence[Tool],
    policy: Policy,
    window: int | None,
    *,
    agent: Agent = "interactive",
    count: Callable[[str], int] | None = None,
) -> Deferral:
    """Whether the deferrable ones of these tools are deferred.

    `window` is that of the *running* model in tokens. Only top-level interactive agents defer; durable runs where the
    policy says so. Deferral must save more than the bridge costs. `count` gives the tokens of a text; without it a
    token is four characters, which decides the same everywhere.
    """
    tokens = schema_tokens([tool for tool in tools if deferrable(tool)], count)
    threshold = threshold_tokens(policy, window)
    bridge = schema_tokens(BRIDGE, count)
    reason, deferred = _why(tokens, threshold, bridge, policy, agent)
    return Deferral(
        deferred=deferred,
        reason=reason,
        deferrable_tokens=tokens,
        threshold_tokens=threshold,
        bridge_tokens=bridge,
    )


def threshold_tokens(policy: Policy, window: int | None) -> int:
    """From how many deferrable tokens on `auto` defers."""
    if window is None or window <= 0:
        return UNKNOWN_WINDOW_THRESHOLD
    return int(window * policy.threshold_pct / 100)


def schema_tokens(tools: Sequence[Tool], count: Callable[[str], int] | None = None) -> int:
    """Tokens of the schemas of some tools as compact JSON; a quarter of the characters where no counter is given."""
    texts = [_schema(tool) for tool in tools]
    return sum(map(count, texts)) if count else math.ceil(sum(map(len, texts)) / 4)


def _why(tokens: int, threshold: int, bridge: int, policy: Policy, agent: Agent) -> tuple[str, bool]:
    if policy.mode == "off":
        return "deferral is off", False
    if agent == "sub_agent":
        return "sub-agents never defer", False
    if agent == "durable" and not policy.durable:
        return "durable runs defer only where that is switched on", False
    if tokens == 0:
        return "no tool may be deferred", False
    if tokens <= bridge:
        return f"deferring {tokens} tokens would cost the bridge's {bridge}", False
    if policy.mode == "on":
        return "deferral is on", True
    above = tokens >= threshold
    return f"{tokens} deferrable tokens, threshold {threshold}", above


def _schema(tool: Tool) -> str:
    function = {"name": tool.name, "description": tool.shown_description, "parameters": tool.parameters}
    return json.dumps({"type": "function", "function": function}, ensure_ascii=False, separators=(",", ":"))
