"""YAML through py-yaml12 (Rust), four times as fast as libyaml, for the files for which it is safe and exact.

It follows YAML 1.2, recurses without a limit in block style and writes aliases out. So a file goes to libyaml
when it holds anchors, tags other than `binary`, NUL bytes, or a run of indentation and indicators so long that
nesting could be deep; and, where it holds parsed bodies, numbers that YAML 1.1 reads as strings.
"""

import base64
import re
from collections.abc import Callable

import yaml12

# each begins with a plain letter, for which a search is fast
_ANCHOR = re.compile(rb"&(?<=[\s\[{,]&)\w")
_TAG = re.compile(rb"!(?<=[\s\[{,]!)(?!!?binary\s)[!\w<]")
# what stands alone, looks like a number, and is not one of the plain forms on which both versions agree
_NUMBER = re.compile(
    rb"(?:[:?-] +|\n *)(?![-+]?(?:0|[1-9]\d{0,17}|\d+\.\d+)(?:\s|:\s))"
    rb"(?:[-+.]*\d[-+.\deE_]*|[-+]?0[xo][\da-fA-F]+)(?:\s*\n|:\s)"
)
_NESTING = bytes(32 if byte in b"-?:\t" else byte for byte in range(256))
_DEEP = b" " * 250


def load(text: bytes) -> list[object] | None:
    """Every document, or None where libyaml has to read the file (or say what is wrong with it)."""
    if not _safe(text):
        return None
    try:
        return list(yaml12.parse_yaml(text.decode(), multi=True, handlers=_HANDLERS))
    except (ValueError, TypeError):
        return None


def _safe(text: bytes) -> bool:
    if b"\0" in text or _DEEP in text.translate(_NESTING):
        return False
    if b"&" in text and (_ANCHOR.search(text) or text.startswith(b"&")):
        return False
    if b"!" in text and (_TAG.search(text) or text.startswith(b"!")):
        return False
    return b"parsed_body" not in text or _NUMBER.search(text) is None


def _binary(value: object) -> bytes:
    return base64.b64decode(str(value).encode("ascii"))


_HANDLERS: dict[str, Callable[[object], object]] = {
    "tag:yaml.org,2002:binary": _binary,
    "!!binary": _binary,
    "!binary": _binary,
}
