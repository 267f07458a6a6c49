"""One request map and one response map, as recorders in many languages spell them, to an interaction."""

import base64
import binascii
from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

from agentbench.errors import Unreadable
from agentbench.tape.cassettes.body import as_bytes
from agentbench.tape.cassettes.headers import flat
from agentbench.tape.cassettes.tape import Interaction, Unread
from agentbench.tape.wire import fields


def interaction(
    recorder: str, sent: object, answered: object, *, byte_exact: bool = True, recorded_at: object = None
) -> Interaction | Unread:
    """The interaction, or why it could not be read (with the recorder's name, and its place kept)."""
    broken = next((part for part in (sent, answered) if isinstance(part, Unread)), None)
    if broken is not None:
        return Unread(reason=f"{recorder}: {broken.reason}")
    if not isinstance(sent, dict) or not sent:
        return Unread(reason=f"{recorder}: interaction without a request")
    try:
        found = _interaction(sent, fields.members(answered))
    except Unreadable as error:
        return Unread(reason=f"{recorder}: {error}")
    return replace(found, byte_exact=found.byte_exact and byte_exact, sent_at=mail_date(recorded_at))


def mail_date(value: object) -> datetime | None:
    """A date as in mail and HTTP headers, in UTC; None where it is none."""
    try:
        found = parsedate_to_datetime(value if isinstance(value, str) else "")
    except (ValueError, TypeError, OverflowError):
        return None
    return found.replace(tzinfo=UTC) if found.tzinfo is None else found.astimezone(UTC)


def _interaction(sent: Mapping[str, object], answered: Mapping[str, object]) -> Interaction:
    request_body, byte_exact = _body(sent)
    return Interaction(
        method=_upper(sent.get("method")),
        uri=next((url for key in ("uri", "url", "path") if (url := fields.filled(sent.get(key)))), None),
        request_headers=flat(sent.get("headers", sent.get("header"))),
        request_body=request_body,
        status=_status(answered),
        response_headers=flat(answered.get("headers", answered.get("header"))),
        response_body=_body(answered)[0],
        byte_exact=byte_exact,
    )


def _body(message: Mapping[str, object]) -> tuple[bytes, bool]:
    """The bytes of a body, and whether they are those of the wire."""
    body = message.get("body")
    if isinstance(body, dict):
        if "base64_string" in body:
            return _unbased(body["base64_string"]), True
        body = body.get("string", body if "encoding" not in body else None)
    if body is None and message.get("parsed_body") is not None:
        return as_bytes(message["parsed_body"])[0], False
    if body is None:
        body = message.get("content")
    if message.get("body_encoding") == "base64":
        return _unbased(body), True
    return as_bytes(body)


def _unbased(value: object) -> bytes:
    try:
        return base64.b64decode(as_bytes(value)[0])
    except (binascii.Error, ValueError) as error:
        raise Unreadable(f"body is broken base64 ({error})") from error


def _status(answered: Mapping[str, object]) -> int | None:
    """The status code, wherever it stands: `status.code`, `code`, `status_code` or `status`."""
    status = answered.get("status")
    places = [fields.members(status).get("code"), answered.get("code"), answered.get("status_code"), status]
    return next((code for place in places if (code := fields.count(place)) is not None), None)


def _upper(method: object) -> str | None:
    found = fields.filled(method)
    return found.upper() if found else None
