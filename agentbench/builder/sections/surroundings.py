"""Where the agent works: platform hint, the workspace's project file."""

from agentbench.builder.sections.section import Section, TurnContext

PLATFORM_HINTS = {
    "terminal": "Answers are shown in a terminal: plain text, short lines, code in fenced blocks, no wide tables.",
    "email": "Answers are sent as email: greeting and sign-off, whole paragraphs, no Markdown.",
    "signal": "Answers are sent as Signal messages: short, no headings, no tables, at most one emoji.",
    "whatsapp": "Answers are sent as WhatsApp messages: short paragraphs, *bold* with single asterisks, no headings.",
    "matrix": "Answers are shown in a Matrix room: Markdown is rendered, code in fenced blocks.",
    "zulip": "Answers are shown in a Zulip topic: Markdown is rendered, quote what you answer to.",
}
"""Platform to a hint on how text is shown there; an unknown platform gets none."""


def platform_hint(context: TurnContext) -> str | None:
    """How text is shown where the answer goes."""
    hint = PLATFORM_HINTS.get(context.profile.platform)
    return f"# Where your answers are read\n{hint}" if hint else None


def project_file(context: TurnContext) -> str | None:
    """The workspace's own rules for whoever works in it."""
    text = context.profile.project_file
    return f"# Rules of this workspace\n{text.strip()}" if text and text.strip() else None


SECTIONS = (
    Section(name="platform_hint", tier="stable", depends_on=("profile.platform",), render=platform_hint),
    Section(name="project_file", tier="context", depends_on=("profile.project_file",), render=project_file),
)
