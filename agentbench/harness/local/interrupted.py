"""An interrupted recording taken up again: its calls come from the journal, the rest from a server that starts cold.

The new server holds nothing of what the old one did, so the first request to it reads nothing from the cache. Counts
beside the answers begin anew with it too, and the tape's header says before which requests that was.
"""

from collections.abc import Mapping, Sequence

from agentbench.errors import BadInput
from agentbench.harness.answer import Replay
from agentbench.harness.answer.replay import played
from agentbench.harness.journal import Journal
from agentbench.harness.stage import Answer, Answerer, Sent


class Journalled:
    """A server that is asked for what the journal does not have, and every answer of which goes there."""

    def __init__(self, server: Answerer, journal: Journal) -> None:
        self._server = server
        self._journal = journal
        self._finished = Replay(journal.finished(), name=journal.path.as_posix())

    async def answer(self, sent: Sent) -> Answer:
        """The finished answer or the server's; an error is an answer too: it is what a small model came to.

        Raises:
            BadInput: the session is another one than the one that was interrupted.
        """
        if finished := self._finished.take(sent):
            return played(finished)
        if left := self._finished.left():
            raise BadInput(
                f"asked to go on from {self._journal.path.as_posix()!r}, found {len(left)} of its"
                f" {len(self._finished)} calls not asked before turn {sent.turn} step {sent.step}:"
                " the session changed since; delete the file to begin anew"
            )
        answer = await self._server.answer(sent)
        self._journal.append(sent, answer)
        return answer


def restarts(passed: Sequence[tuple[Sent, Answer]]) -> Mapping[str, str]:
    """`restarted_before`: numbers of the requests that met a cold server, the first one of all left out.

    Any two prompts of a session share their first words, so that nothing in common with an earlier prompt is a start.
    """
    cold = [
        str(number)
        for number, (_, answer) in enumerate(passed)
        if number and answer.counted and not answer.counted["common_prompt_tokens"]
    ]
    return {"restarted_before": " ".join(cold)} if cold else {}
