"""What is true at each turn of a scenario: the state that events have left behind."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, time, timedelta

from agentbench.builder.profile import Profile
from agentbench.builder.scenario import Event, EventKind, Scenario


@dataclass(frozen=True, slots=True, kw_only=True)
class Moment:
    """What the agent could know when a turn starts."""

    turn: int
    now: datetime
    memory: tuple[str, ...]
    world: Mapping[str, str]
    directive: str | None
    """An order for this turn alone."""
    user_known: tuple[str, ...] = ()
    """What is known about the user."""
    relations: tuple[str, ...] = ()
    happenings: tuple[str, ...] = ()
    """What happened in the world, oldest first."""
    goal: str | None = None
    title_wanted: bool = False
    redirected: bool = False
    """Coding is to be moved to the coding surface in this turn."""
    side_query: str | None = None
    mode: str | None = None
    project_file: str | None = None
    new_skills: Mapping[str, str] = field(default_factory=dict)
    """Skills installed since the session started: name to description."""
    toolsets_lost: tuple[str, ...] = ()
    """Toolsets whose server does not answer, in code-point order."""
    toolsets_reordered: tuple[str, ...] = ()
    """Toolsets whose server lists its tools the other way round, in code-point order."""
    summary: str | None = None
    """What is left of the conversation before the latest compression."""
    model: str | None = None
    """The model id that was switched to; None for the arm's own."""
    events: tuple[EventKind, ...] = ()
    """Kinds of what happened before this turn."""

    @property
    def compressed(self) -> bool:
        """Whether the conversation before this turn is replaced by its summary."""
        return "compression" in self.events


def moments(profile: Profile, scenario: Scenario) -> tuple[Moment, ...]:
    """The state at the start of each turn, the turn's own events applied."""
    found = []
    moment = Moment(
        turn=-1,
        now=scenario.start,
        memory=profile.memory,
        world=dict(profile.world),
        directive=None,
        user_known=profile.user.known,
        relations=profile.relations,
        mode=profile.mode,
        project_file=profile.project_file,
    )
    for number, turn in enumerate(scenario.turns):
        moment = replace(
            moment,
            turn=number,
            now=moment.now + timedelta(seconds=turn.after_seconds),
            directive=None,
            title_wanted=False,
            redirected=False,
            side_query=None,
            events=tuple(event.kind for event in turn.events),
        )
        for event in turn.events:
            moment = _CHANGES[event.kind](moment, event, event.text or "")
        found.append(moment)
    return tuple(found)


def _world(moment: Moment, event: Event, _: str) -> Moment:
    return replace(
        moment,
        world={**moment.world, **event.set},
        relations=(*moment.relations, *event.relations),
        happenings=(*moment.happenings, *((event.happened,) if event.happened else ())),
    )


def _midnight(moment: Moment, event: Event, _: str) -> Moment:
    next_day = datetime.combine(moment.now.date() + timedelta(days=1), time(), moment.now.tzinfo)
    return replace(moment, now=next_day + timedelta(seconds=event.seconds or 0))


def _skill(moment: Moment, event: Event, text: str) -> Moment:
    return replace(moment, new_skills={**moment.new_skills, event.name or "": text})


def _lost(moment: Moment, event: Event, _: str) -> Moment:
    return replace(moment, toolsets_lost=tuple(sorted({*moment.toolsets_lost, event.name or ""})))


def _reordered(moment: Moment, event: Event, _: str) -> Moment:
    return replace(moment, toolsets_reordered=tuple(sorted({*moment.toolsets_reordered, event.name or ""})))


def _sub_agent(moment: Moment, event: Event, text: str) -> Moment:
    return replace(moment, happenings=(*moment.happenings, f"The sub-agent {event.name} came back: {text}"))


def _back(moment: Moment, event: Event, _: str) -> Moment:
    left = tuple(lost for lost in moment.toolsets_lost if lost != event.name)
    return replace(moment, toolsets_lost=left)


_CHANGES: Mapping[EventKind, Callable[[Moment, Event, str], Moment]] = {
    "memory": lambda moment, _, text: replace(moment, memory=(*moment.memory, text)),
    "user": lambda moment, _, text: replace(moment, user_known=(*moment.user_known, text)),
    "world": _world,
    "directive": lambda moment, _, text: replace(moment, directive=text),
    "title": lambda moment, *_: replace(moment, title_wanted=True),
    "goal": lambda moment, _, text: replace(moment, goal=text),
    "redirect": lambda moment, *_: replace(moment, redirected=True),
    "side_query": lambda moment, _, text: replace(moment, side_query=text),
    "mode": lambda moment, event, _: replace(moment, mode=event.name),
    "workspace": lambda moment, _, text: replace(moment, project_file=text),
    "skill": _skill,
    "toolset_lost": _lost,
    "toolset_back": _back,
    "toolset_reordered": _reordered,
    "sub_agent": _sub_agent,
    "idle": lambda moment, event, _: replace(moment, now=moment.now + timedelta(seconds=event.seconds or 0)),
    "midnight": _midnight,
    "compression": lambda moment, _, text: replace(moment, summary=text),
    "model_switch": lambda moment, event, _: replace(moment, model=event.name),
}
