"""Which recorder wrote a file: every recorder has a module with `NAME`, `recognises` and `interactions`."""

from collections.abc import Iterator, Sequence
from typing import Protocol

from agentbench.tape.cassettes import (
    http_interactions,
    httpmock,
    nock,
    single_request,
    unsupported,
    vcrpy,
    vcrpy_split_lists,
)
from agentbench.tape.cassettes.tape import Interaction, Unread


class Recorder(Protocol):
    """One recorder's form of cassette."""

    @property
    def NAME(self) -> str:  # noqa: N802 - a module's constant
        """The recorder's name, `vcrpy`."""

    def recognises(self, document: object) -> bool:
        """Whether a loaded document is of this form."""

    def interactions(self, document: object) -> Iterator[Interaction | Unread]:
        """Every interaction in order; one that cannot be read is an `Unread` in its place."""


# `unsupported` first: its signs are the most particular. go-vcr differs from vcrpy in spelling only (`url`, `code`).
RECORDERS: tuple[Recorder, ...] = (
    unsupported,
    vcrpy,
    vcrpy_split_lists,
    http_interactions,
    httpmock,
    single_request,
    nock,
)


def interactions(documents: Sequence[object]) -> list[Interaction | Unread] | None:
    """All interactions of a file's documents, or None where no recorder knows the form of any."""
    found: list[Interaction | Unread] = []
    known = False
    for document in documents:
        recorder = next((one for one in RECORDERS if one.recognises(document)), None)
        if recorder is not None:
            known = True
            found += recorder.interactions(document)
        elif isinstance(document, Unread):
            found.append(document)
    return found if known else None
