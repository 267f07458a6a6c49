"""Make a cell's tape from what passed over its stage."""

from collections.abc import Sequence
from importlib.metadata import version

from agentbench import __version__
from agentbench.builder.bench import Cell
from agentbench.frame.stability import stable_prefix_sha256
from agentbench.harness.render import block_map, exchanges
from agentbench.harness.stage import SENT_TO_FIRST_BYTE, Answer, Sent
from agentbench.tape import Header, Interaction, Tape
from agentbench.tape.exchange import Provenance

VERSIONED = ("pydantic-ai-slim", "genai-prices")
