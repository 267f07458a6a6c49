"""Amazon's binary event stream (`application/vnd.amazon.eventstream`), written.

A message is a prelude (the whole length, the headers' length, the CRC of both), headers, a payload, and the CRC of
everything before it; numbers are big-endian, checksums are CRC-32.
Source: https://smithy.io/2.0/aws/amazon-eventstream.html
"""

import struct
import zlib

STRING = 7
"""The type of a header whose value is text."""
AROUND = 16
"""Bytes of a message that are neither headers nor payload: 12 of prelude, 4 of the last checksum."""


def message(kind: str, payload: bytes) -> bytes:
    """One event with a JSON payload."""
    named = ((":event-type", kind), (":content-type", "application/json"), (":message-type", "event"))
    headers = b"".join(_header(name, value) for name, value in named)
    lengths = struct.pack(">II", AROUND + len(headers) + len(payload), len(headers))
    return _checked(_checked(lengths) + headers + payload)


def _header(name: str, value: str) -> bytes:
    return (
        struct.pack(">B", len(name)) + name.encode() + struct.pack(">BH", STRING, len(value)) + value.encode()
    )


def _checked(content: bytes) -> bytes:
    return content + struct.pack(">I", zlib.crc32(content))
