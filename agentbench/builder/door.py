"""The door for values that people write as YAML: every problem named at once, in one line."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeVar

import yaml
from pydantic import TypeAdapter, ValidationError

from agentbench.errors import BadInput, NotFound
from agentbench.nearest import nearest

T = TypeVar("T")


def load_value(path: Path, kind: type[T], before: Callable[[object], object] = lambda found: found) -> T:
    """The value of one type that a YAML file holds; `before` spells out what the file may write in short.

    Raises:
        NotFound: there is no such file.
        BadInput: it is no YAML, or does not fit; one line that names every problem.
    """
    try:
        found = yaml.load(path.read_text(encoding="utf-8"), Loader=yaml.CSafeLoader)
    except FileNotFoundError:
        raise NotFound(f"asked for the file {str(path)!r}, found nothing there; check the name") from None
    except (yaml.YAMLError, UnicodeDecodeError, OSError) as error:
        reason = " ".join(str(error).split())
        raise BadInput(
            f"asked for {kind.__name__} in {str(path)!r}, found no readable YAML: {reason}"
        ) from None
    try:
        return TypeAdapter(kind).validate_python(before(found))
    except ValidationError as error:
        problems = "; ".join(_problem(detail, kind) for detail in error.errors(include_url=False))
        raise BadInput(f"asked for {kind.__name__} in {str(path)!r}, found: {problems}") from None


def _problem(detail: object, kind: type) -> str:
    assert isinstance(detail, dict)
    where = ".".join(str(part) for part in detail["loc"])
    if detail["type"] == "unexpected_keyword_argument":
        top = len(detail["loc"]) == 1
        known = getattr(kind, "__dataclass_fields__", {}) if top else _keys(TypeAdapter(kind).json_schema())
        near = nearest(str(detail["loc"][-1]), known)
        return f"unknown key {where!r}" + (f", did you mean {near!r}?" if near else "")
    return f"{where}: {detail['msg']}" if where else str(detail["msg"])


def _keys(schema: object) -> Iterator[str]:
    """All property names that a JSON schema knows, at any depth."""
    if isinstance(schema, list):
        for item in schema:
            yield from _keys(item)
    if isinstance(schema, dict):
        properties = schema.get("properties")
        yield from map(str, properties) if isinstance(properties, dict) else ()
        for value in schema.values():
            yield from _keys(value)
