"""What two requests share: segments in cache order, markers excluded, compared byte by byte.

The raw bodies' common bytes mean nothing: JSON puts `messages` before `tools`, and cache markers move.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import zip_longest

from agentbench.caching.common import common_length
from agentbench.tape.exchange import Segment


@dataclass(frozen=True, slots=True, kw_only=True)
class Fork:
    """Where a later request stops beginning like the earlier one."""

    position: int
    """Index of the first differing segment, in cache order."""
    byte: int
    """Equal leading bytes of that segment's `raw`; 0 where its role differs."""
    was: Segment
    """The earlier request's segment there."""
    now: Segment | None
    """The later request's segment there; None where the later request had ended."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Common:
    """The common prefix of two requests."""

    shared_bytes: int
    """Bytes of `raw` that both begin with, over all segments."""
    earlier_bytes: int
    """All bytes of the earlier request's segments."""
    fork: Fork | None
    """None where the earlier request is a prefix of the later one."""


def common_prefix(earlier: Sequence[Segment], later: Sequence[Segment]) -> Common:
    """What `later` still has of `earlier`, and where the two part."""
    total = sum(len(segment.raw) for segment in earlier)
    shared = 0
    for position, (was, now) in enumerate(zip_longest(earlier, later)):
        if was is None:
            break
        if now is None or was.key != now.key:
            byte = common_length(was.raw, now.raw) if now is not None and was.role == now.role else 0
            fork = Fork(position=position, byte=byte, was=was, now=now)
            return Common(shared_bytes=shared + byte, earlier_bytes=total, fork=fork)
        shared += len(was.raw)
    return Common(shared_bytes=shared, earlier_bytes=total, fork=None)
