"""How the agent should work: finishing tasks, parallel calls, real tool use for the families that need the reminder."""

from agentbench.builder.sections.section import Section, TurnContext

NEEDS_TOOL_REMINDER = frozenset(
    {"gpt", "gemini", "gemma", "qwen", "llama", "deepseek", "mistral", "grok", "glm", "kimi"}
)
"""Families that describe a call instead of making it more often than others do
(Personal Agent's adoption A2: on for the weaker tool callers, absent for Claude)."""

_TASK_COMPLETION = """# Finishing what you start
Work until the request is really done, then say what you did. If something cannot be done, say so plainly and say
what you found out on the way. Never report a result that no tool returned and never fill a gap with a guess:
an honest "I could not find this" is worth more than a plausible invention."""

_PARALLEL_CALLS = """# Several calls at once
When you need several facts that do not depend on each other, ask for them in one go instead of one after the other.
Wait for a result only where the next call needs it."""

_TOOL_USE = """# Using tools for real
If a tool can answer, call it. Do not describe the call, do not announce it, do not print its arguments as text:
make the call itself, then speak about what came back. After a tool has failed, read its message, correct the
arguments and try again before you give up."""


def task_completion(context: TurnContext) -> str | None:
    """Finish the job, do not fabricate; only with tools."""
    return _TASK_COMPLETION if context.tool_names else None


def parallel_calls(context: TurnContext) -> str | None:
    """Independent calls belong together; only with tools."""
    return _PARALLEL_CALLS if context.tool_names else None


def tool_use(context: TurnContext) -> str | None:
    """Call tools instead of describing the call; only for the families that need it."""
    return _TOOL_USE if context.tool_names and context.family in NEEDS_TOOL_REMINDER else None


SECTIONS = (
    Section(name="task_completion", tier="stable", depends_on=("tools",), render=task_completion),
    Section(name="parallel_calls", tier="stable", depends_on=("tools",), render=parallel_calls),
    Section(name="tool_use", tier="stable", depends_on=("tools", "family"), render=tool_use),
)
