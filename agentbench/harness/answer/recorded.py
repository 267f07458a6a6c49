"""Answers from an interrupted recording's journal, from a tape, and from a server for what neither has."""

from collections.abc import Sequence

from agentbench.errors import NotFound
from agentbench.harness.answer.replay import Replay, played
from agentbench.harness.journal import Journal
from agentbench.harness.stage import Answer, Answerer, Sent


class Nobody:
    """Stands where no server may be asked."""

    def __init__(self, name: str, variables: Sequence[str]) -> None:
        self._name = name
        self._variables = variables

    async def answer(self, sent: Sent) -> Answer:
        """Never an answer.

        Raises:
            NotFound: always.
        """
        raise NotFound(
            f"asked to record turn {sent.turn} step {sent.step} of {self._name!r}, found nobody to ask;"
            f" put {' and '.join(self._variables)} into the environment or add --simulate"
        )


class Recorded:
    """A tape with a server behind it."""

    def __init__(
        self,
        known: Replay,
        server: Answerer,
        journal: Journal,
        *,
        finished: Replay,
        always: bool = False,
        reminded: Answerer | None = None,
    ) -> None:
        self._known = known
        self._server = server
        self._journal = journal
        self._finished = finished
        self._always = always
        self._reminded = reminded
        self.asked = 0
        """How many requests went to the server, those of the interrupted recording included."""

    async def answer(self, sent: Sent) -> Answer:
        """The finished answer, the recorded one, or the server's; with `always` never the recorded one.

        `reminded` is a server whose memory began anew with this process (a simulated one): it sees again what the
        interrupted recording had asked, and its answer is not used.
        """
        interaction = self._known.take(sent)
        if finished := self._finished.take(sent):
            self.asked += 1
            if self._reminded:
                await self._reminded.answer(sent)
            return played(finished)
        if interaction is not None and not self._always:
            return played(interaction)
        self.asked += 1
        answer = await self._server.answer(sent)
        if answer.status < 400:  # an error is nothing to go on from
            self._journal.append(sent, answer)
        return answer
