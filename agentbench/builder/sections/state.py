"""What changes while a session runs: the world, the summary of what was said, blocked tools, the clock, the session."""

from agentbench.builder.gates import Gate
from agentbench.builder.sections.section import Section, TurnContext, listed, titled

MOST_EVENTS = 4
"""Happenings that the known world state shows, the newest. Source: personal-agent.md 1, layer 17."""

GOVERNANCE: frozenset[Gate] = frozenset({"tier", "untrusted", "tag", "dropped"})
"""Gates whose decisions the model is told of."""

_CLOCK = {"date": "%A, %d %B %Y", "minute": "%A, %d %B %Y, %H:%M", "second": "%A, %d %B %Y, %H:%M:%S"}
_DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_MONTHS = (
    *("January", "February", "March", "April", "May", "June", "July"),
    *("August", "September", "October", "November", "December"),
)


def world_state(context: TurnContext) -> str | None:
    """Facts known about the entities that matter now, by code-point order of their names, and what goes with them."""
    moment, profile = context.moment, context.profile
    lines = [f"- {entity}: {facts}" for entity, facts in sorted(moment.world.items())]
    groups = (
        ("Belonging together", moment.relations),
        ("Wanted by the owner", profile.preferences if lines else ()),
        ("Happened lately", moment.happenings[-MOST_EVENTS:]),
    )
    for title, entries in groups:
        if entries:
            lines += [f"{title}:", *(f"- {entry}" for entry in entries)]
    return "\n".join(["# Known state of the world", *lines]) if lines else None


def compression_summary(context: TurnContext) -> str | None:
    """What is left of the conversation before it was compressed."""
    return titled("What was said before", context.moment.summary)


def gate_note(context: TurnContext) -> str | None:
    """Tools that governance took away from this session and why, and servers that do not answer now.

    A tool that is not installed, or that the user switched off, is not worth a line.
    """
    gone = [
        f"{decision.tool} ({decision.gate}): {decision.reason}"
        for decision in sorted(context.given.gated, key=lambda each: (each.tool, each.gate))
        if decision.gate in GOVERNANCE
    ]
    gone += [f"{name} (connection): its server does not answer" for name in context.moment.toolsets_lost]
    note = listed("Not available now", tuple(gone))
    return (
        f"{note}\nSay so when a request needs one of these; do not look for a way around." if note else None
    )


def clock(context: TurnContext) -> str | None:
    """Date and time at the layout's granularity, in the scenario's zone; English names under every locale."""
    now = context.moment.now
    if context.clock == "none":
        return None
    # strftime's %A and %B follow the process's locale, and prompt bytes must not
    pattern = _CLOCK[context.clock].replace("%A", _DAYS[now.weekday()]).replace("%B", _MONTHS[now.month - 1])
    return f"Now: {now.strftime(pattern)} ({now.strftime('%z')})"


def session_lines(context: TurnContext) -> str | None:
    """Session, model and provider, one line each, as far as they are known."""
    provider, colon, name = (context.model or "").rpartition(":")
    lines = (
        f"Session: {context.given.session}" if context.given.session else None,
        f"Model: {name}" if name else None,
        f"Provider: {provider}" if colon else None,
    )
    return "\n".join(line for line in lines if line) or None


SECTIONS = (
    Section(
        name="world_state",
        tier="volatile",
        depends_on=("moment.world", "moment.relations", "moment.happenings", "profile.preferences"),
        render=world_state,
    ),
    Section(
        name="compression_summary",
        tier="volatile",
        depends_on=("moment.summary",),
        render=compression_summary,
    ),
    Section(
        name="gate_note",
        tier="volatile",
        depends_on=("given.gated", "moment.toolsets_lost"),
        render=gate_note,
    ),
    Section(name="clock", tier="volatile", depends_on=("moment.now", "clock"), render=clock),
    Section(
        name="session_lines", tier="volatile", depends_on=("given.session", "model"), render=session_lines
    ),
)
