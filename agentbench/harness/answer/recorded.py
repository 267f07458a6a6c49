"""Answers from a tape where it has them, from a server where it does not."""

from agentbench.harness.answer.replay import Replay, played
from agentbench.harness.stage import Answer, Answerer, Sent


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
