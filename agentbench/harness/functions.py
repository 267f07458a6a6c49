"""Tools from Python functions: pydantic-ai reads the schema off signature and docstring."""

from collections.abc import Callable

from pydantic_ai.tools import Tool as AgentTool

from agentbench.builder.tools import Source, Tool


def from_functions(
    *functions: Callable[..., object], toolset: str = "core", source: Source = "first_party"
) -> tuple[Tool, ...]:
    """One plain tool per function, in their order; names, descriptions and parameters are never written twice."""
    definitions = (AgentTool(function, takes_ctx=False).tool_def for function in functions)
    return tuple(
        Tool(
            name=each.name,
            description=each.description or "",
            parameters=each.parameters_json_schema,
            toolset=toolset,
            source=source,
        )
        for each in definitions
    )
