"""Speed of reading recordings: beside vcrpy's own reader, and the whole way beside what libyaml alone needs.

Over `../shared/data/corpus`; CPU time, the least of three.
"""

from collections.abc import Callable
from pathlib import Path

import yaml
from vcr.serialize import deserialize
from vcr.serializers import yamlserializer

from agentbench.frame import build
from agentbench.tape import find, read
from agentbench.tape.cassettes import document, recorders
from tests.bench.timed import least_cpu_ms

_CORPUS = Path(__file__).resolve().parents[2].parent / "shared/data/corpus"
_ROUNDS = 3


def rows() -> list[tuple[str, float, float, float]]:
    """(name, our CPU ms, their CPU ms, their time as a multiple of ours); none where the corpus is absent."""
    if not _CORPUS.exists():
        return []
    contents = {path: document.content(path) for path in find([str(_CORPUS)]).files}
    texts = [body for body in contents.values() if body.lstrip()[:1] not in (b"{", b"[")]
    shared = [body for body in texts if _vcrpy_reads(body)]
    return [
        _row(
            f"{len(shared)} cassettes to interactions, beside vcrpy (wanted: 1.5, aim 2.5)",
            lambda: [recorders.interactions(document.documents(body)) for body in shared],
            lambda: [deserialize(body.decode(), yamlserializer) for body in shared],
        ),
        _row(
            f"{len(contents)} files to exchanges, beside libyaml alone",
            lambda: [read(path) for path in contents],
            lambda: [_libyaml(body) for body in texts],
        ),
        _row(
            f"{len(contents)} files to the frame, beside libyaml alone (wanted: 0.5)",
            lambda: build([row for path in contents for row in read(path)]),
            lambda: [_libyaml(body) for body in texts],
        ),
    ]


def _row(
    name: str, ours: Callable[[], object], theirs: Callable[[], object]
) -> tuple[str, float, float, float]:
    mine, other = least_cpu_ms(ours, _ROUNDS), least_cpu_ms(theirs, _ROUNDS)
    return name, mine, other, other / mine


def _vcrpy_reads(body: bytes) -> bool:
    try:
        deserialize(body.decode(), yamlserializer)
    except Exception:
        return False
    return True


class _Plain(yaml.CSafeLoader):
    """libyaml, with every tag taken for nothing."""


def _libyaml(body: bytes) -> object:
    return list(yaml.load_all(body, Loader=_Plain))


_Plain.add_constructor(None, lambda loader, node: None)
_Plain.add_constructor("!binary", lambda loader, node: node.value)
