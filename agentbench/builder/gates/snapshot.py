"""The tools of a run, frozen when it starts: neither the run nor a replay of it asks live state again."""

from dataclasses import dataclass

from pydantic import TypeAdapter, ValidationError

from agentbench.builder.gates.decision import Decision
from agentbench.builder.tools.tool import Tool
from agentbench.errors import BadInput


@dataclass(frozen=True, slots=True, kw_only=True)
class Snapshot:
    """What a run may use, complete: deferral is only how it is shown."""

    tools: tuple[Tool, ...]
    """The gated tools."""
    removed: tuple[Decision, ...]
    deferred: bool
    """What `decide` answered when the run began."""


_SNAPSHOT = TypeAdapter(Snapshot)


def to_json(snapshot: Snapshot) -> str:
    """The snapshot as JSON text, without loss and with stable bytes."""
    return _SNAPSHOT.dump_json(snapshot).decode()


def from_json(text: str) -> Snapshot:
    """The snapshot that `to_json` wrote.

    Raises:
        BadInput: the text is no snapshot.
    """
    try:
        return _SNAPSHOT.validate_json(text)
    except ValidationError as error:
        first = error.errors()[0]
        at = ".".join(map(str, first["loc"])) or "the text"
        raise BadInput(f"snapshot of tools: at {at}, {first['msg']}; give text that to_json wrote") from error
