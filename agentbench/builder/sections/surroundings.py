"""Where the agent works: environment, coding posture, toolchain, profile note, platform hint."""

from agentbench.builder.hints import hint
from agentbench.builder.sections.section import Section, TurnContext, titled

CODING_PLATFORMS = frozenset({"", "terminal", "cli", "tui", "acp", "desktop"})
"""Platforms on which somebody may want code written; an unnamed one may be. Source: hermes.md 10.2."""

_CODING = """# Working on code
Understand before you change: read the files, the tests and how they are run. Make the smallest change that does it, in
the style of its surroundings. Run the checks and show their result. Leave what others changed alone."""


def model_identity(context: TurnContext) -> str | None:
    """Which model this is, for the provider whose models say something else when asked. Source: hermes.md 2.1."""
    provider, _, name = (context.model or "").partition(":")
    return f"You are the model {name}; say so when you are asked." if provider == "alibaba" and name else None


def environment(context: TurnContext) -> str | None:
    """The machine and the folder that tools act on; behind another backend, nothing about the user's own."""
    found = context.profile.environment
    if found is None:
        return None
    facts = [f"Commands run in {found.backend}, not on the user's machine." if found.backend else None]
    if not found.backend:
        facts.append(f"Operating system: {found.system}.")
        facts.append(f"Home: {found.home}" if found.home else None)
    facts.append(f"Working directory: {found.folder}" if found.folder else None)
    facts.append(found.note.strip() if found.note else None)
    return titled("The machine", "\n".join(fact for fact in facts if fact))


def coding(context: TurnContext) -> str | None:
    """How to work on code: where the profile has a workspace, the platform allows it, and there are tools."""
    return _CODING if _codes(context) else None


def workspace_snapshot(context: TurnContext) -> str | None:
    """The state of the workspace when the session started."""
    found = context.profile.coding
    return titled("The workspace when we started", found.snapshot) if found and _codes(context) else None


def operator_instructions(context: TurnContext) -> str | None:
    """What the operator wants of every coding session."""
    found = context.profile.coding
    return titled("From the operator", found.instructions) if found and _codes(context) else None


def _codes(context: TurnContext) -> bool:
    profile = context.profile
    return bool(context.tool_names) and profile.coding is not None and profile.platform in CODING_PLATFORMS


def toolchain(context: TurnContext) -> str | None:
    """What is unusual about the installed tools."""
    found = context.profile.environment
    return found.toolchain if found else None


def profile_note(context: TurnContext) -> str | None:
    """Which of several set-ups of the product this one is."""
    return titled("This set-up", context.profile.note)


def platform_hint(context: TurnContext) -> str | None:
    """How text is shown where the answer goes."""
    return titled("Where your answers are read", hint(context.profile.platform, context.given.hints))


_CODES = ("profile.coding", "profile.platform", "tools")
SECTIONS = (
    Section(name="model_identity", tier="stable", depends_on=("model",), render=model_identity),
    Section(name="environment", tier="stable", depends_on=("profile.environment",), render=environment),
    Section(name="coding", tier="stable", depends_on=_CODES, render=coding),
    Section(name="workspace_snapshot", tier="context", depends_on=_CODES, render=workspace_snapshot),
    Section(name="operator_instructions", tier="stable", depends_on=_CODES, render=operator_instructions),
    Section(name="toolchain", tier="stable", depends_on=("profile.environment",), render=toolchain),
    Section(name="profile_note", tier="stable", depends_on=("profile.note",), render=profile_note),
    Section(
        name="platform_hint",
        tier="stable",
        depends_on=("profile.platform", "given.hints"),
        render=platform_hint,
    ),
)
