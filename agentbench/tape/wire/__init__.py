"""Wire formats: one HTTP interaction to a request in segments and a response with usage, one file per format."""

from agentbench.tape.wire.parse import parse, request
from agentbench.tape.wire.protocol import Parsed

__all__ = ["Parsed", "parse", "request"]
