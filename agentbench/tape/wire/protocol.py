"""What a wire format gives: a request split into segments, a response read, and how each is recognised."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from agentbench.tape.exchange import Kind, Request, Response


class Wire(Protocol):
    """One wire format: one module with these four functions and a `NAME`."""

    @property
    def NAME(self) -> str:  # noqa: N802 - a module's constant
        """The wire format's name, `openai_chat`."""

    def request(self, body: bytes, byte_exact: bool = True) -> Request:
        """The request split into segments in the provider's cache order; `Unreadable` where it is none."""

    def response(self, status: int | None, headers: Mapping[str, str], values: Sequence[object]) -> Response:
        """What came back: `values` is one JSON value, or the events of a stream in order."""

    def asks(self, body: object) -> bool:
        """Whether a parsed request body can only be of this wire format."""

    def answers(self, values: Sequence[object]) -> bool:
        """Whether parsed response values can only be of this wire format."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Parsed:
    """One HTTP interaction, read."""

    kind: Kind
    reason: str | None = None
    """Why it was set aside or could not be read."""
    wire: str | None = None
    provider: str | None = None
    """OpenTelemetry's provider name where the host or the bodies tell it."""
    request: Request | None = None
    response: Response | None = None
