"""The stage: the one transport through which every request of a cell passes, whoever answers."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Protocol

import httpx2

SENT_TO_FIRST_BYTE = timedelta(seconds=1)
STEP = timedelta(seconds=4)
"""Virtual time: an answer begins one second after its request, the next step follows four seconds after the last."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sent:
    """A request as it goes over the wire, with its place in the scenario."""

    method: str
    uri: str
    headers: tuple[tuple[str, str], ...]
    body: bytes
    turn: int
    step: int
    sent_at: datetime
    """Virtual time."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """What came back for a request."""

    status: int
    headers: tuple[tuple[str, str], ...]
    body: bytes
    first_byte_after: timedelta = SENT_TO_FIRST_BYTE
    """Virtual time from the request to the answer's first byte."""
    counted: Mapping[str, int] | None = None
    """Tokens that whoever answers counted beside the request; None where nobody did."""


class Answerer(Protocol):
    """Whoever answers requests: a tape, a script, a server."""

    async def answer(self, sent: Sent) -> Answer:
        """The answer to one request."""
        ...


class Stage(httpx2.AsyncBaseTransport):
    """Numbers the requests of a cell by turn and step, gives them virtual times, and keeps what passed."""

    def __init__(self, answerer: Answerer) -> None:
        self._answerer = answerer
        self._turn = 0
        self._step = 0
        self._now: datetime | None = None
        self.passed: list[tuple[Sent, Answer]] = []
        """Every request that was answered, in order."""
        self.failure: Exception | None = None
        """The first error that answering raised; clients wrap it in errors of their own."""

    def begin_turn(self, turn: int, now: datetime) -> None:
        """Start a user's turn at a virtual time; a turn that ran long pushes the next one back."""
        self._turn, self._step = turn, 0
        self._now = now if self._now is None else max(now, self._now)

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        """Answer one request of the client."""
        assert self._now is not None, "begin_turn comes first"
        sent = Sent(
            method=request.method,
            uri=str(request.url),
            headers=tuple(request.headers.multi_items()),
            body=await request.aread(),
            turn=self._turn,
            step=self._step,
            sent_at=self._now,
        )
        try:
            answer = await self._answerer.answer(sent)
        except Exception as error:
            self.failure = self.failure or error
            raise
        self.passed.append((sent, answer))
        self._step += 1
        self._now += STEP + answer.first_byte_after - SENT_TO_FIRST_BYTE
        return httpx2.Response(answer.status, headers=list(answer.headers), content=answer.body)
