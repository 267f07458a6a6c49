"""Where each member and item of a JSON body lies, in bytes.

The body is read as Latin-1, in which a character is a byte: JSON's punctuation is ASCII, so offsets in the
text are offsets in the body, whatever the encoding of the strings between.
"""

import json
from typing import NamedTuple

from agentbench.errors import Unreadable

_decode = json.JSONDecoder(strict=False).raw_decode
_SPACE = " \t\n\r"


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
    while at < len(text) and text[at] in _SPACE:
        at += 1
    return at


def members(text: str, at: int = 0) -> list[Member]:
    """The members of the object at `at`, in order; empty where another kind of value stands there."""
    at = skip(text, at)
    found: list[Member] = []
    if not text.startswith("{", at):
        return found
    at = skip(text, at + 1)
    while not text.startswith("}", at):
        key, end = _value(text, at)
        start = skip(text, skip(text, end) + 1)
        _, stop = _value(text, start)
        found.append(Member(str(key).encode("latin-1").decode("utf-8", "replace"), at, Span(start, stop)))
        at = _next(text, stop, "}")
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
        at = _next(text, stop, "]")
    return found


def by_key(text: str, at: int = 0) -> dict[str, Span]:
    """Value spans of the object at `at` by key; the last of equal keys wins, as in `json.loads`."""
    return {member.key: member.value for member in members(text, at)}


def _next(text: str, at: int, closing: str) -> int:
    at = skip(text, at)
    if text.startswith(closing, at):
        return at
    if not text.startswith(",", at):
        raise Unreadable(f"body is no JSON (expected ',' at byte {at})")
    return skip(text, at + 1)


def _value(text: str, at: int) -> tuple[object, int]:
    try:
        return _decode(text, at)
    except (ValueError, RecursionError) as error:
        raise Unreadable(f"body is no JSON ({error})") from error
