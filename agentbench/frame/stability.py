"""The stability columns: each request against the latest earlier one of its conversation."""

import hashlib
from collections.abc import Iterator, Sequence

from agentbench.facts import count_tokens, family
from agentbench.frame.blame import blame, changed_segment
from agentbench.frame.prefix import Fork, common_prefix
from agentbench.tape.exchange import Exchange, Segment

_LEAD_BYTES = 40
_EXCERPT_BYTES = 60


def earlier_of(exchanges: Sequence[Exchange]) -> tuple[Exchange | None, ...]:
    """For each exchange the latest earlier one of the same conversation in the same cassette, or None."""
    latest: dict[tuple[object, ...], Exchange] = {}
    found: list[Exchange | None] = []
    for exchange in exchanges:
        key = _session(exchange)
        found.append(latest.get(key) if key else None)
        if key:
            latest[key] = exchange
    return tuple(found)


def later_of(exchanges: Sequence[Exchange]) -> tuple[Exchange | None, ...]:
    """For each exchange the next later one of the same conversation in the same cassette, or None."""
    return earlier_of(exchanges[::-1])[::-1]


def _session(exchange: Exchange) -> tuple[object, ...] | None:
    if exchange.kind != "model_call" or exchange.request is None or exchange.conversation is None:
        return None
    return exchange.cassette, exchange.conversation


def stability(exchange: Exchange, earlier: Exchange | None, excerpts: bool) -> dict[str, object]:
    """Common prefix and first change against `earlier`; everything missing without one."""
    if earlier is None or earlier.request is None or exchange.request is None:
        return {}
    common = common_prefix(earlier.request.segments, exchange.request.segments)
    row: dict[str, object] = {"common_prefix_bytes": common.shared_bytes}
    if common.earlier_bytes:
        row["common_prefix_share"] = common.shared_bytes / common.earlier_bytes
    if common.fork is not None:
        block, tier = blame(earlier, exchange, common.fork)
        row["first_change"] = changed_segment(earlier, exchange, common.fork).path
        row["first_change_byte"] = common.fork.byte
        row["first_change_block"], row["first_change_tier"] = block, tier
        row |= _excerpts(common.fork) if excerpts else {}
    return row


def _excerpts(fork: Fork) -> dict[str, object]:
    was, now = fork.was.raw, fork.now.raw if fork.now else b""
    cuts = {
        "first_change_lead": was[max(0, fork.byte - _LEAD_BYTES) : fork.byte],
        "first_change_from": was[fork.byte : fork.byte + _EXCERPT_BYTES],
        "first_change_to": now[fork.byte : fork.byte + _EXCERPT_BYTES],
    }
    # a cut may fall inside a character: those bytes are left out
    return {name: cut.decode("utf-8", "ignore") for name, cut in cuts.items()}


def stable_parts(exchange: Exchange) -> Iterator[tuple[bytes, str]]:
    """Key and text of what should never change in a session, in cache order.

    All tools, then the system text up to the first block that is not stable, or all where spans are unknown.
    """
    for segment in exchange.request.segments if exchange.request else ():
        if not _leading(segment):
            return
        end = _first_unstable(exchange, segment)
        if end is not None:
            cut = segment.raw[:end]
            yield (segment.role or "").encode() + b"\n" + cut, cut.decode("utf-8", "ignore")
            return
        yield segment.key, segment.text


def _leading(segment: Segment) -> bool:
    return segment.level != "messages" or segment.role in ("system", "developer")


def _first_unstable(exchange: Exchange, segment: Segment) -> int | None:
    starts = (s.start for s in exchange.blocks.get(segment.path, ()) if s.tier != "stable")
    return min(starts, default=None)


def stable_prefix_sha256(exchange: Exchange) -> str | None:
    """Hash of the stable parts; None where the exchange holds no request."""
    if exchange.request is None:
        return None
    digest = hashlib.sha256()
    for key, _ in stable_parts(exchange):
        digest.update(len(key).to_bytes(8, "big") + key)
    return digest.hexdigest()


def stable_prefix(exchange: Exchange) -> dict[str, object]:
    """Hash of the stable prefix; its estimated tokens where the exchange is ours (counting costs time)."""
    row: dict[str, object] = {"stable_prefix_sha256": stable_prefix_sha256(exchange)}
    if exchange.origin is not None and exchange.request is not None:
        of = family(exchange.origin.model)
        row["stable_prefix_tokens"] = sum(count_tokens(text, of) for _, text in stable_parts(exchange))
    return row
