"""The text of a tool that a search reads."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from agentbench.builder.deferral.search.words import pairs, terms
from agentbench.builder.tools.tool import Tool

_DEEPEST = 3
"""Levels of nested parameters that are read."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolText:
    """A tool as terms."""

    name: tuple[str, ...]
    body: tuple[str, ...]
    """Name twice, description, names, descriptions and allowed values of the parameters: one document.

    One saturating document beats a sum of fields: a word in both name and description is not two matches.
    """
    pairs: tuple[str, ...]
    """Neighbouring terms of the name and of the description."""


def tool_text(tool: Tool) -> ToolText:
    """The terms of one tool, by where they stand."""
    name, description = terms(tool.name), terms(tool.description)
    parameters = terms(" ".join(_parameter_text(tool.parameters, _DEEPEST)))
    return ToolText(
        name=tuple(name),
        body=(*name, *name, *description, *parameters),
        pairs=(*pairs(name), *pairs(description)),
    )


def _parameter_text(schema: object, deeper: int) -> Iterator[str]:
    if not isinstance(schema, Mapping):
        return
    properties = schema.get("properties")
    for name, inner in properties.items() if isinstance(properties, Mapping) else ():
        yield str(name)
        if not isinstance(inner, Mapping):
            continue
        yield from _own_text(inner)
        if deeper:
            yield from _parameter_text(inner, deeper - 1)
            yield from _parameter_text(inner.get("items"), deeper - 1)


def _own_text(schema: Mapping[object, object]) -> Iterator[str]:
    if isinstance(description := schema.get("description"), str):
        yield description
    if isinstance(allowed := schema.get("enum"), list):
        yield from (value for value in allowed if isinstance(value, str))
