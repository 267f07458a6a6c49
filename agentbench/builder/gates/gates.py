"""The gates, in the order in which they are asked (`reference/personal-agent.md` 4). Each is pure.

A gate sees only what the gates before it left: a tool has one reason for not being there, the first.
"""

from collections.abc import Callable, Sequence

from agentbench.builder.gates.decision import Decision, Gate, Gated
from agentbench.builder.gates.run import RunFacts
from agentbench.builder.tools.tool import Tool


def capability(tools: Sequence[Tool], run: RunFacts) -> Gated:
    """A tool stays when all that it needs (a key, a binary, a back end) is there."""

    def reason(tool: Tool) -> str | None:
        missing = [need for need in tool.needs if not run.available.get(need, False)]
        return f"it needs {', '.join(missing)}, which is not there" if missing else None

    return _split(tools, "capability", reason)


def tier(tools: Sequence[Tool], run: RunFacts) -> Gated:
    """A tool stays when the provider's tier is at least the one that it requires."""

    def reason(tool: Tool) -> str | None:
        if run.provider_tier >= tool.tier:
            return None
        return f"it requires provider tier {tool.tier}, this provider has {run.provider_tier}"

    return _split(tools, "tier", reason)


def untrusted(tools: Sequence[Tool], run: RunFacts) -> Gated:
    """Where any tool brings untrusted content, high-privilege and device tools go, but for the exempt ones."""
    sources = sorted({tool.toolset for tool in tools if tool.untrusted})

    def reason(tool: Tool) -> str | None:
        risky = tool.high_privilege or tool.source == "device"
        if not sources or not risky or tool.name in run.exempt:
            return None
        return f"untrusted content may enter this run through {', '.join(sources)}"

    return _split(tools, "untrusted", reason)


def denied(tools: Sequence[Tool], run: RunFacts) -> Gated:
    """A tool goes when the user denied it or its toolset."""

    def reason(tool: Tool) -> str | None:
        return "the user switched it off" if {tool.name, tool.toolset} & run.denied else None

    return _split(tools, "denied", reason)


def tag(tools: Sequence[Tool], run: RunFacts) -> Gated:
    """A tool goes when it bears a tag that the provider may not be given; asked once the model is resolved."""

    def reason(tool: Tool) -> str | None:
        blocked = sorted(run.blocked_tags.intersection(tool.tags))
        return f"this provider may not be given {', '.join(blocked)}" if blocked else None

    return _split(tools, "tag", reason)


GATES: tuple[Callable[[Sequence[Tool], RunFacts], Gated], ...] = (capability, tier, untrusted, denied, tag)


def gate(tools: Sequence[Tool], run: RunFacts) -> Gated:
    """All gates in order: what stays, and the reason for each that went."""
    kept = tuple(tools)
    removed: list[Decision] = []
    for one in GATES:
        outcome = one(kept, run)
        kept = outcome.kept
        removed += outcome.removed
    return Gated(kept=kept, removed=tuple(removed))


def tag_note(removed: Sequence[Decision]) -> str | None:
    """The prompt's note on what the tag gate blocked; None where it blocked nothing."""
    names = sorted(decision.tool for decision in removed if decision.gate == "tag")
    if not names:
        return None
    return (
        f"Not available with this model because of its provider: {', '.join(names)}. Do not try to call them."
    )


def _split(tools: Sequence[Tool], name: Gate, reason: Callable[[Tool], str | None]) -> Gated:
    reasons = [(tool, reason(tool)) for tool in tools]
    return Gated(
        kept=tuple(tool for tool, why in reasons if why is None),
        removed=tuple(
            Decision(tool=tool.name, gate=name, reason=why) for tool, why in reasons if why is not None
        ),
    )
