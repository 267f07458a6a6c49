"""Recordings of model traffic: bytes to exchanges (`read`), requests to segments (`wire`), and our own cassettes."""

from agentbench.tape import wire
from agentbench.tape.cassettes import Found, Header, Interaction, Tape, block_key, find, load, read, write
from agentbench.tape.conversations import assign
from agentbench.tape.exchange import (
    BlockSpan,
    Exchange,
    Kind,
    Level,
    Origin,
    Provenance,
    Request,
    Response,
    Segment,
    Tier,
    ToolCall,
    Usage,
)

__all__ = [
    "BlockSpan",
    "Exchange",
    "Found",
    "Header",
    "Interaction",
    "Kind",
    "Level",
    "Origin",
    "Provenance",
    "Request",
    "Response",
    "Segment",
    "Tape",
    "Tier",
    "ToolCall",
    "Usage",
    "assign",
    "block_key",
    "find",
    "load",
    "read",
    "wire",
    "write",
]
