"""How the shown skills are written, as a map with categories or as a list, and what a token budget takes away."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby
from operator import attrgetter
from typing import Literal

from agentbench.builder.skills.reports import Report
from agentbench.builder.skills.skill import Skill

Form = Literal["index", "preamble"]
Level = Literal["full", "names", "categories", "cut"]

_CATEGORY = attrgetter("category")
_LONGEST = 60
_FRAMES: dict[Form, tuple[str, str]] = {
    "index": (
        "## Skills\n"
        "Each skill below holds tested instructions for one kind of task. Before you start on a task, look for one "
        "that fits, load it in full with the skill tools and follow it; when in doubt, load it.\n\n"
        "<available_skills>",
        "</available_skills>\n\nWhere no skill fits, work without one.",
    ),
    "preamble": (
        "# Your skills\nLoad a skill before a task that it describes:",
        "\nWhen a skill turns out to be wrong or incomplete, improve it once the task is done.",
    ),
}
_NOTES: dict[Level, str] = {
    "full": "",
    "names": "\nDescriptions are left out for lack of room; every skill can be loaded by its name.",
    "categories": "\nNames are left out for lack of room; list the skills of a category before you choose.",
    "cut": "\nMost skills are left out for lack of room; list the skills before you choose.",
}
_NAMES_ONLY_NOTE = "\nCategories with [names only] lie outside the present work; their skills load as usual."


@dataclass(frozen=True, slots=True, kw_only=True)
class Contents:
    """What there is to write."""

    skills: tuple[Skill, ...]
    """The shown ones, by category and name."""
    categories: Mapping[str, str]
    """What is said of a category, on one line."""
    names_only: frozenset[str]
    """First parts of categories of which only names are written."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Written:
    """A text and what it had to leave out."""

    text: str
    level: Level
    tokens: int | None
    reports: tuple[Report, ...]


def written(
    contents: Contents, form: Form, budget_tokens: int | None, count: Callable[[str], int] | None
) -> Written | None:
    """The fullest text that fits into the budget, or the shortest one there is; None for no skills.

    What a level leaves out is said in the text and reported. Without a budget the text is full.
    """
    if not contents.skills:
        return None
    levels = _levels(contents, form)
    level, text = next(levels)
    if count is None:
        return Written(text=text, level=level, tokens=None, reports=())
    tokens = count(text)
    for shorter in levels:
        if budget_tokens is None or tokens <= budget_tokens:
            break
        level, text = shorter
        tokens = count(text)
    return Written(
        text=text, level=level, tokens=tokens, reports=_left_out(contents, level, tokens, budget_tokens)
    )


def _levels(contents: Contents, form: Form) -> Iterator[tuple[Level, str]]:
    """Ever shorter texts; the cut ones halve the categories that are still named."""
    yield "full", _preamble(contents) if form == "preamble" else _index(contents)
    categories = [(name, list(skills)) for name, skills in groupby(contents.skills, _CATEGORY)]
    names = [_names(name, skills) for name, skills in categories]
    yield "names", framed(form, names, _NOTES["names"])
    counted = [f"  {name}: {_skills(len(skills))}" for name, skills in categories]
    yield "categories", framed(form, counted, _NOTES["categories"])
    kept = len(categories)
    while kept:
        kept //= 2
        rest = sum(len(skills) for _, skills in categories[kept:])
        more = f"  and {rest} more in {len(categories) - kept} more categories"
        yield "cut", framed(form, [*counted[:kept], more], _NOTES["cut"])


def framed(form: Form, lines: Iterable[str], note: str) -> str:
    """These lines between what is said before and after them."""
    head, foot = _FRAMES[form]
    return "\n".join((head, *lines, foot)) + note


def _index(contents: Contents) -> str:
    """One line a category and below it one line a skill: name and the start of its description."""
    lines: list[str] = []
    note = ""
    for category, skills in groupby(contents.skills, _CATEGORY):
        if contents.names_only and category.partition("/")[0] in contents.names_only:
            lines.append(_names(category, skills))
            note = _NAMES_ONLY_NOTE
            continue
        lines.append(category_line(category, contents.categories.get(category)))
        lines.extend(map(skill_line, skills))
    return framed("index", lines, note)


def category_line(category: str, text: str | None) -> str:
    """The line above the skills of a category."""
    return f"  {category}: {text}" if text else f"  {category}:"


def skill_line(skill: Skill) -> str:
    """The line of a skill in the index."""
    described = skill.description
    if not described:
        return f"    - {skill.name}"
    if len(described) <= _LONGEST:
        return f"    - {skill.name}: {described}"
    return f"    - {skill.name}: {described[: _LONGEST - 3]}..."


def _preamble(contents: Contents) -> str:
    """One line a skill: name, description, when to use it. Source: personal-agent.md, layer 6."""
    lines = []
    for skill in contents.skills:
        what = f": {skill.description}" if skill.description else ""
        when = f" (use it when: {skill.when_to_use})" if skill.when_to_use else ""
        lines.append(f"- {skill.name}{what}{when}")
    return framed("preamble", lines, "")


def _names(category: str, skills: Iterable[Skill]) -> str:
    return f"  {category} [names only]: {', '.join(skill.name for skill in skills)}"


def _skills(number: int) -> str:
    return "1 skill" if number == 1 else f"{number} skills"


def _left_out(contents: Contents, level: Level, tokens: int, budget_tokens: int | None) -> tuple[Report, ...]:
    if budget_tokens is None or (level == "full" and tokens <= budget_tokens):
        return ()
    lost = {"full": "nothing", "names": "descriptions", "categories": "names", "cut": "names and categories"}
    over = "" if tokens <= budget_tokens else f" and still has {tokens}"
    message = (
        f"an index of at most {budget_tokens} tokens was asked for; with {_skills(len(contents.skills))} it lost "
        f"its {lost[level]}{over}; raise the budget or disable skills"
    )
    return (Report(kind="budget", path=None, message=message),)
