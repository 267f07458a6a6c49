"""One HTTP interaction, read: which wire format it speaks, what was asked, what came back."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from agentbench.errors import NotFound, Unreadable
from agentbench.tape.exchange import Request
from agentbench.tape.wire import address, dialects, endpoints, fields, plausible, sniff, streams
from agentbench.tape.wire.protocol import Parsed, Wire

_READING = ("GET", "DELETE")


def parse(
    url: str | None,
    method: str | None,
    request_body: bytes | None,
    status: int | None,
    response_headers: Mapping[str, str],
    response_body: bytes | None,
    byte_exact: bool = True,
) -> Parsed:
    """What one interaction was; never raises for bad content: that becomes `unreadable` with a reason.

    Bodies are plain (already decompressed); header names are lower-case. A model call needs a request or a
    response of a known wire format; the host is only a hint for `provider`.
    """
    asked = _value(request_body)
    reason = None if sniff.addressed(url) else endpoints.set_aside(url, asked)
    if reason is not None:
        return Parsed(kind="set_aside", reason=reason)
    answered = streams.values(response_body or b"").values
    wire = sniff.wire_of(url, asked, answered)
    if wire is None:
        return Parsed(kind="set_aside", reason=endpoints.unknown(url, method, bool(answered)))
    if not request_body and (method or "").upper() in _READING and sniff.addressed(url) is None:
        return Parsed(kind="set_aside", reason=f"{method}: reads a stored answer, no model call")
    try:
        return _read(wire, url, request_body, status, response_headers, answered, byte_exact)
    except (Unreadable, RecursionError) as error:
        return Parsed(kind="unreadable", reason=f"{wire.NAME}: {error}", wire=wire.NAME)


def request(wire_name: str, body: bytes, byte_exact: bool = True) -> Request:
    """The request that `body` is on a named wire.

    Raises `NotFound` for an unknown name, `Unreadable` for a bad body.
    """
    wire = sniff.named(wire_name)
    if wire is None:
        known = ", ".join(one.NAME for one in sniff.WIRES)
        raise NotFound(f"wire format {wire_name!r} is not known; known are {known}")
    return wire.request(body, byte_exact)


def _read(
    wire: Wire,
    url: str | None,
    request_body: bytes | None,
    status: int | None,
    headers: Mapping[str, str],
    answered: Sequence[object],
    byte_exact: bool,
) -> Parsed:
    response = wire.response(status, headers, answered)
    request = wire.request(request_body, byte_exact) if request_body else None
    if request is not None:
        request = _addressed(request, url, response.model)
    model = request.model if request is not None else response.model
    provider = dialects.provider_of(url, wire.NAME, model, answered)
    return Parsed(
        kind="model_call",
        wire=wire.NAME,
        provider=provider,
        request=request,
        response=plausible.flagged(wire.NAME, provider, response),
    )


def _addressed(request: Request, url: str | None, reported: str | None) -> Request:
    """The request with what its body does not tell: the model and the stream from its URL, else the model reported."""
    path = endpoints.path_of(url)
    model = request.model or address.model_in(path) or reported
    return replace(request, model=model, stream=request.stream or address.streams_at(path))


def _value(body: bytes | None) -> object:
    try:
        return fields.load(body) if body else None
    except Unreadable:
        return None
