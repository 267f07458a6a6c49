"""The diagnosis on real multi-turn recordings, changed in one way at a time.

The recordings are split by project and only the held-back half is used here. It was not wholly unseen: the findings on
unchanged recordings of both halves had been looked at before, and the rule for compaction was mended after a first run
on this half (99.2 % right before that). A pair takes part when nothing but its growth changed before the mutation.
"""

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from hashlib import sha256
from itertools import zip_longest
from typing import Any

import pytest

from agentbench.caching.diagnosis import Miss, diagnose
from agentbench.tape import Exchange, find, read, wire
from tests.caching.diagnosis.mutators import CONTROLS, MUTATORS, Mutator
from tests.shared_data import shared

Pair = tuple[Exchange, Exchange]
_PER_PROJECT = 12


def _held_back(project: str) -> bool:
    return sha256(project.encode()).digest()[0] % 2 == 1


@pytest.fixture(scope="module")
def pairs() -> list[Pair]:
    """Consecutive requests of growing conversations, of the projects that are held back."""
    found: list[Pair] = []
    root = shared("data/corpus")
    for folder in sorted(path for path in root.iterdir() if path.is_dir() and _held_back(path.name)):
        ours = (pair for file in find([str(folder)]).files for pair in _pairs(read(file)))
        found += [pair for _, pair in zip(range(_PER_PROJECT), ours, strict=False)]
    return found


def _pairs(exchanges: tuple[Exchange, ...]) -> Iterator[Pair]:
    latest: dict[str | None, Exchange] = {}
    for exchange in exchanges:
        request = exchange.request
        if (
            exchange.kind != "model_call"
            or request is None
            or request.wire not in ("openai_chat", "anthropic_messages")
        ):
            continue
        before = latest.get(exchange.conversation)
        latest[exchange.conversation] = exchange
        if before is not None and before.request is not None and _is_growth(before, exchange):
            yield before, exchange


def _is_growth(before: Exchange, after: Exchange) -> bool:
    assert before.request is not None
    assert after.request is not None
    longer = after.request.message_count > before.request.message_count
    bodies = [json.loads(e.request.body) for e in (before, after) if e.request]
    return longer and not diagnose(before, after) and all(isinstance(b.get("messages"), list) for b in bodies)


def _mutated(pair: Pair, mutator: Mutator) -> Pair | None:
    bodies: list[dict[str, Any]] = [
        json.loads(exchange.request.body) for exchange in pair if exchange.request
    ]
    if not mutator.apply(*bodies):
        return None
    first, second = (
        replace(e, request=wire.request(e.request.wire, json.dumps(b).encode()))
        for e, b in zip(pair, bodies, strict=True)
        if e.request
    )
    return first, second


def _first_byte_is_right(first: Exchange, second: Exchange, found: tuple[Miss, ...]) -> bool:
    """The first finding with a byte, against walking along both prompts segment by segment and byte by byte."""
    miss = next((miss for miss in found if miss.byte is not None), None)
    assert first.request is not None
    assert second.request is not None
    for was, now in zip_longest(first.request.segments, second.request.segments):
        if was is None:
            return miss is None
        if now is None or was.role != now.role:
            return miss is not None and miss.byte == 0
        if was.raw != now.raw:
            longest = max(len(was.raw), len(now.raw))
            at = next(i for i in range(longest) if was.raw[i : i + 1] != now.raw[i : i + 1])
            return miss is not None and miss.byte == at
    return miss is None


def test_mutations_of_real_recordings_are_named(pairs: list[Pair]) -> None:
    """The class is right on at least 95 %, the first byte on all (issue 7)."""
    right: Counter[str] = Counter()
    done: Counter[str] = Counter()
    bytes_right = 0
    wrong = []
    for pair in pairs:
        for mutator in MUTATORS:
            changed = _mutated(pair, mutator)
            if changed is None:
                continue
            done[mutator.name] += 1
            found = diagnose(*changed)
            good = bool(found) and mutator.expected in (miss.name for miss in found)
            right[mutator.name] += good
            bytes_right += _first_byte_is_right(*changed, found)
            if not good:
                wrong.append(
                    (mutator.name, [miss.name for miss in found], pair[1].cassette[-60:], pair[1].index)
                )
    total = sum(done.values())
    rows = {row for mutator in MUTATORS if done[mutator.name] for row in mutator.rows}
    share = sum(right.values()) / total
    print(f"\n{len(pairs)} pairs, {total} mutations of {len(rows)} causes: class right on {share:.1%}")
    print(f"first byte right on {bytes_right / total:.1%}; wrong: {wrong[:10]}")
    assert total >= 300
    assert share >= 0.95
    assert len(rows) >= 60
    assert bytes_right == total


def test_negative_controls_on_real_recordings_are_not_flagged(pairs: list[Pair]) -> None:
    """What moves no byte of the prompt is no finding."""
    done: Counter[str] = Counter()
    for pair in pairs:
        for control in CONTROLS:
            changed = _mutated(pair, control)
            if changed is not None:
                done[control.name] += 1
                assert diagnose(*changed) == (), (control.name, pair[1].cassette, pair[1].index)
    print("\n", dict(done))
    assert all(done[control.name] for control in CONTROLS)
