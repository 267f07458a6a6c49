"""Answers from a tape where it has them, from a server where it does not."""

from agentbench.errors import NotFound
from agentbench.harness.answer.replay import Replay, played
from agentbench.harness.stage import Answer, Answerer, Sent


class Nobody:
    """Stands where no server may be asked."""

    def __init__(self, name: str) -> None:
        self._name = name

    async def answer(self, sent: Sent) -> Answer:
        """Never an answer.

        Raises:
            NotFound: always.
        """
        raise NotFound(
            f"asked to record turn {sent.turn} step {sent.step} of {self._name!r}, found nobody to ask;"
            " put the provider's key into the environment or add --simulate"
        )


class Recorded:
    """A tape with a server behind it."""

    def __init__(self, known: Replay, server: Answerer, *, always: bool = False) -> None:
        self._known = known
        self._server = server
        self._always = always
        self.asked = 0
        """How many requests went to the server."""

    async def answer(self, sent: Sent) -> Answer:
        """The recorded answer, or the server's; with `always` the server's even where one is recorded."""
        interaction = self._known.take(sent)
        if interaction is not None and not self._always:
            return played(interaction)
        self.asked += 1
        return await self._server.answer(sent)
