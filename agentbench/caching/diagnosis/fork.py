"""The one place at which a request stops beginning like the one before, whatever the reasons behind it."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import zip_longest

from agentbench.caching.common import common_length
from agentbench.tape.exchange import Segment


@dataclass(frozen=True, slots=True, kw_only=True)
class Fork:
    """Where two prompts part."""

    position: int
    """Index of the first differing segment in cache order."""
    byte: int
    """Its first differing byte; 0 where the role differs or one prompt has ended."""
    was: Segment
    now: Segment | None


def fork_of(was: Sequence[Segment], now: Sequence[Segment]) -> Fork | None:
    """Where the later prompt parts from the earlier one; None where it only goes on."""
    for position, (before, after) in enumerate(zip_longest(was, now)):
        if before is None:
            return None
        if after is None or before.key != after.key:
            alike = after is not None and before.role == after.role
            byte = common_length(before.raw, after.raw) if after is not None and alike else 0
            return Fork(position=position, byte=byte, was=before, now=after)
    return None
