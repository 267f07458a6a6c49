"""Rust's httpmock: one YAML document per interaction, `when` and `then`, no host, keys of bodies sorted."""

from collections.abc import Iterator

from agentbench.tape.cassettes import http
from agentbench.tape.cassettes.tape import Interaction, Unread
from agentbench.tape.wire import fields

NAME = "httpmock"


def recognises(document: object) -> bool:
    """A mapping with `when` and `then`."""
    return {"when", "then"} <= fields.members(document).keys()


def interactions(document: object) -> Iterator[Interaction | Unread]:
    """The document's one interaction."""
    found = fields.members(document)
    yield http.interaction(NAME, found.get("when"), found.get("then"), byte_exact=False)
