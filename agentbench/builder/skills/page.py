"""The lines of a shelf's index in ready-made blocks: what a new process needs for the text, and no more."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby

from agentbench.builder.skills.conditions import SHOWN, Conditions, mentioned
from agentbench.builder.skills.decisions import decisions
from agentbench.builder.skills.forms import category_line, framed, skill_line
from agentbench.builder.skills.shelf import Shelf
from agentbench.builder.skills.surroundings import Surroundings, conditions_met

Block = tuple[int, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """Neighbouring lines with the same conditions are one block, so they come and go together."""

    conditions: tuple[Conditions, ...]
    """The different conditions."""
    categories: Sequence[tuple[str, Sequence[Block]]]
    """The line of each category, and its blocks: place of their conditions, lines."""
    tools: frozenset[str]
    """Names of tools that some condition mentions."""
    toolsets: frozenset[str]
    """Names of toolsets that some condition mentions."""

    @classmethod
    def of(
        cls, conditions: Iterable[Conditions], categories: Sequence[tuple[str, Sequence[Block]]]
    ) -> "Page":
        """The page with these blocks."""
        different = tuple(conditions)
        tools, toolsets = mentioned(different)
        return cls(conditions=different, categories=categories, tools=tools, toolsets=toolsets)


def page_of(shelf: Shelf) -> Page | None:
    """The page of this shelf; None where more than conditions decides: doubled names, unreadable files."""
    ordered = [skill for skill, _ in decisions(shelf.skills, Surroundings())]
    doubled = len({skill[:2] for skill in ordered}) < len(ordered)
    if doubled or any(skill.unreadable for skill in ordered):
        return None
    places: dict[Conditions, int] = {}
    categories: list[tuple[str, tuple[Block, ...]]] = []
    for category, skills in groupby(ordered, lambda skill: skill.category):
        blocks = groupby(skills, lambda skill: places.setdefault(skill.conditions, len(places)))
        lines = tuple((place, "\n".join(map(skill_line, block))) for place, block in blocks)
        categories.append((category_line(category, shelf.categories.get(category)), lines))
    return Page.of(places, categories)


def page_text(page: Page, here: Surroundings) -> str | None:
    """The text that `index` gives for the shelf, none of its skills being disabled; None when none is shown."""
    shown = [conditions_met(conditions, here) is SHOWN for conditions in page.conditions]
    lines: list[str] = []
    for category, blocks in page.categories:
        kept = [lines for place, lines in blocks if shown[place]]
        if kept:
            lines.append(category)
            lines += kept
    return framed("index", lines, "") if lines else None
