"""Every section that a layout can place, by name."""

from collections.abc import Mapping
from types import MappingProxyType

from agentbench.builder.sections import (
    character,
    conduct,
    directives,
    family,
    memory,
    nudges,
    skills,
    state,
    surroundings,
    tool_behaviour,
    workspace,
)
from agentbench.builder.sections.section import Given, Section, TurnContext

_MODULES = (
    character,
    conduct,
    tool_behaviour,
    family,
    skills,
    surroundings,
    workspace,
    nudges,
    memory,
    state,
    directives,
)

SECTIONS: Mapping[str, Section] = MappingProxyType(
    {section.name: section for module in _MODULES for section in module.SECTIONS}
)

__all__ = ["SECTIONS", "Given", "Section", "TurnContext"]
