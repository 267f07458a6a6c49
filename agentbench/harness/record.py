"""Make a cell's tape from what passed over its stage."""

from collections.abc import Mapping, Sequence

from agentbench.builder.bench import Cell
from agentbench.frame.stability import stable_prefix_sha256
from agentbench.harness.render import block_map, exchanges
from agentbench.harness.stage import Answer, Sent
from agentbench.tape import Header, Interaction, Tape
from agentbench.tape.exchange import BlockSpan, Exchange, Provenance
from agentbench.versions import versions


def record(
    cell: Cell,
    passed: Sequence[tuple[Sent, Answer]],
    provenance: Provenance,
    kept: Tape | None = None,
    server: Mapping[str, str] | None = None,
) -> Tape:
    """A tape of what passed, and behind it what is kept of an older tape of the same cell."""
    sent = tuple(request for request, _ in passed)
    found = exchanges(cell, sent)
    interactions = [_interaction(exchange, *pair) for exchange, pair in zip(found, passed, strict=True)]
    older: Mapping[str, tuple[BlockSpan, ...]] = kept.header.blocks if kept and kept.header else {}
    header = Header(
        versions=versions(),
        provenance=provenance,
        arm={"layout": cell.layout.name, "presentation": cell.presentation, "model": cell.model},
        scenario=cell.cast.scenario.name,
        repeat=cell.repeat,
        apart=cell.apart,
        server=server or {},
        stable_prefix_sha256=stable_prefix_sha256(found[0]) if found else None,
        blocks={**older, **block_map(found)},
    )
    return Tape(header=header, interactions=(*interactions, *(kept.interactions if kept else ())))


def _interaction(exchange: Exchange, sent: Sent, answer: Answer) -> Interaction:
    return Interaction(
        method=sent.method,
        uri=sent.uri,
        request_headers={name.lower(): value for name, value in sent.headers},
        request_body=sent.body,
        status=answer.status,
        response_headers={name.lower(): value for name, value in answer.headers},
        response_body=answer.body,
        sent_at=sent.sent_at,
        first_byte_at=sent.sent_at + answer.first_byte_after,
        origin={"turn": sent.turn, "step": sent.step},
        stale_blocks=exchange.stale_blocks,
        counted=answer.counted,
    )
