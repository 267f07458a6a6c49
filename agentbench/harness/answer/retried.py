"""Asks again where a server was too busy, broke or hung up; the tape holds the answer that came in the end."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from email.utils import parsedate_to_datetime

import httpx2

from agentbench.harness.stage import Answer, Answerer, Sent


@dataclass(frozen=True, slots=True, kw_only=True)
class Patience:
    """How often, and after which waits, a call is made again."""

    attempts: int = 6
    """Calls made in all before the last answer counts."""
    first_wait_s: float = 1.0
    """Doubled after each attempt."""
    longest_wait_s: float = 300.0
    """A server that asks for more is not waited for."""
    sleep: Callable[[float], Awaitable[object]] = asyncio.sleep
    clock: Callable[[], float] = time.time
    """Seconds since 1970, for a `retry-after` that names a date."""


async def at_once(seconds: float) -> None:
    """No wait."""


WITHOUT_WAITS = Patience(sleep=at_once)
"""For a simulated provider: nobody is spared by waiting, and virtual time does not see it."""


class Retried:
    """A server that is asked again after 429, 5xx and lost connections.

    A connection that was lost after the request went out may have been answered and billed: that call is paid twice.
    """

    def __init__(self, server: Answerer, patience: Patience) -> None:
        self._server = server
        self._patience = patience

    async def answer(self, sent: Sent) -> Answer:
        """The first answer that will not pass by waiting, or the last one.

        Raises:
            httpx2.TransportError: the last attempt got no answer at all.
        """
        for attempt in range(1, self._patience.attempts):
            wait = self._patience.first_wait_s * 2 ** (attempt - 1)
            try:
                answer = await self._server.answer(sent)
            except httpx2.TransportError:
                pass
            else:
                asked = retry_after(answer, self._patience.clock())
                wait = wait if asked is None else asked
                if not passes(answer.status) or wait > self._patience.longest_wait_s:
                    return answer
            await self._patience.sleep(min(wait, self._patience.longest_wait_s))
        return await self._server.answer(sent)


def passes(status: int) -> bool:
    """Whether a status speaks of the server's state and not of the request (RFC 9110 15.6, RFC 6585 4)."""
    return status == 429 or status >= 500


def retry_after(answer: Answer, now: float) -> float | None:
    """Seconds that the server asks to wait, by seconds or by date (RFC 9110 10.2.3); None where it names none."""
    value = next((value for name, value in answer.headers if name.lower() == "retry-after"), None)
    if value is None:
        return None
    try:
        return max(float(value), 0.0)
    except ValueError:
        pass
    try:
        return max(parsedate_to_datetime(value).timestamp() - now, 0.0)
    except ValueError:
        return None
