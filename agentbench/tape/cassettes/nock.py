"""Node's nock: a JSON array of interactions, event streams in hex, other bodies as parsed JSON."""

from collections.abc import Iterator, Mapping

from agentbench.tape.cassettes import http
from agentbench.tape.cassettes.tape import Interaction, Unread
from agentbench.tape.wire import fields

NAME = "nock"


def recognises(document: object) -> bool:
    """An array of objects with a `scope` (the host)."""
    return any("scope" in item and "path" in item for item in fields.objects(document))


def interactions(document: object) -> Iterator[Interaction | Unread]:
    """Every item in order; one that cannot be read is an `Unread` in its place."""
    for item in fields.items(document):
        found = fields.members(item)
        sent = {
            "method": found.get("method"),
            "url": f"{found.get('scope')}{found.get('path')}",
            "headers": found.get("reqheaders"),
            "body": found.get("body"),
        }
        yield http.interaction(NAME, sent if found else None, _answered(found))


def _answered(found: Mapping[str, object]) -> Mapping[str, object]:
    """The response: a body that is hex where the recorder says so, and headers as a flat list of pairs."""
    raw = fields.items(found.get("rawHeaders"))
    return {
        "status": found.get("status"),
        "headers": {str(name): value for name, value in zip(raw[::2], raw[1::2], strict=False)},
        "body": _body(found.get("response"), found.get("responseIsBinary") is True),
    }


def _body(response: object, binary: bool) -> object:
    text = fields.text(response)
    if not binary or text is None:
        return {"string": response}
    try:
        return bytes.fromhex(text)
    except ValueError:
        return text
