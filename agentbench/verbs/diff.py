"""Where two built turns part: the first differing byte, its block and tier, both sides, and what it costs behind it."""

from dataclasses import dataclass
from html import escape

from agentbench import facts
from agentbench.builder.block import Tier
from agentbench.frame import common_prefix
from agentbench.frame.blame import blame, changed_segment
from agentbench.frame.prefix import Fork
from agentbench.measure import place_text
from agentbench.tape import Request
from agentbench.verbs.build import Built

_LEAD = 40
_EXCERPT = 160
"""Bytes shown in front of the change, and from it on."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """The first difference of two requests, in the order in which the provider's cache sees them."""

    segment: str
    """Path of the segment."""
    byte: int
    """Equal leading bytes of that segment."""
    block: str | None
    """The block that changed, `tool:<name>`, or None for a message."""
    tier: Tier | None
    lead: str
    """What stands in front of the change on both sides."""
    was: str
    now: str
    """What stands there in the second one; empty where it has ended."""
    tokens_behind: int
    """Estimated tokens of the second request that the first one's cache cannot give, the changed segment included."""

    @property
    def place(self) -> str:
        """`clock @ system[0] byte 812`."""
        return place_text(self.block, self.segment, self.byte)

    def __repr__(self) -> str:
        tier = f" ({self.tier})" if self.tier else ""
        return (
            f"first different at {self.place}{tier}, {self.tokens_behind:,} tokens behind it\n"
            f"was:  {self.lead + self.was!r}\nnow:  {self.lead + self.now!r}"
        )

    def _repr_html_(self) -> str:
        tier = f", {self.tier}" if self.tier else ""
        head = f"first different at {self.place}{tier}; {self.tokens_behind:,} tokens behind it"
        return (
            f"<p><b>{escape(head)}</b></p>"
            '<div style="display:flex;gap:1em;font-family:monospace;white-space:pre-wrap">'
            f'<div style="flex:1">{escape(self.lead)}<del>{_marked(self.was)}</del></div>'
            f'<div style="flex:1">{escape(self.lead)}<ins>{_marked(self.now)}</ins></div></div>'
        )


def diff(one: Built, other: Built) -> Difference | None:
    """Where the second request stops beginning like the first; None where the first is a prefix of it."""
    before, after = one.exchange.request, other.exchange.request
    assert before is not None and after is not None
    fork = common_prefix(before.segments, after.segments).fork
    if fork is None:
        return None
    block, tier = blame(one.exchange, other.exchange, fork)
    was, now = fork.was.raw, fork.now.raw if fork.now else b""
    return Difference(
        segment=changed_segment(one.exchange, other.exchange, fork).path,
        byte=fork.byte,
        block=block,
        tier=tier,
        lead=_text(was[max(0, fork.byte - _LEAD) : fork.byte]),
        was=_text(was[fork.byte : fork.byte + _EXCERPT]),
        now=_text(now[fork.byte : fork.byte + _EXCERPT]),
        tokens_behind=_behind(after, fork),
    )


def _behind(request: Request, fork: Fork) -> int:
    family = facts.family(request.model or "")
    return sum(facts.count_tokens(segment.text, family) for segment in request.segments[fork.position :])


def _text(raw: bytes) -> str:
    # a cut may fall inside a character: those bytes are left out
    return raw.decode("utf-8", "ignore")


def _marked(text: str) -> str:
    return f"<mark>{escape(text[0])}</mark>{escape(text[1:])}" if text else "(nothing)"
