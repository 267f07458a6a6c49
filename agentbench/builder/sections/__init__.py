"""Every section that a layout can place, by name."""

from collections.abc import Mapping
from types import MappingProxyType

from agentbench.builder.sections import character, conduct, state, surroundings
from agentbench.builder.sections.section import Section, TurnContext

_ALL = (*character.SECTIONS, *conduct.SECTIONS, *surroundings.SECTIONS, *state.SECTIONS)

SECTIONS: Mapping[str, Section] = MappingProxyType({section.name: section for section in _ALL})

__all__ = ["SECTIONS", "Section", "TurnContext"]
