"""A section: a pure function of the turn's context that returns a block's text, or nothing."""

from collections.abc import Callable
from dataclasses import dataclass, field

from agentbench.builder.block import Tier
from agentbench.builder.gates import Decision
from agentbench.builder.guidance.gate import GuidanceGate
from agentbench.builder.hints import Overrides
from agentbench.builder.layout import Clock
from agentbench.builder.profile import Profile
from agentbench.builder.session import Moment


@dataclass(frozen=True, slots=True, kw_only=True)
class Given:
    """What the caller of the builder knows beside profile, scenario and layout: one value for a whole session."""

    model: str | None = None
    """The model id of the arm; None where only its family is known."""
    window: int | None = None
    """Its context window in tokens; the room for the project file grows with it."""
    skills_index: str | None = None
    """The block that lists the skills, as `agentbench.builder.skills` writes it."""
    deferred_names: str | None = None
    """The names of deferred tools, one a line, where the presentation shows them."""
    gated: tuple[Decision, ...] = ()
    """What gates took away from this session."""
    hints: Overrides = field(default_factory=Overrides)
    """Overrides of platform hints."""
    session: str | None = None
    """The session's name, where the layout shows it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnContext:
    """Everything that a section may look at."""

    profile: Profile
    moment: Moment
    clock: Clock
    family: str | None
    """The family (`claude`, `gpt` ...) on the card of the model that answers this turn."""
    tool_names: tuple[str, ...]
    """Names of the tools that the model is shown, deferred ones excluded."""
    gate: GuidanceGate = "auto"
    """The layout's guidance gate."""
    model: str | None = None
    """The id of the model that answers this turn."""
    window: int | None = None
    """Its context window in tokens; the room for the project file grows with it."""
    built: Moment | None = None
    """The moment at which the context tier was rendered; None where that is this moment."""
    given: Given = field(default_factory=Given)

    def has(self, *names: str) -> bool:
        """Whether the model is shown one of these tools."""
        return any(name in self.tool_names for name in names)


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    """A named piece of prompt and how it is made."""

    name: str
    tier: Tier
    """The tier that it has unless a layout says otherwise."""
    depends_on: tuple[str, ...]
    """What its text is made from: fields of the profile, of the moment, of what is given, or `tools`, `family`,
    `clock`, `gate`, `model`, `window`, `built`."""
    render: Callable[[TurnContext], str | None]


def titled(title: str, text: str | None) -> str | None:
    """A text under its title; None where there is no text but blanks."""
    return f"# {title}\n{text.strip()}" if text and text.strip() else None


def listed(title: str, lines: tuple[str, ...]) -> str | None:
    """Lines as a list under a title; None where there are none."""
    return "\n".join([f"# {title}", *(f"- {line}" for line in lines)]) if lines else None
