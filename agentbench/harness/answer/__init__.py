"""Who answers a cell's requests: the script alone, a tape, or a server."""

from agentbench.harness.answer.live import Live
from agentbench.harness.answer.recorded import Nobody, Recorded
from agentbench.harness.answer.replay import Replay
from agentbench.harness.answer.scripted import Scripted

__all__ = ["Live", "Nobody", "Recorded", "Replay", "Scripted"]
