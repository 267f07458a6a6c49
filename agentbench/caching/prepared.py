"""A request made ready for the cache: prefix keys, token counts and marks per segment.

A *prefix key* is a digest of everything up to and including a segment, markers excluded; equal keys mean equal
prefixes. A *mark* is a position at which the request asks for an entry.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from hashlib import blake2b
from itertools import accumulate

from agentbench.caching.marks import Mark, marks_of, within_reach
from agentbench.caching.parameters import asked_ttl_s, level_parameters
from agentbench.caching.roles import in_prompt
from agentbench.facts import CacheRule
from agentbench.tape.exchange import Request, Segment


@dataclass(frozen=True, slots=True, kw_only=True)
class Prepared:
    """A request as a provider's cache sees it."""

    rule: CacheRule
    segments: tuple[Segment, ...]
    """The request's segments that stand in the prompt, in cache order."""
    before: tuple[bytes, ...]
    """Per segment the prefix key in front of it, the parameters of its level included."""
    keys: tuple[bytes, ...]
    """Per segment the prefix key at its end."""
    tokens: tuple[int, ...]
    """Per segment the tokens of the prefix that ends with it."""
    total: int
    """Input tokens of the whole request."""
    marks: tuple[Mark, ...]
    """Where the request asks for entries, in order; for a rule with breakpoints the implicit one too."""
    reach: tuple[int, ...]
    """Positions at which a read through marks looks, longest prefix first."""
    ttl_s: int | None
    """Lifetime of an implicit entry in seconds; None where the provider names no number."""
    count: Callable[[str], int] = field(compare=False, repr=False)
    """Tokens of a text."""


def prepare(
    request: Request,
    rule: CacheRule,
    count: Callable[[str], int],
    scope: str = "",
    sizes: Callable[[Request], Sequence[int]] | None = None,
) -> Prepared:
    """The request as the cache of `rule` sees it.

    `count` gives the tokens of a text; `scope` is what the provider separates caches by beside the model
    (workspace, organisation). Requests of different models or scopes never share a key. `sizes` gives the tokens of
    each segment where more than the count of its text is known about them.
    """
    request = in_prompt(request)
    before, keys = _keys(request, rule, scope)
    each = sizes(request) if sizes else [count(segment.text) for segment in request.segments]
    tokens = tuple(accumulate(each))
    marks = marks_of(request, rule)
    return Prepared(
        rule=rule,
        segments=request.segments,
        before=before,
        keys=keys,
        tokens=tokens,
        total=tokens[-1] if tokens else 0,
        marks=marks,
        reach=within_reach(request, marks, rule),
        ttl_s=asked_ttl_s(request.parameters, rule),
        count=count,
    )


def _keys(request: Request, rule: CacheRule, scope: str) -> tuple[tuple[bytes, ...], tuple[bytes, ...]]:
    at = _digest("\n".join((rule.provider, request.model or "", scope)).encode())
    pending = dict(level_parameters(request, rule))
    before, keys = [], []
    for segment in request.segments:
        for level in rule.order[: rule.order.index(segment.level) + 1]:
            if level in pending:
                at = _digest(at, pending.pop(level))
        before.append(at)
        at = _digest(at, segment.key)
        keys.append(at)
    return tuple(before), tuple(keys)


def _digest(*parts: bytes) -> bytes:
    return blake2b(b"".join(parts), digest_size=16).digest()
