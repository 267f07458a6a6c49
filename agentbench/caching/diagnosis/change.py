"""A difference between two requests of one conversation, before it is weighed."""

from dataclasses import dataclass

from agentbench.caching.common import common_length
from agentbench.tape.exchange import Segment


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """One place at which a request no longer begins as the one before."""

    name: str
    """The class of miss that it is."""
    at: int
    """Index in the earlier request's segments from which on its prefix no longer matches."""
    was: Segment | None = None
    """The earlier request's segment there; None where something was added."""
    now: Segment | None = None
    """The later request's segment there; None where something is gone."""
    byte: int | None = None
    """First differing byte; None where bytes are not what differs."""
    was_byte: int | None = None
    """The same byte in the earlier segment, where a block stood elsewhere there."""
    block: str | None = None
    """The prompt block that changed, where that is known already."""
    path: str | None = None
    """What changed, where it is no segment: a request parameter."""
    detail: str | None = None


def between(
    name: str, at: int, was: Segment | None, now: Segment | None, detail: str | None = None
) -> Change:
    """The change at a place where two segments meet; from byte 0 on where one is missing or the role differs."""
    byte = common_length(was.raw, now.raw) if was and now and was.role == now.role else 0
    return Change(name=name, at=at, was=was, now=now, byte=byte, detail=detail)
