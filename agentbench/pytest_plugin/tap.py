"""A tap on vcrpy's cassettes: each live request beside the recorded one that answers it.

Every HTTP library that vcrpy supports comes through these three methods of `vcr.cassette.Cassette`, so nothing
else is patched: `play_response` answers from a file, `append` records, `_load` appends what a file holds.
"""

import base64
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from importlib.util import find_spec

Seen = dict[str, object]
"""One interaction in plain JSON types: `test`, `live` and `recorded` requests (or None), `response`."""

_KEPT_HEADERS = frozenset({"content-type", "content-encoding", "x-agentbench-provenance"})


def available() -> bool:
    """Whether vcrpy is there to be tapped."""
    return find_spec("vcr") is not None


@dataclass(slots=True)
class Tap:
    """Collects what passes while it is open."""

    test: str = ""
    """The node id of the test that runs now."""
    seen: list[Seen] = field(default_factory=list)

    def took(self, live: object, recorded: object | None, response: object) -> None:
        """Keep one interaction."""
        self.seen.append(
            {
                "test": self.test,
                "live": _request(live),
                "recorded": None if recorded is None else _request(recorded),
                "response": _response(response),
            }
        )

    @contextmanager
    def open(self) -> Iterator["Tap"]:
        """Tap while inside; what was patched is put back."""
        from vcr.cassette import Cassette

        names = ("play_response", "append", "_load")
        before = {name: getattr(Cassette, name) for name in names}
        loading: set[int] = set()
        patched = (
            _playing(self, before["play_response"]),
            _appending(self, before["append"], loading),
            _loading(before["_load"], loading),
        )
        for name, method in zip(names, patched, strict=True):
            setattr(Cassette, name, method)
        try:
            yield self
        finally:
            for name, method in before.items():
                setattr(Cassette, name, method)


Method = Callable[..., object]


def _playing(tap: Tap, play_response: Method) -> Method:
    def play(cassette: object, request: object) -> object:
        counts: Counter[int] = cassette.play_counts  # type: ignore[attr-defined]
        before = Counter(counts)
        response = play_response(cassette, request)
        played = next((at for at in counts if counts[at] != before[at]), None)
        recorded = None if played is None else cassette.data[played][0]  # type: ignore[attr-defined]
        tap.took(request, recorded, response)
        return response

    return play


def _appending(tap: Tap, append: Method, loading: set[int]) -> Method:
    def appended(cassette: object, request: object, response: object) -> object:
        result = append(cassette, request, response)
        if id(cassette) not in loading:
            tap.took(request, None, response)
        return result

    return appended


def _loading(load: Method, loading: set[int]) -> Method:
    def loaded(cassette: object) -> object:
        loading.add(id(cassette))
        try:
            return load(cassette)
        finally:
            loading.discard(id(cassette))

    return loaded


def _request(request: object) -> Seen:
    """Method, address without its query (which may hold a key), and body; no headers."""
    uri = str(getattr(request, "uri", ""))
    return {
        "method": str(getattr(request, "method", "POST")),
        "uri": uri.split("?")[0],
        "body": {"base64_string": _based(getattr(request, "body", None))},
    }


def _response(response: object) -> Seen:
    found = response if isinstance(response, Mapping) else {}
    body, headers = found.get("body"), found.get("headers")
    return {
        "status": found.get("status"),
        "headers": {
            name.lower(): value if isinstance(value, str) else [str(one) for one in value]
            for name, value in (headers.items() if isinstance(headers, Mapping) else ())
            if name.lower() in _KEPT_HEADERS
        },
        "body": {"base64_string": _based(body.get("string") if isinstance(body, Mapping) else None)},
    }


def _based(body: object) -> str:
    if isinstance(body, str):
        body = body.encode("utf-8", "surrogatepass")
    return base64.b64encode(body).decode() if isinstance(body, bytes | bytearray) else ""
