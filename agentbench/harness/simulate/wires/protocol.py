"""One endpoint of a vendor: its address, its wire format, and how it words a scripted answer."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from agentbench.harness.simulate.script import Line
from agentbench.harness.simulate.wires.streamed import Streamed
from agentbench.tape.exchange import Usage

Words = Callable[[Line, str, Usage], Mapping[str, object]]
"""A line of the script, the model's name and the usage to the JSON of an answer."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Endpoint:
    """Where one wire format is spoken."""

    host: re.Pattern[str]
    path: re.Pattern[str]
    """May hold a group `model`, where the model stands in the address."""
    wire: str
    """Name of the wire format in `tape`."""
    provider: str
    """OpenTelemetry's provider name, whose cache rules hold."""
    words: Words
    streamed: Streamed | None = None
    """How it words a stream; None where streams are not simulated."""
