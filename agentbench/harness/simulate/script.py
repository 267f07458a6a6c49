"""The words of a simulated model: what the scenario's script says at a turn and step."""

from collections.abc import Mapping
from dataclasses import dataclass

from agentbench.builder.scenario import Scenario, Step


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """One scripted model call."""

    id: str
    """Unique within the scenario; ids of answers and calls are made from it."""
    step: Step

    def call_id(self, number: int) -> str:
        """The id of the step's n-th tool call."""
        return f"{self.id}-call{number}"

    @property
    def calls(self) -> tuple[tuple[str, str, Mapping[str, object]], ...]:
        """The step's tool calls as (id, name, arguments)."""
        return tuple((self.call_id(n), call.tool, call.args) for n, call in enumerate(self.step.calls))


def line(scenario: Scenario, turn: int, step: int) -> Line:
    """What the script says there; a turn that goes on past its script says its last words again."""
    steps = scenario.turns[turn].steps
    return Line(id=f"{scenario.name}-{turn}-{step}", step=steps[min(step, len(steps) - 1)])
