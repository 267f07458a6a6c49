"""What a person should know about their skills: nothing here changes which ones are shown."""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Literal

from agentbench.builder.skills.conditions import Conditions
from agentbench.builder.skills.skill import Skill
from agentbench.builder.tools import Tool

_Kind = Literal["unknown_name", "contradiction", "ambiguous_name", "problem", "budget"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Known:
    """The names that exist at all, loaded or not: what a condition may sensibly speak of."""

    tools: frozenset[str]
    """Names of tools."""
    toolsets: frozenset[str]
    """Names of toolsets."""

    @classmethod
    def of(cls, tools: Iterable[Tool]) -> "Known":
        """The names in this catalogue."""
        catalogue = tuple(tools)
        return cls(
            tools=frozenset(tool.name for tool in catalogue),
            toolsets=frozenset(tool.toolset for tool in catalogue),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """One remark on a skill."""

    kind: _Kind
    """What it is about."""
    path: str | None
    """The file of the skill; None when it is about the whole index."""
    message: str
    """What was found and what to do, in one line."""


def reports(skills: Collection[Skill], known: Known | None) -> tuple[Report, ...]:
    """Remarks in the order of the skills; names are looked up only where the known ones are given."""
    different = {id(skill.conditions): skill.conditions for skill in skills}
    remarks = {key: found for key, one in different.items() if (found := tuple(_remarks(one, known)))}
    return tuple(
        Report(kind=kind, path=skill.path, message=f"{skill.path!r} {message}")
        for skill in skills
        if skill.problem or id(skill.conditions) in remarks
        for kind, message in (*remarks.get(id(skill.conditions), ()), *_problem(skill))
    )


def ambiguous(shown: Collection[Skill]) -> tuple[Report, ...]:
    """A remark for each shown skill whose name an earlier shown one, of another category, has too."""
    if len({skill.name for skill in shown}) == len(shown):
        return ()
    first: dict[str, Skill] = {}
    found: list[Report] = []
    for skill in shown:
        other = first.setdefault(skill.name, skill)
        if other is not skill:
            message = f"{skill.path!r} has the name {skill.name!r} of {other.path!r}; rename one of them"
            found.append(Report(kind="ambiguous_name", path=skill.path, message=message))
    return tuple(found)


def _problem(skill: Skill) -> tuple[tuple[_Kind, str], ...]:
    return (("problem", skill.problem),) if skill.problem else ()


def _remarks(conditions: Conditions, known: Known | None) -> Iterator[tuple[_Kind, str]]:
    for name in conditions.contradictions:
        message = f"requires {name!r} and is a fallback for it, so it is never shown; remove one of the two"
        yield "contradiction", message
    if known is None:
        return
    for key, names, existing in (
        ("requires_tools", conditions.requires_tools, known.tools),
        ("requires_toolsets", conditions.requires_toolsets, known.toolsets),
        ("fallback_for_tools", conditions.fallback_for_tools, known.tools),
        ("fallback_for_toolsets", conditions.fallback_for_toolsets, known.toolsets),
    ):
        for name in names:
            if name not in existing:
                nearest = nearest_name(name, existing)
                advice = (
                    "nothing known is near it" if nearest is None else f"the nearest known one is {nearest!r}"
                )
                yield "unknown_name", f"names {name!r} in {key}, which does not exist; {advice}"


def nearest_name(name: str, existing: Collection[str]) -> str | None:
    """The known name that was probably meant; None when none is near. Case and blanks at the ends do not count."""
    plain = {candidate.casefold().strip(): candidate for candidate in sorted(existing, reverse=True)}
    close = get_close_matches(name.casefold().strip(), plain, n=1)
    return plain[close[0]] if close else None
