"""Tools fitted to what is there: a description must not send the model to a tool that it does not have."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace

from agentbench.builder.tools.tool import Tool


def mentioning_only(tools: Iterable[Tool]) -> tuple[Tool, ...]:
    """The tools, each with its mentions and its list of tools cut to those that are among them."""
    listed = tuple(tools)
    there = {tool.name for tool in listed}
    return tuple(_cut(tool, there) for tool in listed)


def prefixed(tools: Iterable[Tool], prefix: str) -> tuple[Tool, ...]:
    """The tools under `<prefix>_<name>`; all else stays, above all that they are untrusted."""
    return tuple(replace(tool, name=f"{prefix}_{tool.name}") for tool in tools)


def changed(tool: Tool, changes: object) -> Tool:
    """The tool with another description or other parameters.

    Changes that are no mapping, and a change of the name, count as none: a schema that changes at run time must not
    become another tool (`reference/hermes.md` 13).
    """
    if not isinstance(changes, Mapping):
        return tool
    description, parameters = changes.get("description"), changes.get("parameters")
    return replace(
        tool,
        description=description if isinstance(description, str) else tool.description,
        parameters=parameters if isinstance(parameters, Mapping) else tool.parameters,
    )


def _cut(tool: Tool, there: Collection[str]) -> Tool:
    description = tool.description
    for mention in tool.mentions:
        if mention.text and not any(name in there for name in mention.tools):
            description = description.replace(f" {mention.text}", "").replace(mention.text, "").lstrip()
    parameters = _cut_list(tool.parameters, tool.tool_list, there) if tool.tool_list else tool.parameters
    return replace(tool, description=description, parameters=parameters)


def _cut_list(parameters: Mapping[str, object], name: str, there: Collection[str]) -> Mapping[str, object]:
    properties = parameters.get("properties")
    listed = properties.get(name) if isinstance(properties, Mapping) else None
    if not isinstance(properties, Mapping) or not isinstance(listed, Mapping):
        return parameters
    allowed = listed.get("enum")
    kept = [value for value in allowed if value in there] if isinstance(allowed, list) else []
    return {**parameters, "properties": {**properties, name: {**listed, "enum": kept}}}
