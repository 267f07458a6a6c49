"""What the agent remembers: memory, user profile, a memory service beside them. A sub-agent remembers nothing."""

from agentbench.builder.context import MEMORY_LIMIT, USER_LIMIT, snapshot
from agentbench.builder.sections.section import Section, TurnContext, titled


def memory(context: TurnContext) -> str | None:
    """What was remembered, oldest first."""
    return _store(context, "What you remember", context.moment.memory, MEMORY_LIMIT)


def user_profile(context: TurnContext) -> str | None:
    """What was learned about the user, oldest first."""
    return _store(context, "What you know about the user", context.moment.user_known, USER_LIMIT)


def external_memory(context: TurnContext) -> str | None:
    """What a memory service knows, as it told it when the session started."""
    return (
        None
        if context.profile.delegated
        else titled("From the memory service", context.profile.external_memory)
    )


def _store(context: TurnContext, title: str, kept: tuple[str, ...], limit: int) -> str | None:
    shown = None if context.profile.delegated else snapshot(kept, limit)
    if shown is None:
        return None
    lines = [f"# {title}", *(f"- {entry}" for entry in shown.entries)]
    # how full the store is matters only when it is: a figure that moves with every write would say nothing else
    if shown.used_characters > shown.limit:
        lines.append(
            f"(The store is over its limit: {shown.usage}. Merge or drop entries before you add one.)"
        )
    return "\n".join(lines)


SECTIONS = (
    Section(name="memory", tier="volatile", depends_on=("moment.memory", "profile.delegated"), render=memory),
    Section(
        name="user_profile",
        tier="volatile",
        depends_on=("moment.user_known", "profile.delegated"),
        render=user_profile,
    ),
    Section(
        name="external_memory",
        tier="volatile",
        depends_on=("profile.external_memory", "profile.delegated"),
        render=external_memory,
    ),
)
