"""The errors that callers may meet: one root, few children, each also the built-in one would already catch.

A message has three parts in one line: what was asked, what was found, what to do.
"""


class AgentbenchError(Exception):
    """The root of all errors that agentbench raises on purpose."""


class BadInput(AgentbenchError, ValueError):
    """A file, option or value that people wrote cannot be used as it is."""


class NotFound(AgentbenchError, LookupError):
    """Something named (a file, a layout, a tool) is not there; the message names the nearest known one."""


class UnknownModel(NotFound):
    """No model card covers this model id."""


class Unreadable(AgentbenchError, ValueError):
    """Bytes that should be a recording cannot be read as one; becomes a row of kind `unreadable`."""


class UnknownRequest(AgentbenchError, LookupError):
    """A replay met a request that its cassette does not hold; names the nearest one and the first difference."""


class PartlyPlayed(AgentbenchError, AssertionError):
    """A replay ended although its cassette still holds requests that were never asked."""


class SecretFound(AgentbenchError, ValueError):
    """A body that was to be written holds a key, token or cookie; nothing was written."""


class NotAccepted(AgentbenchError, RuntimeError):
    """A recording would change the requests of a cassette, and nobody accepted that; the cassette is as it was."""


class OverLimit(AgentbenchError, RuntimeError):
    """A call could cost more than is left of the cost limit; it was not sent."""
