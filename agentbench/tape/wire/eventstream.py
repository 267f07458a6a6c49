"""Amazon's binary event stream (`application/vnd.amazon.eventstream`), as Bedrock streams it.

A message is: total length, header length, their CRC (4 bytes each), headers, a JSON payload, a CRC. Converse
events become `{type: payload}`; the `chunk` events of InvokeModel hold the vendor's own event in Base64.
Source: docs.aws.amazon.com, Amazon Transcribe and Bedrock event stream encoding; Smithy's specification.
"""

import base64
import binascii
import json
import struct
import zlib
from collections.abc import Iterator, Mapping

from agentbench.tape.wire import fields

_PRELUDE = struct.Struct(">III")
_STRING = 7
# bytes that follow a header's type, by type: true, false, byte, short, int, long, -, -, timestamp, UUID
_FIXED = {0: 0, 1: 0, 2: 1, 3: 2, 4: 4, 5: 8, 8: 8, 9: 16}


def is_eventstream(body: bytes) -> bool:
    """Whether the body begins with a prelude whose checksum is right."""
    return len(body) >= 16 and zlib.crc32(body[:8]) == int.from_bytes(body[8:12], "big")


def events(body: bytes) -> tuple[object, ...]:
    """The JSON of each whole message in order; a stream that is cut or broken gives what came before."""
    return tuple(
        value for headers, payload in _messages(body) if (value := _event(headers, payload)) is not None
    )


def _messages(body: bytes) -> Iterator[tuple[Mapping[str, str], bytes]]:
    at = 0
    while is_eventstream(body[at : at + 16]):
        total, header_length, _ = _PRELUDE.unpack_from(body, at)
        if total < 16 + header_length or at + total > len(body):
            return
        start = at + _PRELUDE.size
        yield _headers(body[start : start + header_length]), body[start + header_length : at + total - 4]
        at += total


def _headers(block: bytes) -> Mapping[str, str]:
    """The string headers of one message."""
    found: dict[str, str] = {}
    at = 0
    while at < len(block):
        name_end = at + 1 + block[at]
        name, kind = block[at + 1 : name_end].decode("utf-8", "replace"), block[name_end : name_end + 1]
        at = name_end + 1
        if not kind or (kind[0] not in _FIXED and kind[0] not in (6, _STRING)):
            return found
        if kind[0] in _FIXED:
            at += _FIXED[kind[0]]
            continue
        length = int.from_bytes(block[at : at + 2], "big")
        if kind[0] == _STRING:
            found[name] = block[at + 2 : at + 2 + length].decode("utf-8", "replace")
        at += 2 + length
    return found


def _event(headers: Mapping[str, str], payload: bytes) -> object:
    kind = (
        headers.get(":event-type")
        or headers.get(":exception-type")
        or headers.get(":error-code")
        or "unknown"
    )
    value = _json(payload)
    if ":exception-type" in headers or ":error-code" in headers:
        message = fields.filled(fields.members(value).get("message")) or headers.get(":error-message")
        return {"error": {"type": kind, "message": message}}
    if kind != "chunk":
        return {kind: value}
    try:
        return _json(base64.b64decode(fields.text(fields.members(value).get("bytes")) or ""))
    except (binascii.Error, ValueError):
        return None


def _json(payload: bytes) -> object:
    try:
        return json.loads(payload)
    except (ValueError, RecursionError):
        return None
