"""Bodies as bytes, whatever the recorder made of them, and plain, whatever their headers claim.

Recorders keep a body as a string, as bytes, as parsed JSON or under a key `string`; and they keep
`content-encoding` when the bytes are plain, or compressed bytes when it is gone. So compression is told from
the bytes.
"""

import gzip
import io
import zlib

import brotli
import zstandard

from agentbench.errors import Unreadable
from agentbench.tape.wire import fields

LARGEST = 64 * 2**20
"""Bytes of a decompressed body or file beyond which it is not read."""


class TooLarge(Unreadable):
    """What would grow beyond a limit; there is no use in trying it by pieces."""


_GZIP, _ZSTD, _ZLIB = b"\x1f\x8b", b"\x28\xb5\x2f\xfd", (b"\x78\x01", b"\x78\x5e", b"\x78\x9c", b"\x78\xda")


def as_bytes(value: object) -> tuple[bytes, bool]:
    """The body's bytes, and whether they are those of the wire (parsed JSON is dumped, so it is not)."""
    if value is None:
        return b"", True
    if isinstance(value, bytes):
        return value, True
    if isinstance(value, str):
        return value.encode("utf-8", "surrogatepass"), True
    if isinstance(value, dict | list | int | float):
        return fields.dump(value), False
    raise Unreadable(f"body is a {type(value).__name__}, not text, bytes or JSON")


def plain(body: bytes, encoding: str = "", most: int = LARGEST) -> bytes:
    """The body without compression; raises `Unreadable` where it is broken or grows beyond `most` bytes."""
    try:
        if body.startswith(_GZIP):
            return _bounded(gzip.GzipFile(fileobj=io.BytesIO(body)), most)
        if body.startswith(_ZSTD):
            return _bounded(zstandard.ZstdDecompressor().stream_reader(io.BytesIO(body)), most)
        if body.startswith(_ZLIB):
            return _inflated(body, most, zlib.MAX_WBITS)
        if "deflate" in encoding.lower() and not _textual(body):  # some servers leave zlib's header out
            return _inflated(body, most, -zlib.MAX_WBITS)
        if "br" in encoding.lower() and not _textual(body):
            return _unbrotlied(body, most)
    except (OSError, EOFError, zlib.error, zstandard.ZstdError, brotli.error) as error:
        raise Unreadable(f"body is compressed and broken ({error})") from error
    return body


def _bounded(stream: gzip.GzipFile | zstandard.ZstdDecompressionReader, most: int) -> bytes:
    found = stream.read(most + 1)
    if len(found) > most:
        raise TooLarge(f"decompresses to more than {most} bytes")
    return bytes(found)


def _inflated(body: bytes, most: int, window: int) -> bytes:
    inflater = zlib.decompressobj(window)
    found = inflater.decompress(body, most + 1)
    if len(found) > most:
        raise TooLarge(f"decompresses to more than {most} bytes")
    return found


def _unbrotlied(body: bytes, most: int) -> bytes:
    """Decompressed piece by piece, so that a bomb is stopped on its way."""
    decompressor, found = brotli.Decompressor(), io.BytesIO()
    for at in range(0, len(body), 1024):
        found.write(decompressor.process(body[at : at + 1024]))
        if found.tell() > most:
            raise TooLarge(f"decompresses to more than {most} bytes")
    return found.getvalue()


def _textual(body: bytes) -> bool:
    """Whether a body that claims to be compressed is plain text after all."""
    try:
        body.decode()
    except UnicodeDecodeError:
        return False
    return not any(byte < 9 for byte in body[:200])
