"""Who the agent is and whom it works for: identity, user context, response style."""

from agentbench.builder.sections.section import Section, TurnContext


def identity(context: TurnContext) -> str:
    """The agent's identity, in the profile's words."""
    return context.profile.identity.strip()


def user_context(context: TurnContext) -> str:
    """The user's name, language, time zone, priorities and rules."""
    user = context.profile.user
    lines = [
        "# The person you work for",
        f"Name: {user.name}. Time zone: {user.time_zone}. Answer in {user.language}.",
    ]
    if user.priorities:
        lines.append("What matters to them, most important first:")
        lines += [f"- {priority}" for priority in user.priorities]
    if user.rules:
        lines.append("How they want to be talked to:")
        lines += [f"- {rule}" for rule in user.rules]
    return "\n".join(lines)


def response_style(context: TurnContext) -> str | None:
    """How long and in what form answers should be."""
    style = context.profile.style
    return f"# Form of your answers\n{style.strip()}" if style else None


SECTIONS = (
    Section(name="identity", tier="stable", depends_on=("profile.identity",), render=identity),
    Section(name="user_context", tier="stable", depends_on=("profile.user",), render=user_context),
    Section(name="response_style", tier="stable", depends_on=("profile.style",), render=response_style),
)
