"""YAML of recorders, loaded fast and without ever constructing an object.

libyaml through `CSafeLoader`. Tags of Python that vcrpy's older recordings hold become plain values; any other
Python or unknown tag becomes a `Refused` in its place, so that only the interaction that holds it is lost.
Anchors cannot explode: merge keys are not expanded, and `expands` counts what aliases would.
"""

import base64
import binascii
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import yaml

from agentbench.errors import Unreadable
from agentbench.tape.cassettes.body import LARGEST

_PYTHON = "tag:yaml.org,2002:python/"
_PLAIN_CALLS = (
    "multidict._multidict.istr",
    "multidict._multidict_py.istr",
    "multidict._istr.istr",
    "builtins.iter",
)
_SMALLEST = 8  # bytes that the least value stands for


@dataclass(frozen=True, slots=True)
class Refused:
    """Stands where a tag asked for an object."""

    tag: str


class _Loader(yaml.CSafeLoader):
    """Maps, lists and scalars only."""

    def flatten_mapping(self, node: yaml.MappingNode) -> None:
        """Merge keys stay keys: no recorder writes them, and they grow without bound."""


def load(text: bytes) -> list[object]:
    """Every document of a YAML file; raises `Unreadable` where it is no YAML, or a bomb."""
    try:
        documents = list(yaml.load_all(text, Loader=_Loader))
    except (yaml.YAMLError, RecursionError, ValueError, TypeError, OverflowError) as error:
        raise Unreadable(f"no YAML ({_one_line(error)})") from error
    if b"*" in text and expands(documents) > LARGEST:
        raise Unreadable(f"aliases expand to more than {LARGEST} bytes")
    return documents


def expands(value: object) -> int:
    """How many bytes there would be, about, if every alias were written out; beyond any limit for a loop."""
    sizes: dict[int, int] = {}
    stack = [(value, False)]
    while stack:
        item, counted = stack.pop()
        if not isinstance(item, dict | list) or (id(item) in sizes and not counted):
            continue
        children = [*item, *item.values()] if isinstance(item, dict) else item
        if counted:
            sizes[id(item)] = _SMALLEST + sum(sizes.get(id(child)) or _size(child) for child in children)
            continue
        sizes[id(item)] = LARGEST + 1  # a value inside itself never ends
        stack.append((item, True))
        stack += [(child, False) for child in children if isinstance(child, dict | list)]
    return sizes.get(id(value), _SMALLEST)


def _size(scalar: object) -> int:
    return _SMALLEST + (len(scalar) if isinstance(scalar, str | bytes) else 0)


def refused_in(value: object) -> str | None:
    """The first refused tag anywhere in a value, or None."""
    stack, seen = [value], set[int]()
    while stack:
        item = stack.pop()
        if isinstance(item, Refused):
            return item.tag
        if isinstance(item, dict | list | tuple) and id(item) not in seen:
            seen.add(id(item))
            stack += [*item, *item.values()] if isinstance(item, dict) else item
    return None


def _binary(loader: yaml.CSafeLoader, node: yaml.Node) -> bytes:
    try:
        return base64.b64decode(str(node.value).encode("ascii"))
    except (binascii.Error, ValueError) as error:
        raise yaml.constructor.ConstructorError(
            None, None, f"broken base64 ({error})", node.start_mark
        ) from error


def _text(loader: yaml.CSafeLoader, node: yaml.Node) -> str:
    return str(node.value) if isinstance(node, yaml.ScalarNode) else ""


def _list(loader: yaml.CSafeLoader, node: yaml.Node) -> object:
    return loader.construct_sequence(node, deep=True) if isinstance(node, yaml.SequenceNode) else None


def _file(loader: yaml.CSafeLoader, node: yaml.Node) -> object:
    """The bytes of a `BytesIO` that an older vcrpy pickled: the first of its `state`."""
    state = _mapping(loader, node).get("state")
    return state[0] if isinstance(state, Sequence) and state else b""


def _tagged(loader: yaml.CSafeLoader, suffix: str, node: yaml.Node) -> object:
    """A call of a harmless string or iterator type is its argument; anything else is refused."""
    if suffix.rpartition(":")[2] not in _PLAIN_CALLS:
        return Refused(str(node.tag).removeprefix("tag:yaml.org,2002:"))
    arguments = _list(loader, node) or _mapping(loader, node).get("args")
    return arguments[0] if isinstance(arguments, Sequence) and arguments else ""


def _mapping(loader: yaml.CSafeLoader, node: yaml.Node) -> Mapping[object, object]:
    return loader.construct_mapping(node, deep=True) if isinstance(node, yaml.MappingNode) else {}


def _refuse(loader: yaml.CSafeLoader, node: yaml.Node) -> Refused:
    return Refused(str(node.tag))


def _one_line(error: Exception) -> str:
    return " ".join(str(error).split())[:200]


_Loader.add_constructor("tag:yaml.org,2002:binary", _binary)
_Loader.add_constructor("!binary", _binary)
_Loader.add_constructor("tag:yaml.org,2002:merge", _text)
_Loader.add_constructor("tag:yaml.org,2002:timestamp", _text)
for _name in ("str", "unicode"):
    _Loader.add_constructor(_PYTHON + _name, _text)
_Loader.add_constructor(_PYTHON + "tuple", _list)
_Loader.add_constructor(_PYTHON + "object/new:_io.BytesIO", _file)
_Loader.add_multi_constructor(_PYTHON, _tagged)
_Loader.add_constructor(None, _refuse)
