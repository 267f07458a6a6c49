"""Where each member and item of a JSON body lies, in bytes.

The body is read as Latin-1, in which a character is a byte: JSON's punctuation is ASCII, so offsets in the
text are offsets in the body, whatever the encoding of the strings between.
"""

import json
import re
from collections.abc import Callable
from typing import NamedTuple

from agentbench.errors import Unreadable

_decode = json.JSONDecoder(strict=False).raw_decode
_space = re.compile(r"[ \t\n\r]*").match
_colon = re.compile(r"[ \t\n\r]*:[ \t\n\r]*").match
_comma = re.compile(r"[ \t\n\r]*(?:,[ \t\n\r]*)?").match


class Span(NamedTuple):
    """[start, end) of one JSON value."""

    start: int
    end: int


class Member(NamedTuple):
    """One member of an object: where its key begins, and its value."""

    key: str
    at: int
    value: Span


def latin(body: bytes) -> str:
    """The body as text whose offsets are byte offsets."""
    return body.decode("latin-1")


def skip(text: str, at: int) -> int:
    """The offset of the next character that is not white space."""
    return _past(_space, text, at)


def members(text: str, at: int = 0) -> list[Member]:
    """The members of the object at `at`, in order; empty where another kind of value stands there."""
    at = skip(text, at)
    found: list[Member] = []
    if not text.startswith("{", at):
        return found
    at = skip(text, at + 1)
    while not text.startswith("}", at):
        key, end = _value(text, at)
        start = _past(_colon, text, end)
        _, stop = _value(text, start)
        found.append(Member(_key(key, text[at:end]), at, Span(start, stop)))
        at = _past(_comma, text, stop)
    return found


def items(text: str, at: int = 0) -> list[Span]:
    """The items of the array at `at`, in order; empty where another kind of value stands there."""
    at = skip(text, at)
    found: list[Span] = []
    if not text.startswith("[", at):
        return found
    at = skip(text, at + 1)
    while not text.startswith("]", at):
        _, stop = _value(text, at)
        found.append(Span(at, stop))
        at = _past(_comma, text, stop)
    return found


def by_key(text: str, at: int = 0) -> dict[str, Span]:
    """Value spans of the object at `at` by key; the last of equal keys wins, as in `json.loads`."""
    return {member.key: member.value for member in members(text, at)}


def _past(form: Callable[[str, int], re.Match[str] | None], text: str, at: int) -> int:
    """The offset behind what the form matches at `at`."""
    found = form(text, at)
    if found is None:
        raise Unreadable(f"body is no JSON (unexpected character at byte {at})")
    return found.end()


def _key(key: object, raw: str) -> str:
    """The name as its bytes spell it: read as Latin-1 it is right only where it is ASCII."""
    if not isinstance(key, str):
        raise Unreadable(f"body is no JSON (a member's name is a {type(key).__name__})")
    return key if key.isascii() else str(json.loads(raw.encode("latin-1").decode()))


def _value(text: str, at: int) -> tuple[object, int]:
    try:
        return _decode(text, at)
    except (ValueError, RecursionError) as error:
        raise Unreadable(f"body is no JSON ({error})") from error
