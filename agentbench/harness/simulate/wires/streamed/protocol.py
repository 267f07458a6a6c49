"""How one wire format streams."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

Json = Mapping[str, object]


@dataclass(frozen=True, slots=True, kw_only=True)
class Streamed:
    """The stream of a wire format."""

    content_type: str
    body: Callable[[Json, Json], bytes]
    """The JSON of a whole answer and of its request to all that is streamed."""
