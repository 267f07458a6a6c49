"""Guidance by model family: sections, so that a layout can leave them out and their effect can be measured."""

from collections.abc import Mapping

from agentbench.builder.guidance import Guidance, guidance
from agentbench.builder.sections.section import Section, TurnContext

_TOOL_USE = """# Using tools for real
If a tool can answer, call it. Do not describe the call, do not announce it, do not print its arguments as text:
make the call itself, then speak about what came back. After a tool has failed, read its message, correct the
arguments and try again before you give up."""

_HABITS: Mapping[str, str] = {
    "google": """# Working habits
Use paths from the root of the workspace, never from memory. Check that a library is there before you use it. Run what
can run without a question in a form that asks none. Say little between calls; the result is what counts.""",
    "openai": """# Working habits
Go on until the task is done; do not stop to offer what you could simply do. Look a thing up instead of reasoning about
what it might be. Before the last word, compare what you did with what was asked, point by point.""",
}


def tool_use(context: TurnContext) -> str | None:
    """Call tools instead of describing the call; for the families that need it, or as the layout's gate says."""
    return _TOOL_USE if _guidance(context).enforce else None


def family_habits(context: TurnContext) -> str | None:
    """Operational advice against the habits of a family; only together with `tool_use`."""
    return _HABITS.get(_guidance(context).habits or "")


def _guidance(context: TurnContext) -> Guidance:
    return guidance(context.family, context.gate, tools=bool(context.tool_names), model=context.model or "")


_DEPENDS = ("tools", "family", "gate", "model")
SECTIONS = (
    Section(name="tool_use", tier="stable", depends_on=_DEPENDS, render=tool_use),
    Section(name="family_habits", tier="stable", depends_on=_DEPENDS, render=family_habits),
)
