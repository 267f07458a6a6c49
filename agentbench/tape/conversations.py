"""Which requests of one cassette belong to one growing conversation.

A request continues a conversation when its messages begin with all messages of that conversation's latest
request, or hold that request's answer, or (where an earlier message was rewritten, which is what breaks a
cache) still hold at least half of its messages. Forks, other models and sub-agents stand apart: a sub-agent
may be shown the same messages, but its system text has little in common.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from agentbench.tape.exchange import Exchange, Level, Request


@dataclass(frozen=True, slots=True)
class _Latest:
    """The latest request of one conversation."""

    name: str
    exchange: Exchange
    keys: tuple[bytes, ...]


def assign(exchanges: Sequence[Exchange]) -> tuple[Exchange, ...]:
    """The exchanges of ONE cassette with `conversation` filled for every model call that has a request."""
    latest: list[_Latest] = []
    done: list[Exchange] = []
    for exchange in exchanges:
        if exchange.kind != "model_call" or exchange.request is None:
            done.append(exchange)
            continue
        keys = _level(exchange.request, "messages")
        before = _continued(latest, exchange.request, keys)
        name = before.name if before is not None else str(len(latest))
        here = _Latest(name, exchange, keys)
        latest = [here if one is before else one for one in latest] if before else [*latest, here]
        done.append(replace(exchange, conversation=name))
    return tuple(done)


def of_cell(exchanges: Sequence[Exchange], apart: bool) -> tuple[Exchange, ...]:
    """The exchanges of ONE cell of ours, after `assign`: a cell is one conversation, whatever its messages.

    Compression starts the messages anew, and what that costs must show. Where the turns stand apart (the cassette
    says so, or none of them goes on from another) each is a conversation of its own.
    """
    apart = apart or _begin_anew(exchanges)
    return tuple(
        replace(each, conversation=str(each.origin.turn) if apart else "0")
        if each.conversation is not None and each.origin is not None
        else each
        for each in exchanges
    )


def _begin_anew(exchanges: Sequence[Exchange]) -> bool:
    """Whether no turn goes on from the one before it; with two turns, one compression would look the same."""
    firsts: dict[int, Exchange] = {}
    for each in exchanges:
        if each.conversation is not None and each.origin is not None:
            firsts.setdefault(each.origin.turn, each)
    turns = [firsts[turn] for turn in sorted(firsts)]
    return len(turns) > 2 and not any(_goes_on(was, now) for was, now in pairwise(turns))


def _goes_on(was: Exchange, now: Exchange) -> bool:
    """Whether the later of two turns' first requests has grown from the earlier one; the same words twice have not."""
    if was.request is None or now.request is None or was.conversation != now.conversation:
        return False
    return now.request.message_count > was.request.message_count


def _continued(latest: Sequence[_Latest], request: Request, keys: Sequence[bytes]) -> _Latest | None:
    """The conversation that this request continues best; the newest of equals."""
    best, score = None, 0.0
    for one in latest:
        there = one.exchange.request
        if there is None or (there.wire, there.model) != (request.wire, request.model):
            continue
        found = _kinship(one, request, keys)
        if found > 0 and found >= score:
            best, score = one, found
    return best


def _kinship(before: _Latest, request: Request, keys: Sequence[bytes]) -> float:
    """0 for strangers; more for surer signs: an extension, then an answer repeated, then shared messages."""
    there = before.exchange.request
    if there is None or not _same_agent(there, request):
        return 0.0
    if tuple(keys) == before.keys:
        return 3.0 + len(keys) if _level(there, "tools") == _level(request, "tools") else 0.0
    if before.keys and tuple(keys[: len(before.keys)]) == before.keys:
        return 3.0 + len(before.keys)
    if len(keys) > len(before.keys) and _holds_answer(before.exchange, request):
        return 2.0
    shared = len(set(keys) & set(before.keys))
    if len(keys) >= len(before.keys) > 1 and shared * 2 >= len(before.keys):
        return 1.0 if not _forked(before, keys) else 0.0
    return 0.0


def _same_agent(one: Request, other: Request) -> bool:
    """Whether the system texts are the same, or share half of their words: a changed clock is no other agent."""
    if _level(one, "system") == _level(other, "system"):
        return True
    mine, theirs = _words(one), _words(other)
    return 2 * (mine & theirs).total() >= max(mine.total(), theirs.total())


def _level(request: Request, level: Level) -> tuple[bytes, ...]:
    return tuple(segment.key for segment in request.segments if segment.level == level)


def _words(request: Request) -> Counter[str]:
    texts = [segment.text for segment in request.segments if segment.level == "system"]
    return Counter(word for text in texts for word in text.split())


def _forked(before: _Latest, keys: Sequence[bytes]) -> bool:
    """Whether the two part for good: equal at first, and nothing of the earlier one after the parting."""
    pairs = zip(before.keys, keys, strict=False)
    common = next((at for at, (a, b) in enumerate(pairs) if a != b), min(len(before.keys), len(keys)))
    return not set(before.keys[common:]) & set(keys[common:])


def _holds_answer(exchange: Exchange, request: Request) -> bool:
    """Whether the messages repeat what the earlier exchange was answered: its text, or a call's id."""
    answer = exchange.response
    if answer is None:
        return False
    said = [segment for segment in request.segments if segment.level == "messages" and segment.role != "user"]
    if answer.text and any(
        answer.text.strip() == segment.text.strip() for segment in said if answer.text.strip()
    ):
        return True
    ids = [call.id.encode() for call in answer.tool_calls if call.id]
    return any(f'"{id_.decode()}"'.encode() in segment.raw for id_ in ids for segment in said)
