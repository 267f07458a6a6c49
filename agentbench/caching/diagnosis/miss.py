"""What a miss is, and what is known about each class of misses."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Literal

from agentbench.facts.door import Strict, load

Side = Literal["ours", "provider", "limit", "report"]


@dataclass(frozen=True, slots=True, kw_only=True)
class MissClass:
    """A kind of miss that two requests and their usage can show."""

    name: str
    side: Side
    """Who can do something: `ours` (the request changed), `provider`, `limit` (a rule), `report` (nothing lost)."""
    meaning: str
    causes: tuple[str, ...]
    """Rows of the catalogue of real misses that can look so."""
    advice: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Miss:
    """One reason for which a request did not read what it could have read."""

    name: str
    """The class, a key of `miss_classes()`."""
    segment: str | None = None
    """Path of the segment (or of the request parameter) that changed; None where nothing changed."""
    block: str | None = None
    """The prompt block that owns the first changed byte, or `tool:<name>`; None where not known."""
    byte: int | None = None
    """First differing byte of the segment's `raw`; None where bytes are not what differs."""
    was: str | None = None
    """What stood there in the request before, from the first differing byte on."""
    now: str | None = None
    """What stands there now."""
    tokens_lost: int | None = None
    """Stored tokens behind it, which it alone would lose; None where not known."""
    detail: str | None = None
    """What else is known: the parameter's values, the size and the minimum, the age."""

    @property
    def known(self) -> MissClass:
        """What is known about its class: side, meaning, possible causes, advice."""
        return miss_classes()[self.name]


class _Class(Strict):
    side: Side
    meaning: str
    causes: list[str]
    advice: str


class _File(Strict):
    source: str
    as_of: object
    classes: dict[str, _Class]


@cache
def miss_classes() -> Mapping[str, MissClass]:
    """All classes by name."""
    file = load(Path(__file__).parent / "classes.yaml", _File)
    return {
        name: MissClass(
            name=name, side=row.side, meaning=row.meaning, causes=tuple(row.causes), advice=row.advice
        )
        for name, row in file.classes.items()
    }
