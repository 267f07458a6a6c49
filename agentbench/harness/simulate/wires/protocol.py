"""One endpoint of a vendor: its address, its wire format, and how it words a scripted answer."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from urllib.parse import urlsplit

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
    """May hold the groups `model` and `stream`, where the address tells the model and asks for a stream."""
    wire: str
    """Name of the wire format in `tape`."""
    provider: str
    """OpenTelemetry's provider name, whose cache rules hold."""
    words: Words
    streamed: Streamed
    """How it streams the same."""

    def asks_stream(self, uri: str, body: Mapping[str, object]) -> bool:
        """Whether a request to this endpoint asks for a stream, by its address or its body."""
        path = self.path.fullmatch(urlsplit(uri).path)
        return bool(body.get("stream") or (path and path.groupdict().get("stream")))
