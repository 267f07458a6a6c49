"""The door through which the package's fact files come in: dated YAML, every problem named at once."""

from collections.abc import Iterator
from pathlib import Path
from typing import TypeVar

import yaml
from pydantic import BaseModel, ConfigDict, ValidationError

from agentbench.errors import BadInput
from agentbench.nearest import nearest

HERE = Path(__file__).parent


class Strict(BaseModel):
    """A shape of a fact file; a key that it does not know is an error."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


Shape = TypeVar("Shape", bound=Strict)


def load(path: Path, shape: type[Shape]) -> Shape:
    """What a fact file holds, checked.

    Raises:
        BadInput: it is no YAML or does not fit; one line that names every problem and the nearest known key.
    """
    try:
        found = yaml.load(path.read_bytes(), Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))
    except (yaml.YAMLError, UnicodeDecodeError, OSError) as error:
        reason = " ".join(str(error).split())
        raise BadInput(f"asked for facts in {path.name!r}, found no readable YAML: {reason}") from None
    try:
        return shape.model_validate(found)
    except ValidationError as error:
        keys = sorted(set(_keys(shape.model_json_schema())))
        details = error.errors(include_url=False, include_input=False)
        problems = "; ".join(_problem(tuple(d["loc"]), d["type"], d["msg"], keys) for d in details)
        raise BadInput(f"asked for facts in {path.name!r}, found: {problems}; correct the file") from None


def _problem(loc: tuple[int | str, ...], kind: str, message: str, keys: list[str]) -> str:
    where = ".".join(str(part) for part in loc) or "the file"
    if kind != "extra_forbidden":
        return f"{where!r}: {message}"
    near = nearest(str(loc[-1]), keys)
    return f"unknown key {where!r}" + (f", did you mean {near!r}?" if near else "")


def _keys(schema: object) -> Iterator[str]:
    """All property names that a JSON schema knows, at any depth."""
    if isinstance(schema, dict):
        properties = schema.get("properties")
        if isinstance(properties, dict):
            yield from (str(name) for name in properties)
        for value in schema.values():
            yield from _keys(value)
