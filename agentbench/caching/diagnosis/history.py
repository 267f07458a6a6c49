"""Changes in messages that were sent before: a history should only grow at its end."""

import re
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher

from agentbench.caching.diagnosis.change import Change, between
from agentbench.caching.diagnosis.texts import kind_of_change
from agentbench.caching.roles import is_reply
from agentbench.tape.exchange import Response, Segment

_NAMES = {
    "reserialised": "history_reserialised",
    "ids": "history_ids_changed",
    "whitespace": "history_whitespace",
    "clock": "history_clock",
    "identifier": "history_identifier",
}
_THINKING = re.compile(
    rb'"(?:type"\s*:\s*"(?:redacted_)?thinking|type"\s*:\s*"reasoning|reasoning(?:_content)?"|thought"\s*:\s*true)'
)
_RESULT = re.compile(
    rb'"type"\s*:\s*"(?:tool_result|\w+_call_output)"|"role"\s*:\s*"tool"|"toolResult"|"functionResponse"'
)


def history_changes(
    was: Sequence[Segment], now: Sequence[Segment], start: int, response: Response | None = None
) -> Iterator[Change]:
    """All changes in what both requests sent; what is appended behind the earlier messages is none.

    `start` is the index of the first message in the earlier request. The answer to it, where it is found again in
    the later one, shows where the appended part begins.
    """
    before, after = [s.key for s in was], [s.key for s in now]
    if after[: len(before)] == before:
        return
    answer = _answer_at(response, now)
    after = after[:answer]
    for what, i, i_end, j, j_end in SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        open_end = answer is None and i_end == len(was)
        if what != "equal" and not (open_end and i == i_end):
            yield from _changed(was[i:i_end], now[j:j_end], start + i, first=i == 0, open_end=open_end)


def _answer_at(response: Response | None, now: Sequence[Segment]) -> int | None:
    """Index of the first segment that holds the answer to the earlier request; None where it is not there."""
    if response is None:
        return None
    marks = [call.id for call in response.tool_calls if call.id]
    text = (response.text or "").strip()
    for at, segment in enumerate(now):
        if is_reply(segment) and (
            any(mark.encode() in segment.raw for mark in marks) or (len(text) > 20 and text in segment.text)
        ):
            return at
    return None


def reply_changes(response: Response | None, appended: Sequence[Segment], at: int) -> Iterator[Change]:
    """Whether the answer was sent back in other words; `appended` is what the later request adds."""
    reply = [segment for segment in _leading_reply(appended) if not _THINKING.search(segment.raw)]
    text = "".join(segment.text for segment in reply if not segment.text.startswith("{"))
    if response is not None and response.text and text and _plain(text) != _plain(response.text):
        yield Change(name="reply_rewritten", at=at, now=reply[0], byte=0)


def _changed(
    was: Sequence[Segment], now: Sequence[Segment], at: int, *, first: bool, open_end: bool
) -> Iterator[Change]:
    if not now:
        yield between(_removed(was, first=first), at, was[0], None)
    elif not was:
        yield between("history_inserted", at, None, now[0])
    elif len(now) < len(was) and (first or not open_end):
        yield between("history_compacted", at, was[0], now[0])
    else:
        # with an open end what stands behind the last pair was appended
        for step, (before, after) in enumerate(zip(was, now, strict=False)):
            yield between(_rewritten(before, after), at + step, before, after)


def _removed(gone: Sequence[Segment], *, first: bool) -> str:
    if all(_THINKING.search(segment.raw) for segment in gone):
        return "history_thinking_dropped"
    return "history_truncated" if first else "history_removed"


def _rewritten(was: Segment, now: Segment) -> str:
    if was.role != now.role:
        return "history_rewritten"
    name = _NAMES.get(kind_of_change(was.raw, now.raw))
    if name is not None:
        return name
    if _RESULT.search(was.raw) and len(now.raw) * 2 < len(was.raw):
        return "history_stubbed"
    if _THINKING.search(was.raw) and not _THINKING.search(now.raw):
        return "history_thinking_dropped"
    return "history_rewritten"


def _leading_reply(segments: Sequence[Segment]) -> Iterator[Segment]:
    for segment in segments:
        if not is_reply(segment):
            return
        yield segment


def _plain(text: str) -> str:
    return text.strip()
