"""The journal of a recording: every finished call beside the cassette that is not written yet.

One line per call in `<cassette>.part`: the CRC-32 of the rest, then JSON. A line is appended in one write and
forced to disk, so that an end at any moment leaves whole lines and at most one torn one, which is dropped.
"""

import base64
import binascii
import json
import os
from collections.abc import Mapping
from datetime import datetime
from pathlib import Path

from agentbench.harness.stage import Answer, Sent
from agentbench.tape import Interaction
from agentbench.tape.cassettes.headers import allowed
from agentbench.tape.cassettes.secrets import refuse


class Journal:
    """The finished calls of one interrupted or running recording."""

    def __init__(self, cassette: Path) -> None:
        self.path = cassette.with_name(f"{cassette.name}.part")
        """Where it lies; there is no file before the first call is finished."""
        self._cassette = cassette
        self._begun = False

    def finished(self) -> tuple[Interaction, ...]:
        """The calls that were finished, in order, up to the first torn line."""
        return tuple(interaction for interaction, _ in self._whole())

    def _whole(self) -> list[tuple[Interaction, int]]:
        """Each whole line's call, and the byte at which the line ends."""
        found: list[tuple[Interaction, int]] = []
        end = 0
        for line in self.path.read_bytes().splitlines(keepends=True) if self.path.is_file() else ():
            interaction = _read(line)
            if interaction is None:
                break
            end += len(line)
            found.append((interaction, end))
        return found

    def append(self, sent: Sent, answer: Answer) -> None:
        """Keep a finished call, scrubbed as a cassette is.

        Raises:
            SecretFound: its URL or bodies hold a secret; it is not kept.
        """
        interaction = finished(sent, answer)
        refuse(interaction, f"cassette {self._cassette.name!r}, turn {sent.turn} step {sent.step}")
        self._begin()
        file = os.open(self.path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o644)
        try:
            os.write(file, _line(interaction))
            os.fsync(file)
        finally:
            os.close(file)

    def _begin(self) -> None:
        """Cut off a torn line before anything is written behind it."""
        if not self._begun and self.path.is_file():
            whole = self._whole()
            os.truncate(self.path, whole[-1][1] if whole else 0)
        self.path.parent.mkdir(parents=True, exist_ok=True)
        self._begun = True

    def drop(self) -> None:
        """Forget all of it, and what a killed writer of the cassette left half done."""
        self.path.unlink(missing_ok=True)
        for torn in self.path.parent.glob(f".{self._cassette.name}.*.part"):
            torn.unlink(missing_ok=True)


def finished(sent: Sent, answer: Answer) -> Interaction:
    """A finished call as an interaction, headers scrubbed."""
    return Interaction(
        method=sent.method,
        uri=sent.uri,
        request_headers=allowed(dict(sent.headers)),
        request_body=sent.body,
        status=answer.status,
        response_headers=allowed(dict(answer.headers)),
        response_body=answer.body,
        sent_at=sent.sent_at,
        first_byte_at=sent.sent_at + answer.first_byte_after,
        counted=answer.counted,
    )


def _line(interaction: Interaction) -> bytes:
    assert interaction.sent_at and interaction.first_byte_at
    record: Mapping[str, object] = {
        "method": interaction.method,
        "uri": interaction.uri,
        "asked_with": dict(interaction.request_headers),
        "asked": base64.b64encode(interaction.request_body).decode(),
        "status": interaction.status,
        "answered_with": dict(interaction.response_headers),
        "answered": base64.b64encode(interaction.response_body).decode(),
        "sent_at": interaction.sent_at.isoformat(),
        "first_byte_at": interaction.first_byte_at.isoformat(),
        "counted": dict(interaction.counted) if interaction.counted is not None else None,
    }
    body = json.dumps(record).encode()
    return b"%08x %s\n" % (binascii.crc32(body), body)


def _read(line: bytes) -> Interaction | None:
    """The call on a line, or None where the line is torn."""
    checksum, _, body = line.removesuffix(b"\n").partition(b" ")
    if not line.endswith(b"\n") or checksum != b"%08x" % binascii.crc32(body):
        return None
    record = json.loads(body)
    return Interaction(
        method=record["method"],
        uri=record["uri"],
        request_headers=record["asked_with"],
        request_body=base64.b64decode(record["asked"]),
        status=record["status"],
        response_headers=record["answered_with"],
        response_body=base64.b64decode(record["answered"]),
        sent_at=datetime.fromisoformat(record["sent_at"]),
        first_byte_at=datetime.fromisoformat(record["first_byte_at"]),
        counted=record["counted"],
    )
