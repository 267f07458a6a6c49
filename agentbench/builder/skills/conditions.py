"""What a skill asks of its surroundings, and whether it is shown.

A skill *requires* tools or toolsets (all of them), or is a *fallback* for some (shown only while none of
them is there). Hiding wins.
"""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Literal

Kind = Literal[
    "requires_tools",
    "requires_toolsets",
    "fallback_for_tools",
    "fallback_for_toolsets",
    "platforms",
    "environments",
    "disabled",
    "shadowed",
    "unreadable",
]

_SENTENCES: dict[Kind, str] = {
    "requires_tools": "requires the tool {!r}, which is not loaded",
    "requires_toolsets": "requires the toolset {!r}, of which nothing is loaded",
    "fallback_for_tools": "is a fallback for the tool {!r}, which is loaded",
    "fallback_for_toolsets": "is a fallback for the toolset {!r}, which is loaded",
    "platforms": "is for the platform {!r} only",
    "environments": "is for the environment {!r} only",
    "disabled": "is disabled by name: {!r}",
    "shadowed": "has the same name as {!r}, which comes first",
    "unreadable": "cannot be read: {!r}",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Conditions:
    """What must hold for a skill to be shown; without anything it is always shown."""

    requires_tools: tuple[str, ...] = ()
    """All of these must be loaded."""
    requires_toolsets: tuple[str, ...] = ()
    """Of each of these some tool must be loaded."""
    fallback_for_tools: tuple[str, ...] = ()
    """None of these may be loaded."""
    fallback_for_toolsets: tuple[str, ...] = ()
    """Of none of these may a tool be loaded."""
    platforms: tuple[str, ...] = ()
    """Operating systems, any of them; empty means all."""
    environments: tuple[str, ...] = ()
    """Kinds of host (`docker`, `kanban`, `s6`), any of them; empty means all."""

    @property
    def contradictions(self) -> tuple[str, ...]:
        """Names that are required and at the same time must be absent; such a skill can never be shown."""
        tools = set(self.requires_tools) & set(self.fallback_for_tools)
        toolsets = set(self.requires_toolsets) & set(self.fallback_for_toolsets)
        return tuple(sorted(tools)) + tuple(sorted(toolsets))


@dataclass(frozen=True, slots=True, kw_only=True)
class Unmet:
    """One condition that hides a skill."""

    kind: Kind
    """The front matter key that states it, or why else the skill is hidden."""
    name: str
    """The tool, toolset, platform, skill or file that it is about."""

    def __str__(self) -> str:
        return _SENTENCES[self.kind].format(self.name)


@dataclass(frozen=True, slots=True)
class Shown:
    """Nothing hides the skill."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Hidden:
    """Something hides the skill."""

    unmet: tuple[Unmet, ...]
    """Every condition that hides it, never only the first; at least one."""


Outcome = Shown | Hidden
SHOWN = Shown()


def visibility(
    conditions: Conditions, tools: Collection[str] | None, toolsets: Collection[str] | None
) -> Outcome:
    """Whether the loaded tools let a skill be shown; `unmet` names all that hides it.

    `None` on both sides is "no information": nothing is evaluated. Empty is "none loaded": everything is.
    `None` on one side counts as empty. Names are compared exactly. Source: hermes.md 11.3.
    """
    if tools is None and toolsets is None:
        return SHOWN
    tools, toolsets = tools or (), toolsets or ()
    checks: tuple[tuple[Kind, tuple[str, ...], Collection[str], bool], ...] = (
        ("fallback_for_toolsets", conditions.fallback_for_toolsets, toolsets, False),
        ("fallback_for_tools", conditions.fallback_for_tools, tools, False),
        ("requires_toolsets", conditions.requires_toolsets, toolsets, True),
        ("requires_tools", conditions.requires_tools, tools, True),
    )
    unmet = tuple(
        Unmet(kind=kind, name=name)
        for kind, names, loaded, wanted in checks
        for name in names
        if (name in loaded) is not wanted
    )
    return Hidden(unmet=unmet) if unmet else SHOWN


def mentioned(conditions: Iterable[Conditions]) -> tuple[frozenset[str], frozenset[str]]:
    """Names of the tools, and of the toolsets, that any of the conditions speaks of; others change nothing."""
    tools: set[str] = set()
    toolsets: set[str] = set()
    for one in conditions:
        tools.update(one.requires_tools, one.fallback_for_tools)
        toolsets.update(one.requires_toolsets, one.fallback_for_toolsets)
    return frozenset(tools), frozenset(toolsets)
