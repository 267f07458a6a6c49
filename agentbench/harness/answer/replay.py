"""Answers from a tape: the same method, host, path and raw body, each recorded answer once."""

import re
from collections.abc import Sequence
from urllib.parse import urlsplit

from agentbench.errors import UnknownRequest
from agentbench.harness.answer.difference import first_difference
from agentbench.harness.stage import SENT_TO_FIRST_BYTE, Answer, Sent
from agentbench.tape import Interaction

_MINTED = re.compile(rb"pyd_ai_[0-9a-f]{16,32}")


def normalised(body: bytes) -> bytes:
    """The body with ids that pydantic-ai mints at random renamed by first occurrence; nothing else is forgiven."""
    if b"pyd_ai_" not in body:
        return body
    seen: dict[bytes, bytes] = {}
    return _MINTED.sub(lambda found: seen.setdefault(found[0], b"pyd_ai_ID%d" % len(seen)), body)


def request_key(method: str, uri: str, body: bytes) -> tuple[str, str, str, bytes]:
    """What two requests must share to be the same one."""
    parts = urlsplit(uri)
    return method, parts.netloc, parts.path, normalised(body)


def interaction_key(interaction: Interaction) -> tuple[str, str, str, bytes]:
    """The key of a recorded request."""
    return request_key(interaction.method or "", interaction.uri or "", interaction.request_body)


class Replay:
    """Plays recorded answers back."""

    def __init__(self, interactions: Sequence[Interaction], name: str) -> None:
        self._name = name
        self._left = list(interactions)
        self._all = tuple(interactions)

    def take(self, sent: Sent) -> Interaction | None:
        """The first interaction not yet played that answers this request, or None."""
        wanted = request_key(sent.method, sent.uri, sent.body)
        for interaction in self._left:
            if interaction_key(interaction) == wanted:
                self._left.remove(interaction)
                return interaction
        return None

    def __len__(self) -> int:
        return len(self._all)

    def left(self) -> tuple[Interaction, ...]:
        """What was recorded and never asked."""
        return tuple(self._left)

    async def answer(self, sent: Sent) -> Answer:
        """The recorded answer.

        Raises:
            UnknownRequest: not on the tape; names the nearest recorded request and the first differing segment.
        """
        interaction = self.take(sent)
        if interaction is None:
            raise UnknownRequest(
                f"asked {self._name!r} for turn {sent.turn} step {sent.step} ({sent.method} {sent.uri},"
                f" {len(sent.body)} bytes), {first_difference(sent, self._all)};"
                " the prompt changed since the recording: record it anew with --record-mode rewrite"
            )
        return played(interaction)


def played(interaction: Interaction) -> Answer:
    """A recorded interaction as an answer."""
    headers = {
        name: value for name, value in interaction.response_headers.items() if name != "transfer-encoding"
    }
    sent_at, first_byte_at = interaction.sent_at, interaction.first_byte_at
    return Answer(
        status=interaction.status or 200,
        headers=tuple(headers.items()),
        body=interaction.response_body,
        first_byte_after=first_byte_at - sent_at if sent_at and first_byte_at else SENT_TO_FIRST_BYTE,
        counted=interaction.counted,
    )
