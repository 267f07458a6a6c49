"""Cassettes: find recordings, read them into exchanges, and write our own."""

from agentbench.tape.cassettes.find import Found, find
from agentbench.tape.cassettes.header import block_key
from agentbench.tape.cassettes.load import load
from agentbench.tape.cassettes.read import read
from agentbench.tape.cassettes.tape import Header, Interaction, Tape
from agentbench.tape.cassettes.write import write

__all__ = ["Found", "Header", "Interaction", "Tape", "block_key", "find", "load", "read", "write"]
