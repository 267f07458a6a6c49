"""Rules that come with the session: what the calling program says, and the workspace's project file."""

from agentbench.builder.context import limit_characters, scan, shortened
from agentbench.builder.sections.section import Section, TurnContext, titled

TITLE = "Rules of this workspace"


def caller_message(context: TurnContext) -> str | None:
    """What the calling program adds to every prompt of the session, word for word."""
    message = context.profile.caller_message
    return message.strip() or None if message else None


def project_file(context: TurnContext) -> str | None:
    """The workspace's own rules: scanned as a whole, then cut to the room that the model's window leaves."""
    text = context.moment.project_file
    if context.profile.delegated or not text or not text.strip():
        return None
    limit = limit_characters(context.window)
    return titled(TITLE, shortened(scan(text.strip()).text, limit, "The project file"))


def workspace_rules(context: TurnContext) -> str | None:
    """The same rules as one of the stable layers: only where somebody reads along. Source: personal-agent.md 1."""
    return project_file(context) if context.profile.interactive else None


def project_edited(context: TurnContext) -> str | None:
    """The rules as they are now, where somebody has edited them since the context tier was rendered."""
    before = context.built or context.moment
    if before.project_file == context.moment.project_file:
        return None
    now = project_file(context)
    return f"{now}\n(These have changed; they replace the earlier ones.)" if now else None


_DEPENDS = ("moment.project_file", "profile.delegated", "window")
SECTIONS = (
    Section(
        name="caller_message",
        tier="context",
        depends_on=("profile.caller_message",),
        render=caller_message,
    ),
    Section(name="project_file", tier="context", depends_on=_DEPENDS, render=project_file),
    Section(
        name="workspace_rules",
        tier="stable",
        depends_on=(*_DEPENDS, "profile.interactive"),
        render=workspace_rules,
    ),
    Section(name="project_edited", tier="volatile", depends_on=(*_DEPENDS, "built"), render=project_edited),
)
