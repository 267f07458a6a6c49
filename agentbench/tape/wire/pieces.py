"""Segments cut out of a request body: a cursor over one body that keeps offsets, bytes and parsed values together."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from agentbench.errors import Unreadable
from agentbench.tape.exchange import Level, Segment
from agentbench.tape.wire import fields, markers, spans
from agentbench.tape.wire.spans import Span


@dataclass(frozen=True, slots=True)
class Piece:
    """One JSON value of a body: where it lies, its path, and the value parsed."""

    path: str
    span: Span
    value: object


@dataclass(frozen=True, slots=True)
class Body:
    """A request body, parsed once, with its bytes at hand."""

    raw: bytes
    text: str
    """The body as Latin-1: offsets are byte offsets."""
    value: Mapping[str, object]
    byte_exact: bool

    @classmethod
    def of(cls, raw: bytes, byte_exact: bool) -> "Body":
        """The body of one request; raises `Unreadable` where it is no JSON object."""
        value = fields.load(raw)
        if not isinstance(value, dict):
            raise Unreadable(f"request body is a JSON {type(value).__name__}, not an object")
        return cls(raw, spans.latin(raw), value, byte_exact)

    def root(self) -> Piece:
        """The body as a whole, as a piece."""
        return Piece("", Span(0, len(self.raw)), self.value)

    def member(self, piece: Piece, key: str) -> Piece | None:
        """The member `key` of an object, or None."""
        return next((found for name, found in self.members(piece) if name == key), None)

    def members(self, piece: Piece) -> Iterator[tuple[str, Piece]]:
        """The members of an object in order; of equal keys the last."""
        if not isinstance(piece.value, dict):
            return
        for key, span in spans.by_key(self.text, piece.span.start).items():
            path = f"{piece.path}.{key}" if piece.path else key
            yield key, Piece(path, span, piece.value.get(key))

    def items(self, piece: Piece | None) -> list[Piece]:
        """The items of an array in order; empty for anything else."""
        if piece is None or not isinstance(piece.value, list):
            return []
        found = spans.items(self.text, piece.span.start)
        pairs = zip(found, piece.value, strict=True)
        return [Piece(f"{piece.path}[{i}]", span, value) for i, (span, value) in enumerate(pairs)]

    def bytes_of(self, piece: Piece) -> bytes:
        """The piece's bytes as on the wire."""
        return self.raw[piece.span.start : piece.span.end]

    def segment(
        self,
        piece: Piece,
        level: Level,
        role: str | None = None,
        *,
        raw: bytes | None = None,
        text: str | None = None,
        marker: str | None = None,
    ) -> Segment:
        """The piece as a segment without its cache markers; `raw` in place of its bytes where given."""
        kept, found = markers.unmark(self.bytes_of(piece) if raw is None else raw)
        return Segment(
            path=piece.path,
            level=level,
            role=role,
            raw=kept,
            text=kept.decode("utf-8", "replace") if text is None else text,
            start=piece.span.start if self.byte_exact else None,
            marker=marker or found,
        )


def parameters(body: Mapping[str, object], *segmented: str) -> Mapping[str, object]:
    """What remains of a body beside the members that became segments."""
    return {key: value for key, value in body.items() if key not in segmented}
