"""What changes while a session runs: memory, known world state, directives for one turn, the clock."""

from agentbench.builder.sections.section import Section, TurnContext

_CLOCK = {"date": "%A, %d %B %Y", "minute": "%A, %d %B %Y, %H:%M", "second": "%A, %d %B %Y, %H:%M:%S"}
_DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_MONTHS = (
    *("January", "February", "March", "April", "May", "June", "July"),
    *("August", "September", "October", "November", "December"),
)


def memory(context: TurnContext) -> str | None:
    """What was remembered, oldest first."""
    lines = [f"- {line}" for line in context.moment.memory]
    return "\n".join(["# What you remember", *lines]) if lines else None


def world_state(context: TurnContext) -> str | None:
    """Facts known about the entities that matter now, in code-point order of their names."""
    lines = [f"- {entity}: {facts}" for entity, facts in sorted(context.moment.world.items())]
    return "\n".join(["# Known state of the world", *lines]) if lines else None


def directive(context: TurnContext) -> str | None:
    """An order that holds for this turn alone."""
    text = context.moment.directive
    return f"# For this answer only\n{text.strip()}" if text else None


def clock(context: TurnContext) -> str | None:
    """Date and time at the layout's granularity, in the scenario's zone; English names under every locale."""
    now = context.moment.now
    if context.clock == "none":
        return None
    # strftime's %A and %B follow the process's locale, and prompt bytes must not
    pattern = _CLOCK[context.clock].replace("%A", _DAYS[now.weekday()]).replace("%B", _MONTHS[now.month - 1])
    return f"Now: {now.strftime(pattern)} ({now.strftime('%z')})"


SECTIONS = (
    Section(name="memory", tier="volatile", depends_on=("moment.memory",), render=memory),
    Section(name="world_state", tier="volatile", depends_on=("moment.world",), render=world_state),
    Section(name="directive", tier="volatile", depends_on=("moment.directive",), render=directive),
    Section(name="clock", tier="volatile", depends_on=("moment.now", "clock"), render=clock),
)
