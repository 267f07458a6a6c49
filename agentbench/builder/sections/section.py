"""A section: a pure function of the turn's context that returns a block's text, or nothing."""

from collections.abc import Callable
from dataclasses import dataclass

from agentbench.builder.block import Tier
from agentbench.builder.layout import Clock
from agentbench.builder.profile import Profile
from agentbench.builder.session import Moment


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnContext:
    """Everything that a section may look at."""

    profile: Profile
    moment: Moment
    clock: Clock
    family: str | None
    """The model's family (`claude`, `gpt` ...), from its card."""
    tool_names: tuple[str, ...]
    """Names of the tools that the model is shown, deferred ones excluded."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    """A named piece of prompt and how it is made."""

    name: str
    tier: Tier
    """The tier that it has unless a layout says otherwise."""
    depends_on: tuple[str, ...]
    """What its text is made from: fields of the profile, of the moment, or `tools`, `family`, `clock`."""
    render: Callable[[TurnContext], str | None]
