"""What tests sent, as exchanges: today's request, the recorded one that answered it, and whether they differ.

A request *drifted* where it is not what its cassette holds. A recorder that writes JSON anew (parsed, sorted,
escaped) has not changed it.
"""

import json
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cached_property
from itertools import product
from pathlib import Path

from agentbench import caching, tape
from agentbench.caching.diagnosis import Miss, diagnose
from agentbench.frame import common_length
from agentbench.pytest_plugin.moving import moves
from agentbench.pytest_plugin.tap import Seen
from agentbench.tape import Exchange, Response, Segment
from agentbench.verbs.inspect import Exchanges

_MOVING = frozenset({"system_clock", "system_identifier"})
"""Classes of changes that come back with every run."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sent:
    """One model call of a test."""

    live: Exchange
    """Today's request with the answer that the cassette gave; its `cassette` is the test's node id."""
    recorded: Exchange | None
    """The cassette's own request; None where it was recorded just now."""

    @property
    def drifted(self) -> bool:
        """Whether today's request is another than the recorded one."""
        if self.recorded is None or self.recorded.request is None or self.live.request is None:
            return False
        return not _same(self.live.request.body, self.recorded.request.body)

    @property
    def changes(self) -> tuple[Miss, ...]:
        """What differs, by class, segment and byte; empty where nothing drifted."""
        return diagnose(self.recorded, self.live) if self.drifted else ()

    def moving(self, now: datetime) -> tuple[Miss, ...]:
        """The changes of system text and tools that will come back with every run; an edit will not."""
        return tuple(
            miss
            for miss in self.changes
            if miss.byte is not None and (miss.name in _MOVING or moves(self._changed(miss.segment), now))
        )

    def _changed(self, path: str | None) -> str:
        """What today's segment has there and the recorded one has not; empty for what is no system text or tool."""
        was, now = (_segment(one, path) for one in (self.recorded, self.live))
        if now is None:
            return ""
        before = was.raw if was else b""
        start = common_length(before, now.raw)
        most = min(len(before), len(now.raw)) - start
        end = common_length(before[::-1][:most], now.raw[::-1][:most])
        return now.raw[start : len(now.raw) - end].decode("utf-8", "replace")


@dataclass(frozen=True, kw_only=True)
class Session:
    """Everything that the tests of a session sent, by test and in order."""

    sent: tuple[Sent, ...]

    @cached_property
    def foreseen(self) -> tuple[Exchange, ...]:
        """Every request with the usage that rules predict, whatever was recorded: what two sessions compare by."""
        return caching.foresee([_unanswered(one.live) for one in self.sent])

    @cached_property
    def today(self) -> Exchanges:
        """Recorded usage where the request is what was recorded, predicted usage where it drifted."""
        pairs = zip(self.sent, self.foreseen, strict=True)
        return Exchanges(exchanges=tuple(new if one.drifted else one.live for one, new in pairs))

    @cached_property
    def drifted(self) -> tuple[Sent, ...]:
        """The requests that are not what their cassettes hold."""
        return tuple(one for one in self.sent if one.drifted)


def _segment(exchange: Exchange | None, path: str | None) -> Segment | None:
    """The system text or tool at a path."""
    segments = exchange.request.segments if exchange and exchange.request else ()
    lead = (one for one in segments if one.level != "messages" or one.role in ("system", "developer"))
    return next((one for one in lead if one.path == path), None)


def session(seen: Iterable[Seen]) -> Session:
    """The model calls among what a tap has seen."""
    by_test: dict[str, list[Seen]] = {}
    for one in seen:
        by_test.setdefault(str(one["test"]), []).append(one)
    return Session(sent=tuple(sent for test in sorted(by_test) for sent in _read(test, by_test[test])))


def _read(test: str, seen: Sequence[Seen]) -> Iterator[Sent]:
    live, recorded = _exchanges(test, seen, "live"), _exchanges(test, seen, "recorded")
    if not len(live) == len(recorded) == len(seen):  # too large to be read as a whole
        return
    for one, now, then in zip(seen, live, recorded, strict=True):
        if now.kind == "model_call" and now.request is not None:
            yield Sent(live=now, recorded=then if one["recorded"] else None)


def _exchanges(test: str, seen: Sequence[Seen], side: str) -> tuple[Exchange, ...]:
    """Through a file of vcrpy's own form, so that it is read as every other recording is."""
    document = {
        "version": 1,
        "interactions": [{"request": one[side] or one["live"], "response": one["response"]} for one in seen],
    }
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "seen.json"
        path.write_text(json.dumps(document), encoding="utf-8")
        return tape.read(path, as_given=test)


def _unanswered(exchange: Exchange) -> Exchange:
    """The request with the answer's words and without its usage."""
    said = exchange.response or Response(status=None)
    return replace(exchange, response=Response(status=None, text=said.text, tool_calls=said.tool_calls))


def _same(live: bytes, recorded: bytes) -> bool:
    return live == recorded or recorded in _rewritten(live)


def _rewritten(body: bytes) -> Iterable[bytes]:
    """The body as recorders that keep parsed JSON would write it."""
    try:
        value = json.loads(body)
    except ValueError:
        return
    for separators, ascii_only, sort in product(((",", ":"), (", ", ": ")), (True, False), (False, True)):
        text = json.dumps(value, separators=separators, ensure_ascii=ascii_only, sort_keys=sort)
        yield text.encode("utf-8", "surrogatepass")
