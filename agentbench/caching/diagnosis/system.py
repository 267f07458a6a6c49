"""Changes in the system text: which piece, which block, and what kind of text."""

from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher

from agentbench.caching.common import common_length
from agentbench.caching.diagnosis.change import Change, between
from agentbench.caching.diagnosis.texts import kind_of_change
from agentbench.tape.exchange import Segment

_NAMES = {
    "reserialised": "system_reserialised",
    "whitespace": "system_whitespace",
    "clock": "system_clock",
    "identifier": "system_identifier",
    "paths": "system_paths",
    "ids": "system_changed",
}


def system_changes(was: Sequence[Segment], now: Sequence[Segment], start: int) -> Iterator[Change]:
    """All changes between two system texts; `start` is the index of the first one in the earlier request."""
    matcher = SequenceMatcher(None, [s.key for s in was], [s.key for s in now], autojunk=False)
    for what, i, i_end, j, j_end in matcher.get_opcodes():
        if what == "equal":
            continue
        pairs = min(i_end - i, j_end - j)
        for step in range(pairs):
            yield _replaced(start + i + step, was[i + step], now[j + step])
        if j_end - j > pairs:
            yield between("system_section_added", start + i + pairs, None, now[j + pairs])
        if i_end - i > pairs:
            yield between("system_section_removed", start + i + pairs, was[i + pairs], None)


def _replaced(at: int, was: Segment, now: Segment) -> Change:
    return between(replaced_name(was.raw, now.raw), at, was, now)


def replaced_name(was: bytes, now: bytes) -> str:
    """The class of a change from one system text to another."""
    return _NAMES.get(kind_of_change(was, now)) or _inserted_or_removed(was, now)


def _inserted_or_removed(was: bytes, now: bytes) -> str:
    """Whether one text is the other with one piece put in, from what they share at both ends."""
    shared = common_length(was, now)
    behind = common_length(was[shared:][::-1], now[shared:][::-1])
    if shared + behind == len(was) < len(now):
        return "system_section_added"
    if shared + behind == len(now) < len(was):
        return "system_section_removed"
    return "system_changed"
