"""What the agent can load or hand over: skills, deferred tools, workflows, sub-agents."""

from agentbench.builder.sections.section import Section, TurnContext, listed, titled
from agentbench.builder.skills import SKILL_TOOLS


def skills_index(context: TurnContext) -> str | None:
    """The index of skills, where the model has a tool to load one."""
    return context.given.skills_index if context.has(*SKILL_TOOLS) else None


def new_skills(context: TurnContext) -> str | None:
    """Skills installed since the session started, which no frozen index can name."""
    found = sorted(context.moment.new_skills.items())
    return listed("Skills installed meanwhile", tuple(f"{name}: {text}" for name, text in found))


def deferred_tools(context: TurnContext) -> str | None:
    """Names of tools that must be searched for, where the presentation shows them."""
    return titled("Tools that you can search for", context.given.deferred_names)


def workflows(context: TurnContext) -> str | None:
    """Saved workflows that can be run by name."""
    found = sorted(context.profile.workflows.items())
    return listed("Saved workflows", tuple(f"{name}: {text}" for name, text in found))


def delegation(context: TurnContext) -> str | None:
    """Sub-agents that work can be given to; none for a sub-agent itself."""
    if context.profile.delegated:
        return None
    found = sorted(context.profile.agents.items())
    lines = listed("Work that you can hand over", tuple(f"{name}: {text}" for name, text in found))
    return (
        f"{lines}\nGive one task at a time, with everything that it needs; they see nothing else."
        if lines
        else None
    )


SECTIONS = (
    Section(
        name="skills_index",
        tier="stable",
        depends_on=("given.skills_index", "tools"),
        render=skills_index,
    ),
    Section(name="new_skills", tier="volatile", depends_on=("moment.new_skills",), render=new_skills),
    Section(
        name="deferred_tools", tier="stable", depends_on=("given.deferred_names",), render=deferred_tools
    ),
    Section(name="workflows", tier="stable", depends_on=("profile.workflows",), render=workflows),
    Section(
        name="delegation",
        tier="stable",
        depends_on=("profile.agents", "profile.delegated"),
        render=delegation,
    ),
)
