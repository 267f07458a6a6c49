"""What the turns of a scenario need: labels that people gave, which no cassette carries."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from agentbench.builder import Cast


@dataclass(frozen=True, slots=True, kw_only=True)
class Labels:
    """The labels of one scenario, and the tools that its session has."""

    expected: tuple[tuple[str, ...] | None, ...]
    """Per turn: the tools that it needs; () where none fits, None where nobody labelled it."""
    toolsets: Mapping[str, str]
    """Every tool of the session, shown or deferred, to its toolset."""


def labels(casts: Iterable[Cast]) -> Mapping[str, Labels]:
    """Labels by the scenario's name."""
    return {
        cast.scenario.name: Labels(
            expected=tuple(turn.expect for turn in cast.scenario.turns),
            toolsets={tool.name: tool.toolset for tool in cast.tools},
        )
        for cast in casts
    }
