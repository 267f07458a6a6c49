"""Gates: which tools a run may use, and why the rest is missing."""

from agentbench.builder.gates.decision import Decision, Gate, Gated
from agentbench.builder.gates.gates import GATES, capability, denied, gate, tag, tag_note, tier, untrusted
from agentbench.builder.gates.run import RunFacts
from agentbench.builder.gates.snapshot import Snapshot, from_json, to_json

__all__ = [
    "GATES",
    "Decision",
    "Gate",
    "Gated",
    "RunFacts",
    "Snapshot",
    "capability",
    "denied",
    "from_json",
    "gate",
    "tag",
    "tag_note",
    "tier",
    "to_json",
    "untrusted",
]
