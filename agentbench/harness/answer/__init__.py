"""Who answers a cell's requests: the script alone, a tape, or a server."""

from agentbench.harness.answer.limited import Limited
from agentbench.harness.answer.live import Live
from agentbench.harness.answer.recorded import Nobody, Recorded
from agentbench.harness.answer.replay import Replay
from agentbench.harness.answer.retried import WITHOUT_WAITS, Patience, Retried
from agentbench.harness.answer.scripted import Scripted

__all__ = [
    "WITHOUT_WAITS",
    "Limited",
    "Live",
    "Nobody",
    "Patience",
    "Recorded",
    "Replay",
    "Retried",
    "Scripted",
]
