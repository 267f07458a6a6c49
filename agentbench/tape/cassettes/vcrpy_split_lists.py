"""vcrpy cassettes with `requests` and `responses` in two lists, as LangChain's suite writes them (gzipped)."""

from collections.abc import Iterator
from itertools import zip_longest

from agentbench.tape.cassettes import http
from agentbench.tape.cassettes.tape import Interaction, Unread
from agentbench.tape.wire import fields

NAME = "vcrpy_split_lists"


def recognises(document: object) -> bool:
    """A mapping with both lists."""
    found = fields.members(document)
    return isinstance(found.get("requests"), list) and isinstance(found.get("responses"), list)


def interactions(document: object) -> Iterator[Interaction | Unread]:
    """Every request with the response of the same place; either may be missing."""
    found = fields.members(document)
    for sent, answered in zip_longest(
        fields.items(found.get("requests")), fields.items(found.get("responses"))
    ):
        yield http.interaction(NAME, sent, answered)
