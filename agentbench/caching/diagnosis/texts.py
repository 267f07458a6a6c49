"""What differs between two pieces of a prompt: the first byte, and what kind of text stands there.

Bytes are read as Latin-1, so that a position in the text is a position in the bytes.
"""

import json
import re
from typing import Literal

from agentbench.caching.common import common_length

Kind = Literal["reserialised", "ids", "whitespace", "clock", "identifier", "paths", "other"]

_MONTHS = r"(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*"
_DAYS = r"(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day"
_CLOCK = re.compile(
    rf"\d{{4}}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d)?(?:\.\d+)?(?:Z|[+-]\d\d:?\d\d)?)?"
    rf"|\d{{1,2}}:\d\d(?::\d\d)?(?:\.\d+)?(?: ?[AaPp]\.?[Mm])?"
    rf"|{_DAYS}|\d{{1,2}}\.? {_MONTHS}(?: \d{{4}})?|{_MONTHS} \d{{1,2}}(?:, ?\d{{4}})?"
    rf"|\b1[6-9]\d{{8}}(?:\d{{3}})?\b|\d{{1,2}}[./]\d{{1,2}}[./]\d{{2,4}}"
)
_IDENTIFIER = re.compile(
    r"[0-9a-fA-F]{8}-(?:[0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}"
    r"|\b(?=[0-9a-fA-F]*\d)[0-9a-fA-F]{6,}\b|\b[a-z]{2,8}_(?=[A-Za-z]*\d)[A-Za-z0-9]{6,}\b"
)
_PATHS = re.compile(
    r"(?:[A-Za-z]:)?(?:[/\\][\w.@~+-]+){2,}[/\\]?|(?:^|\\n)(?:[ MADRCU?]{2}) [\w./-]+|[\w-]+\.[a-z]{1,4}\b"
)
_ID_KEYS = frozenset({"id", "call_id", "tool_call_id", "tool_use_id", "toolUseId"})


def kind_of_change(was: bytes, now: bytes) -> Kind:
    """What kind of text the first difference lies in."""
    if _canonical(was) == _canonical(now):
        return "reserialised"
    if _canonical(was, without=_ID_KEYS) == _canonical(now, without=_ID_KEYS):
        return "ids"
    if _squeezed(was) == _squeezed(now):
        return "whitespace"
    at = common_length(was, now)
    for kind, pattern in (("clock", _CLOCK), ("identifier", _IDENTIFIER), ("paths", _PATHS)):
        if _lies_in(pattern, was, at) and _lies_in(pattern, now, at):
            return kind  # type: ignore[return-value]
    return "other"


def excerpt(raw: bytes, at: int, length: int = 60) -> str:
    """The text from a byte on; a character cut in two at either end is left out."""
    return raw[at : at + length].decode("utf-8", "ignore")


def _lies_in(pattern: re.Pattern[str], raw: bytes, at: int) -> bool:
    """Whether a match of the pattern covers the byte, or ends just before it."""
    text = raw[max(at - 80, 0) : at + 80].decode("latin-1")
    here = min(at, 80)
    return any(match.start() <= here <= match.end() for match in pattern.finditer(text))


def _squeezed(raw: bytes) -> str:
    # in JSON white space inside strings is escaped
    return re.sub(r"\\[nrt]|\s", "", raw.decode("latin-1"))


def _canonical(raw: bytes, without: frozenset[str] = frozenset()) -> object:
    try:
        return _plain(json.loads(raw), without)
    except ValueError:
        return raw


def _plain(value: object, without: frozenset[str]) -> object:
    """The value with calls' arguments parsed too (JSON inside a JSON string) and some keys left out."""
    if isinstance(value, dict):
        return {key: _plain(inner, without) for key, inner in value.items() if key not in without}
    if isinstance(value, list):
        return [_plain(inner, without) for inner in value]
    if isinstance(value, str) and value[:1] in ("{", "["):
        try:
            return _plain(json.loads(value), without)
        except ValueError:
            return value
    return value
