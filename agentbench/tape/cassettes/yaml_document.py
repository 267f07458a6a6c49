"""YAML of recorders, loaded fast and without ever constructing an object.

py-yaml12 reads nearly all of it, libyaml the rest. A refused tag loses only the listed item that holds it.
Anchors cannot explode: merge keys are not expanded, and `expands` counts what aliases would.
"""

from collections.abc import Iterator

import yaml

from agentbench.errors import Unreadable
from agentbench.tape.cassettes import yaml_fast
from agentbench.tape.cassettes.body import LARGEST, TooLarge
from agentbench.tape.cassettes.tape import Unread
from agentbench.tape.cassettes.yaml_loader import Loader, Refused

_SMALLEST = 8  # bytes that the least value stands for


def load(text: bytes) -> list[object]:
    """Every document of a YAML file; raises `Unreadable` where it is no YAML, or a bomb."""
    fast = yaml_fast.load(text)
    if fast is not None:
        return fast
    try:
        loader = Loader(text)
        documents = list(_documents(loader))
    except (yaml.YAMLError, RecursionError, ValueError, TypeError, OverflowError) as error:
        raise Unreadable(f"no YAML ({_one_line(error)})") from error
    if b"*" in text and expands(documents) > LARGEST:
        raise TooLarge(f"aliases expand to more than {LARGEST} bytes")
    return [_without_refused(document) for document in documents] if loader.refused else documents


def _documents(loader: Loader) -> Iterator[object]:
    while loader.check_data():  # type: ignore[no-untyped-call]  # the stubs leave it bare
        yield loader.get_data()


def _without_refused(document: object) -> object:
    """The document with an `Unread` in place of every listed item that holds a refused tag."""
    found = document if isinstance(document, dict) else {}
    listed = {key: [_item(item) for item in value] for key, value in found.items() if isinstance(value, list)}
    return {**found, **listed} if listed else document


def _item(item: object) -> object:
    tag = refused_in(item)
    return item if tag is None else Unread(reason=f"tag {tag!r} would construct an object")


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


def _one_line(error: Exception) -> str:
    return " ".join(str(error).split())[:200]
