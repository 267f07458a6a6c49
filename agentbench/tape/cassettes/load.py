"""A cassette as a tape: the raw bytes of every interaction, for replay."""

from pathlib import Path

from agentbench.errors import Unreadable
from agentbench.tape.cassettes.read import contents
from agentbench.tape.cassettes.tape import Interaction, Tape


def load(path: Path) -> Tape:
    """The tape in a cassette of ours or in any other recording.

    Raises `Unreadable` where the file or one of its interactions cannot be read: a replay with a hole in it
    would ask the wrong thing of the model.
    """
    header, found = contents(path)
    interactions: list[Interaction] = []
    for index, item in enumerate(found):
        if not isinstance(item, Interaction):
            raise Unreadable(
                f"cassette {path.name!r}: interaction {index} cannot be read ({item.reason}); record it again"
            )
        interactions.append(item)
    return Tape(header=header, interactions=tuple(interactions))
