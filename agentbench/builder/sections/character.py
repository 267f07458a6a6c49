"""Who the agent is and whom it works for: identity, persona, user, folder, style, mode, surface."""

from collections.abc import Mapping

from agentbench.builder.context import scan
from agentbench.builder.sections.section import Section, TurnContext, titled

DEFAULT_IDENTITY = """You are a capable assistant who works with tools on behalf of one person. You find out before you
answer, you say what you have done and what you have not, and you stop to ask only where a decision is not yours."""

DELEGATED_IDENTITY = """You are working on one task that another agent gave you. Do exactly that task, with the
tools that you have, and answer with its result and whatever the other agent must know. You talk to no user."""

MODES: Mapping[str, str] = {
    "plan": """Think first: look around, then propose a plan with its steps and risks. Change nothing before it is
agreed.""",
    "execute": """The plan is agreed: carry it out step by step, report deviations, and ask only where a step cannot be
undone.""",
    "pair": """Work in small steps side by side: say what you would do next and why, do one step, then wait for an
answer.""",
}

SURFACES: Mapping[str, str] = {
    "standard": """You talk in the main chat. Keep to the conversation; show long material as a file instead of in the
answer.""",
    "coding": """You work in a workspace of source code. Read before you change, keep changes small, run the checks that
the workspace has, and describe what behaves differently afterwards. If the rules of the workspace say otherwise, they
hold.""",
}


def identity(context: TurnContext) -> str:
    """The agent's identity: the profile's words without hidden instructions, or built-in ones."""
    if context.profile.delegated:
        return DELEGATED_IDENTITY
    return scan((context.profile.identity or "").strip()).text or DEFAULT_IDENTITY


def persona(context: TurnContext) -> str | None:
    """The agent's manner, as its user has set it."""
    return None if context.profile.delegated else titled("Your manner", context.profile.persona)


def user_context(context: TurnContext) -> str:
    """The user's name, language, time zone, priorities and rules."""
    user = context.profile.user
    place = f" Address: {user.address}." if user.address else ""
    lines = [
        "# The person you work for",
        f"Name: {user.name}. Time zone: {user.time_zone}.{place} Answer in {user.language}.",
    ]
    if user.priorities:
        lines.append("What matters to them, most important first:")
        lines += [f"- {priority}" for priority in user.priorities]
    if user.rules:
        lines.append("How they want to be talked to:")
        lines += [f"- {rule}" for rule in user.rules]
    return "\n".join(lines)


def folder(context: TurnContext) -> str | None:
    """Knowledge that all chats of the session's folder share."""
    return titled("What all chats in this folder know", context.profile.folder)


def response_style(context: TurnContext) -> str | None:
    """How long and in what form answers should be; only where somebody reads along."""
    return titled("Form of your answers", context.profile.style) if context.profile.interactive else None


def mode(context: TurnContext) -> str | None:
    """How agent and user share the work now."""
    return titled("How we work together", MODES.get(context.moment.mode or ""))


def surface(context: TurnContext) -> str | None:
    """What kind of place the conversation happens in: a built-in one, or the user's own words."""
    chosen = context.profile.surface
    return titled("Where this conversation happens", SURFACES.get(chosen or "", chosen))


SECTIONS = (
    Section(
        name="identity",
        tier="stable",
        depends_on=("profile.identity", "profile.delegated"),
        render=identity,
    ),
    Section(name="persona", tier="stable", depends_on=("profile.persona",), render=persona),
    Section(name="user_context", tier="stable", depends_on=("profile.user",), render=user_context),
    Section(name="folder", tier="stable", depends_on=("profile.folder",), render=folder),
    Section(
        name="response_style",
        tier="stable",
        depends_on=("profile.style", "profile.interactive"),
        render=response_style,
    ),
    Section(name="mode", tier="volatile", depends_on=("moment.mode",), render=mode),
    Section(name="surface", tier="stable", depends_on=("profile.surface",), render=surface),
)
