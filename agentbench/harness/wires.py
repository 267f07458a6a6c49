"""Which wire format an endpoint speaks."""

from urllib.parse import urlsplit

from agentbench.harness.simulate.wires import FORMATS


def wire_of(uri: str) -> str:
    """The wire format's name for a request's address.

    Raises:
        KeyError: an endpoint that no client of ours calls.
    """
    return FORMATS[urlsplit(uri).path]
