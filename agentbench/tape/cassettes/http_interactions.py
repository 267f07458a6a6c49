"""VCR of Ruby and vcr of R: `http_interactions`, bodies under `string` or `base64_string`, with `recorded_at`."""

from collections.abc import Iterator

from agentbench.tape.cassettes import http
from agentbench.tape.cassettes.tape import Interaction, Unread
from agentbench.tape.wire import fields

NAME = "ruby_vcr or r_vcr"


def recognises(document: object) -> bool:
    """A mapping with a list `http_interactions`."""
    return isinstance(fields.members(document).get("http_interactions"), list)


def interactions(document: object) -> Iterator[Interaction | Unread]:
    """Every interaction in order; one that cannot be read is an `Unread` in its place."""
    for item in fields.items(fields.members(document).get("http_interactions")):
        if isinstance(item, Unread):
            yield http.interaction(NAME, item, None)
            continue
        found = fields.members(item)
        yield http.interaction(
            NAME, found.get("request"), found.get("response"), recorded_at=found.get("recorded_at")
        )
