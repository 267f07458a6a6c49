"""Real recordings, changed in one way at a time, and how their diagnosis fares.

The recordings are split by project and only the held-back half is used here. It was not wholly unseen: the findings on
unchanged recordings of both halves had been looked at before, and the rule for compaction was mended after a first run
on this half (99.2 % right before that). A pair takes part when nothing but its growth changed before the mutation.
"""

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from itertools import zip_longest
from pathlib import Path
from typing import Any

from agentbench.caching.diagnosis import Miss, diagnose
from agentbench.tape import Exchange, find, read, wire
from tests.caching.diagnosis.mutators import CONTROLS, MUTATORS, Mutator

Pair = tuple[Exchange, Exchange]
_PER_PROJECT = 12


def _held_back(project: str) -> bool:
    return sha256(project.encode()).digest()[0] % 2 == 1


def held_back_pairs(root: Path) -> list[Pair]:
    """Consecutive requests of growing conversations, of the projects under `root` that are held back."""
    found: list[Pair] = []
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


def mutated(pair: Pair, mutator: Mutator) -> Pair | None:
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


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """How the diagnosis of changed recordings fares."""

    pairs: int
    mutations: int
    causes: int
    """Rows of the catalogue of real misses that the mutations stand for."""
    class_right: int
    byte_right: int
    wrong: tuple[tuple[str, tuple[str, ...], str, int | None], ...]
    """Mutation, classes found, file and index of each that was not named rightly."""
    controls: int
    """Changes that move no byte of the prompt."""
    flagged: tuple[str, ...]
    """Those of them that were taken for a miss."""


def judged(pairs: Sequence[Pair]) -> Outcome:
    """Every mutation and every control, on every pair that it applies to."""
    done: Counter[str] = Counter()
    bytes_right, wrong = 0, []
    for pair, mutator in ((pair, mutator) for pair in pairs for mutator in MUTATORS):
        changed = mutated(pair, mutator)
        if changed is None:
            continue
        done[mutator.name] += 1
        found = diagnose(*changed)
        names = tuple(miss.name for miss in found)
        bytes_right += _first_byte_is_right(*changed, found)
        if mutator.expected not in names:
            wrong.append((mutator.name, names, pair[1].cassette, pair[1].index))
    controls = [
        (c.name, found) for pair in pairs for c in CONTROLS if (found := mutated(pair, c)) is not None
    ]
    total = sum(done.values())
    return Outcome(
        pairs=len(pairs),
        mutations=total,
        causes=len({row for mutator in MUTATORS if done[mutator.name] for row in mutator.rows}),
        class_right=total - len(wrong),
        byte_right=bytes_right,
        wrong=tuple(wrong),
        controls=len(controls),
        flagged=tuple(name for name, found in controls if diagnose(*found)),
    )
