"""How an unknown request differs from the nearest recorded one, in one line."""

from collections.abc import Sequence

from agentbench.errors import AgentbenchError
from agentbench.frame.prefix import common_prefix
from agentbench.harness.simulate.wires import endpoint_of
from agentbench.harness.stage import Sent
from agentbench.tape import Interaction, wire
from agentbench.tape.exchange import Segment

EXCERPT = 60
"""Bytes shown of each side."""


def first_difference(sent: Sent, interactions: Sequence[Interaction]) -> str:
    """`found ...`: the recorded request that shares the longest beginning, and where the two part."""
    if not interactions:
        return "found an empty tape"
    asked = _segments(sent.uri, sent.body)
    candidates = [_segments(each.uri or "", each.request_body) for each in interactions]
    number = max(range(len(candidates)), key=lambda n: _likeness(candidates[n], asked))
    recorded = candidates[number]
    at = f"found no such request; the nearest recorded one is number {number}"
    fork = common_prefix(recorded, asked).fork
    if fork is not None and fork.now is not None:
        was, now = _around(fork.was, fork.byte), _around(fork.now, fork.byte)
        return f"{at}, first different at {fork.now.path} byte {fork.byte}: {was} became {now}"
    if fork is not None:
        return f"{at}, whose {fork.was.path} is gone"
    if len(asked) > len(recorded):
        return f"{at}, to which {asked[len(recorded)].path} was added"
    return f"{at}, which differs outside its segments (parameters or markers)"


def _segments(uri: str, body: bytes) -> tuple[Segment, ...]:
    try:
        return wire.request(endpoint_of(uri)[0].wire, body).segments
    except AgentbenchError:
        return ()


def _likeness(recorded: Sequence[Segment], asked: Sequence[Segment]) -> tuple[int, int]:
    """Shared bytes first; of two that share the same, the one of more alike length."""
    return common_prefix(recorded, asked).shared_bytes, -abs(len(recorded) - len(asked))


def _around(segment: Segment, byte: int) -> str:
    start = max(0, byte - EXCERPT // 3)
    return repr(segment.raw[start : start + EXCERPT].decode("utf-8", "replace"))
