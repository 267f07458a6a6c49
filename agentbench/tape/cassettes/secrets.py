"""No key, token or cookie is ever written into a cassette.

Headers outside the allow-list are dropped before; what is left (URLs, allowed headers, bodies, also inside
compressed bodies and event streams) is searched for the forms of `secret_forms`.
"""

import base64
import binascii
import json
from collections.abc import Iterator
from urllib.parse import unquote_plus

from agentbench.errors import SecretFound, Unreadable
from agentbench.tape.cassettes.body import plain
from agentbench.tape.cassettes.headers import allowed
from agentbench.tape.cassettes.random_fields import random_values
from agentbench.tape.cassettes.secret_forms import FORMS
from agentbench.tape.cassettes.tape import Interaction
from agentbench.tape.wire import fields, streams
from agentbench.tape.wire.eventstream import is_eventstream


def refuse(interaction: Interaction, where: str) -> None:
    """Raise `SecretFound` where the interaction holds a secret; the message says where, and never shows it."""
    for part, text in _texts(interaction):
        found = secret_in(text)
        if found is not None:
            raise SecretFound(
                f"{where}: the {part} holds what looks like a secret ({found}); nothing was written: remove it "
                "from what is sent, then record again"
            )


def secret_in(text: str) -> str | None:
    """What kind of secret a text holds, or None."""
    for name, form in FORMS:
        if any(not _readable(found[0]) for found in form.finditer(text)):
            return name
    return None


def _readable(found: str) -> bool:
    """Whether what was found is short plain text in Base64, which looks like a bare key."""
    try:
        return base64.b64decode(found, validate=True).decode("ascii").isprintable()
    except (binascii.Error, ValueError):
        return False


def _texts(interaction: Interaction) -> Iterator[tuple[str, str]]:
    uri = interaction.uri or ""
    yield "URL", f"{uri}\n{unquote_plus(uri)}"
    for part, headers in (
        ("request", interaction.request_headers),
        ("response", interaction.response_headers),
    ):
        yield f"{part} headers", "\n".join(allowed(headers).values())
    yield "request body", _searchable(interaction.request_body)
    yield "response body", _searchable(interaction.response_body)


def _searchable(body: bytes) -> str:
    """A body as text, without the random values of known fields; decoded where Base64 or escapes hide letters."""
    try:
        body = plain(body)
    except Unreadable:
        return body.decode("latin-1")
    values = streams.values(body).values
    text = body.decode("utf-8", "replace")
    if is_eventstream(body) or b"\\u00" in body:
        text += "\n".join(fields.dump(value).decode() for value in values)
    for value in sorted(set(random_values(values)), key=len, reverse=True):
        text = text.replace(json.dumps(value)[1:-1], "").replace(value, "") if value else text
    return text
