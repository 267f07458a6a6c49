"""What YAML values mean as names and as text: whatever a person wrote, there is one bounded answer."""

import re
from collections.abc import Iterator, Mapping

from agentbench.errors import BadInput

# anchors make a few bytes stand for millions of nodes: past this many a value is not looked at
_MOST_NODES = 1000
# all that `str.splitlines` breaks at
_BREAK = re.compile(r"\s*[\n\r\x0b\x0c\x1c-\x1e\x85\u2028\u2029]+\s*")
# models read loosely, so anything that could be taken for the start of a tag counts as one
_TAG = re.compile(r"<(?=\s*[/!?]?\s*[A-Za-z])")
_SURROGATE = re.compile(r"[\ud800-\udfff]")


def names_in(value: object) -> tuple[str, ...]:
    """The names that a condition gives, each once, in order.

    Nothing (null, false, 0, empty) gives no name; one scalar is a list of one; of a mapping the keys count;
    lists inside lists are opened. What is no text becomes its text, and so is a name that nothing has.
    Raises `BadInput`.
    """
    return tuple(dict.fromkeys(text_of(leaf) for leaf in _leaves(value, values_too=False))) if value else ()


def items_in(value: object) -> tuple[str, ...]:
    """The items of a list, or the one value that is no list, lower-cased and stripped. Raises `BadInput`."""
    if not value:
        return ()
    items = value if isinstance(value, (list, tuple)) else (value,)
    return tuple(text_of(item).lower().strip() for item in items)


def text_of(value: object) -> str:
    """The value as text, as Python writes it. Raises `BadInput` where that text could not be held."""
    if isinstance(value, str):
        return value
    for _ in _leaves(value, values_too=True):
        pass
    try:
        return str(value)
    except ValueError as error:
        # Python refuses to write integers of thousands of digits
        raise BadInput("a number has thousands of digits; quote it if it is a name") from error


def one_line(text: str) -> str:
    """The text on one line and without anything that reads like a tag, so that it cannot leave its place."""
    if text.isascii() and text.isprintable() and "<" not in text:
        return text
    joined = _BREAK.sub(" ", text)
    kept = joined if joined == text else joined.strip()
    return _SURROGATE.sub("\ufffd", _TAG.sub("‹", kept))


def sentence(value: object) -> str | None:
    """A description as one line without the quotes around it; None where there is nothing to say."""
    if not value:
        return None
    return one_line(text_of(value).strip().strip("'\"")) or None


def _leaves(value: object, *, values_too: bool) -> Iterator[object]:
    """What is neither list nor mapping, in order; counts every node, so that a list inside itself ends too."""
    pending: list[object] = [value]
    for _ in range(_MOST_NODES):
        if not pending:
            return
        node = pending.pop()
        if isinstance(node, Mapping):
            pending.extend(reversed((*node, *node.values()) if values_too else tuple(node)))
        elif isinstance(node, (list, tuple)):
            pending.extend(reversed(node))
        else:
            yield node
    raise BadInput(f"a value has more than {_MOST_NODES} parts; keep to plain lists")
