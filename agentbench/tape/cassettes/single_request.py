"""One request per file, as the ddapm test agent writes it: `{"request": {...}, "response": {...}}`."""

from collections.abc import Iterator

from agentbench.tape.cassettes import http
from agentbench.tape.cassettes.tape import Interaction, Unread
from agentbench.tape.wire import fields

NAME = "single_request_json"


def recognises(document: object) -> bool:
    """A mapping with a request that has a method, and a response."""
    found = fields.members(document)
    return "method" in fields.members(found.get("request")) and "response" in found


def interactions(document: object) -> Iterator[Interaction | Unread]:
    """The file's one interaction."""
    found = fields.members(document)
    yield http.interaction(NAME, found.get("request"), found.get("response"))
