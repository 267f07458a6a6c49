"""Our cassettes' header, to and from the plain values that stand under the key `agentbench`."""

import hashlib
from collections.abc import Mapping
from typing import get_args

from agentbench.tape.cassettes.tape import Header
from agentbench.tape.exchange import BlockSpan, Provenance, Tier
from agentbench.tape.wire import fields

KEY = "agentbench"


def block_key(raw: bytes) -> str:
    """By what a segment's blocks are found again: the first 16 hex digits of its bytes' SHA-256."""
    return hashlib.sha256(raw).hexdigest()[:16]


def header_of(document: object) -> Header | None:
    """The header of a cassette of ours, or None for anybody else's; wrong values in it read as absent."""
    found = fields.members(document).get(KEY)
    if not isinstance(found, dict):
        return None
    provenance = found.get("provenance")
    return Header(
        schema=fields.count(found.get("schema")) or 0,
        versions=_texts(found.get("versions")),
        provenance=_provenance(provenance),
        arm=_texts(found.get("arm")),
        scenario=fields.text(found.get("scenario")),
        repeat=fields.count(found.get("repeat")) or 0,
        apart=found.get("apart") is True,
        server=_texts(found.get("server")),
        stable_prefix_sha256=fields.text(found.get("stable_prefix_sha256")),
        blocks={str(key): _spans(spans) for key, spans in fields.members(found.get("blocks")).items()},
    )


def plain_header(header: Header) -> dict[str, object]:
    """The header as maps, lists and scalars."""
    return {
        "schema": header.schema,
        "versions": dict(header.versions),
        "provenance": header.provenance,
        "arm": dict(header.arm),
        "scenario": header.scenario,
        "repeat": header.repeat,
        **({"apart": True} if header.apart else {}),
        **({"server": dict(header.server)} if header.server else {}),
        "stable_prefix_sha256": header.stable_prefix_sha256,
        "blocks": {
            key: [[span.name, span.tier, span.start, span.end] for span in spans]
            for key, spans in sorted(header.blocks.items())
        },
    }


def _provenance(value: object) -> Provenance:
    """What a header claims; one that claims nothing known was hardly recorded from a real server."""
    known: tuple[Provenance, ...] = get_args(Provenance)
    return next((name for name in known if name == value), "simulated")


def _texts(value: object) -> Mapping[str, str]:
    return {str(key): str(item) for key, item in fields.members(value).items() if item is not None}


def _spans(value: object) -> tuple[BlockSpan, ...]:
    tiers: tuple[Tier, ...] = get_args(Tier)
    found = []
    for item in fields.items(value):
        if not isinstance(item, list) or len(item) != 4:
            continue
        name, tier, start, end = item
        known = next((one for one in tiers if one == tier), None)
        if known is not None and isinstance(start, int) and isinstance(end, int):
            found.append(BlockSpan(name=str(name), tier=known, start=start, end=end))
    return tuple(found)
