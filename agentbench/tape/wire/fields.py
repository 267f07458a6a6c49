"""Typed looks into parsed JSON that may hold anything: a wrong type reads as absent, never as an error."""

import json
from collections.abc import Mapping, Sequence

from agentbench.errors import Unreadable

_LARGEST = 2**62  # a count beyond it is no count, and the frame's Int64 could not hold it


def load(body: bytes) -> object:
    """The JSON value in `body`; raises `Unreadable` with the place of the fault."""
    try:
        return json.loads(body.decode())
    except (ValueError, RecursionError) as error:
        raise Unreadable(f"body is no JSON ({error})") from error


def dump(value: object) -> bytes:
    """One canonical JSON form: compact, in the given order; for recordings that kept no bytes."""
    dumped = json.dumps(value, ensure_ascii=False, separators=(",", ":"), default=str)
    if not _encodable(dumped):  # a lone surrogate, which only an escape can carry
        dumped = json.dumps(value, separators=(",", ":"), default=str)
    return dumped.encode()


def members(value: object) -> Mapping[str, object]:
    """`value` where it is a JSON object, else an empty one."""
    return value if isinstance(value, dict) else {}


def items(value: object) -> Sequence[object]:
    """`value` where it is a JSON array, else an empty one."""
    return value if isinstance(value, list) else ()


def objects(value: object) -> list[Mapping[str, object]]:
    """The JSON objects among the items of an array."""
    return [item for item in items(value) if isinstance(item, dict)]


def at(value: object, path: str) -> object:
    """What lies under a dotted path of object keys, or None."""
    for key in path.split("."):
        value = members(value).get(key)
    return value


def text(value: object) -> str | None:
    """A string that can be encoded: lone surrogates, which JSON allows, become U+FFFD."""
    if not isinstance(value, str):
        return None
    return value if _encodable(value) else value.encode("utf-8", "replace").decode()


def filled(value: object) -> str | None:
    """A string that is not empty, or None."""
    return text(value) or None


def count(value: object) -> int | None:
    """A token count, or None where the value is not one."""
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    if isinstance(value, bool) or not isinstance(value, int) or abs(value) > _LARGEST:
        return None
    return value


def money(value: object) -> float | None:
    """An amount, or None where the value is not one."""
    return float(value) if isinstance(value, int | float) and not isinstance(value, bool) else None


def first(value: object, paths: Sequence[str]) -> int | None:
    """The first count found under any of the paths."""
    return next((n for path in paths if (n := count(at(value, path))) is not None), None)


def arguments(value: object) -> object:
    """A tool call's arguments parsed, or the raw string where they do not parse."""
    if not isinstance(value, str):
        return value
    try:
        return json.loads(value)
    except (ValueError, RecursionError):
        return text(value)


def _encodable(value: str) -> bool:
    if value.isascii():
        return True
    try:
        value.encode()
    except UnicodeEncodeError:
        return False
    return True
