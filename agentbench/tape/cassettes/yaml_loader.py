"""libyaml's loader for what recorders write: maps, lists and scalars, and never an object.

Tags of Python that vcrpy's older recordings hold become plain values; any other Python or unknown tag becomes
a `Refused` in its place.
"""

import base64
import binascii
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import yaml

_PYTHON = "tag:yaml.org,2002:python/"
_PLAIN_CALLS = (
    "multidict._multidict.istr",
    "multidict._multidict_py.istr",
    "multidict._istr.istr",
    "builtins.iter",
)


@dataclass(frozen=True, slots=True)
class Refused:
    """Stands where a tag asked for an object."""

    tag: str


class Loader(yaml.CSafeLoader):
    """Maps, lists and scalars only."""

    refused = False
    """Whether a tag was refused."""

    def flatten_mapping(self, node: yaml.MappingNode) -> None:
        """Merge keys stay keys: no recorder writes them, and they grow without bound."""


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


def _tagged(loader: Loader, suffix: str, node: yaml.Node) -> object:
    """A call of a harmless string or iterator type is its argument; anything else is refused."""
    if suffix.rpartition(":")[2] not in _PLAIN_CALLS:
        loader.refused = True
        return Refused(str(node.tag).removeprefix("tag:yaml.org,2002:"))
    arguments = _list(loader, node) or _mapping(loader, node).get("args")
    return arguments[0] if isinstance(arguments, Sequence) and arguments else ""


def _mapping(loader: yaml.CSafeLoader, node: yaml.Node) -> Mapping[object, object]:
    return loader.construct_mapping(node, deep=True) if isinstance(node, yaml.MappingNode) else {}


def _refuse(loader: Loader, node: yaml.Node) -> Refused:
    loader.refused = True
    return Refused(str(node.tag))


Loader.add_constructor("tag:yaml.org,2002:binary", _binary)
Loader.add_constructor("!binary", _binary)
Loader.add_constructor("tag:yaml.org,2002:merge", _text)
Loader.add_constructor("tag:yaml.org,2002:timestamp", _text)
for _name in ("str", "unicode"):
    Loader.add_constructor(_PYTHON + _name, _text)
Loader.add_constructor(_PYTHON + "tuple", _list)
Loader.add_constructor(_PYTHON + "object/new:_io.BytesIO", _file)
Loader.add_multi_constructor(_PYTHON, _tagged)
Loader.add_constructor(None, _refuse)
