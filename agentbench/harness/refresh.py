"""What a recording does to a cassette, in inline-snapshot's words.

*create*: requests where there were none; *fix*: the same session, other requests; *update*: the same requests,
other answers; *trim*: requests that nobody asks any more are dropped. A fix may be a mistake in the prompt, so it
is the one that somebody has to accept.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Literal

from agentbench.harness.answer.difference import EXCERPT, first_difference
from agentbench.harness.answer.replay import interaction_key, request_key
from agentbench.harness.stage import Answer, Sent
from agentbench.tape import Interaction, Tape

ChangeKind = Literal["create", "fix", "update", "trim"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """What a recording does to one cassette."""

    kind: ChangeKind
    cassette: str
    """Its path."""
    difference: str
    """What differs first, in one line."""

    @property
    def text(self) -> str:
        """The whole of it, in one line."""
        return f"{self.kind} {self.cassette}: {self.difference}"


def change(
    cassette: str, old: Tape | None, passed: Sequence[tuple[Sent, Answer]], *, dropping: bool
) -> Change | None:
    """What the session that passed does to the old tape; None where every request and answer is the same.

    `dropping`: requests of the old tape that did not pass are dropped from it (they are kept otherwise).
    """
    if old is None:
        return Change(kind="create", cassette=cassette, difference=f"{len(passed)} requests")
    left = list(old.interactions)
    added: list[Sent] = []
    answers: list[str] = []
    for sent, answer in passed:
        wanted = request_key(sent.method, sent.uri, sent.body)
        same = next((each for each in left if interaction_key(each) == wanted), None)
        if same is None:
            added.append(sent)
            continue
        left.remove(same)
        if answer.body != same.response_body:
            answers.append(_answer_difference(sent, same.response_body, answer.body))
        elif sent.sent_at != same.sent_at:
            answers.append(f"turn {sent.turn} step {sent.step} is sent at {sent.sent_at.isoformat()}")
    kind, difference = _worst(old, added, left, answers, dropping)
    return None if kind is None else Change(kind=kind, cassette=cassette, difference=difference)


def _worst(
    old: Tape, added: list[Sent], left: list[Interaction], answers: list[str], dropping: bool
) -> tuple[ChangeKind | None, str]:
    many = len(old.interactions)
    if added and left:
        place = f"turn {added[0].turn} step {added[0].step}"
        found = first_difference(added[0], old.interactions)
        return "fix", f"{len(added)} of {many} requests changed; {place}: {found}"
    if added:
        return "create", f"{len(added)} requests more, from turn {added[0].turn} step {added[0].step}"
    if left and dropping:
        return "trim", f"{len(left)} of {many} requests are asked no more, the first at {_place(left[0])}"
    if answers:
        return "update", f"{len(answers)} of {many} answers changed; {answers[0]}"
    return None, ""


def _place(interaction: Interaction) -> str:
    origin = interaction.origin or {}
    return f"turn {origin.get('turn')} step {origin.get('step')}"


def _answer_difference(sent: Sent, was: bytes, now: bytes) -> str:
    pairs = enumerate(zip_longest(was, now))
    byte = next((at for at, (one, other) in pairs if one != other), 0)
    start = max(0, byte - EXCERPT // 3)
    one, other = (repr(body[start : start + EXCERPT].decode("utf-8", "replace")) for body in (was, now))
    return f"turn {sent.turn} step {sent.step} byte {byte}: {one} became {other}"
