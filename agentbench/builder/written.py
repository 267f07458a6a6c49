"""Values that people write as YAML, and that a notebook changes and writes back."""

import dataclasses
from pathlib import Path
from typing import Self

import yaml
from pydantic import TypeAdapter


class Written:
    """What every such value can do."""

    __slots__ = ()

    def replace(self, **changes: object) -> Self:
        """The same with some fields changed: `layout.replace(clock="second", volatile="front")`.

        Raises:
            TypeError: there is no such field.
        """
        return dataclasses.replace(self, **changes)  # type: ignore[type-var]  # every such value is a dataclass

    def save(self, path: str | Path) -> Path:
        """Write it to a file that a bench can name, without what is as by default; returns the path.

        Reading the file back gives an equal value.

        Raises:
            OSError: the file cannot be written.
        """
        plain = TypeAdapter(type(self)).dump_python(self, mode="json", exclude_defaults=True)
        text = yaml.safe_dump(plain, sort_keys=False, allow_unicode=True, width=100)
        path = Path(path)
        path.write_text(text, encoding="utf-8")
        return path
