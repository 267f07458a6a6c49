"""What is true at each turn of a scenario: the state that events have left behind."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from agentbench.builder.profile import Profile
from agentbench.builder.scenario import Event, Scenario


@dataclass(frozen=True, slots=True, kw_only=True)
class Moment:
    """What the agent could know when a turn starts."""

    turn: int
    now: datetime
    memory: tuple[str, ...]
    world: Mapping[str, str]
    directive: str | None
    """An order for this turn alone."""


def moments(profile: Profile, scenario: Scenario) -> tuple[Moment, ...]:
    """The state at the start of each turn, the turn's own events applied."""
    found = []
    moment = Moment(
        turn=-1, now=scenario.start, memory=profile.memory, world=dict(profile.world), directive=None
    )
    for number, turn in enumerate(scenario.turns):
        moment = Moment(
            turn=number,
            now=moment.now + timedelta(seconds=turn.after_seconds),
            memory=moment.memory,
            world=moment.world,
            directive=None,
        )
        for event in turn.events:
            moment = _after(moment, event)
        found.append(moment)
    return tuple(found)


def _after(moment: Moment, event: Event) -> Moment:
    memory, world, directive = moment.memory, moment.world, moment.directive
    if event.kind == "memory" and event.text:
        memory = (*memory, event.text)
    elif event.kind == "world":
        world = {**world, **event.set}
    elif event.kind == "directive":
        directive = event.text
    return Moment(turn=moment.turn, now=moment.now, memory=memory, world=world, directive=directive)
