"""The skills index: the part of a prompt that tells the model what it can load now."""

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass

from agentbench.builder.skills.conditions import SHOWN, Hidden, Shown
from agentbench.builder.skills.decisions import Decision, decisions
from agentbench.builder.skills.forms import Contents, Form, Level, written
from agentbench.builder.skills.reports import Known, Report, ambiguous, reports
from agentbench.builder.skills.skill import Skill
from agentbench.builder.skills.surroundings import Surroundings
from agentbench.builder.tools import Tool
from agentbench.errors import BadInput

# the index speaks of loading skills, so without one of these it would promise what cannot be done
SKILL_TOOLS = frozenset({"skills_list", "skill_view", "skill_manage"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Index:
    """What the model is told it can load, and all that it is not told."""

    text: str | None
    """The block for the prompt; None when no skill is shown."""
    decisions: tuple[Decision, ...]
    """Every skill, by category and name, with whether it is shown and why not."""
    reports: tuple[Report, ...]
    """Unknown names, contradictions, unusable front matter, what the budget cost."""
    level: Level | None
    """How much of the shown skills the text holds; None when there is no text."""
    tokens: int | None
    """Tokens of the text; None when nobody counted."""

    @property
    def shown(self) -> tuple[Skill, ...]:
        """The skills in the text, in its order."""
        return tuple(skill for skill, outcome in self.decisions if isinstance(outcome, Shown))

    @property
    def hidden(self) -> tuple[tuple[Skill, Hidden], ...]:
        """The other skills with every condition that hides them."""
        return tuple((skill, outcome) for skill, outcome in self.decisions if isinstance(outcome, Hidden))


def index(
    skills: Iterable[Skill],
    here: Surroundings,
    *,
    categories: Mapping[str, str] | None = None,
    names_only: Collection[str] = (),
    known: Known | None = None,
    budget_tokens: int | None = None,
    count: Callable[[str], int] | None = None,
    form: Form = "index",
) -> Index:
    """The index of these skills in these surroundings, the same bytes whatever order they come in.

    `categories` maps a category to its one line of text; of the categories whose first part is in `names_only`
    only names are written. A text of more than `budget_tokens` (by `count`) loses its descriptions, then its
    names, then whole categories, and says so. Raises `BadInput` for a budget without `count`.
    Source: hermes.md 11.7.
    """
    if budget_tokens is not None and count is None:
        raise BadInput(f"an index of at most {budget_tokens} tokens was asked for, but no count; pass count=")
    decided = decisions(skills, here)
    shown = tuple([skill for skill, outcome in decided if outcome is SHOWN])
    contents = Contents(skills=shown, categories=categories or {}, names_only=frozenset(names_only))
    block = written(contents, form, budget_tokens, count)
    remarks = reports([skill for skill, _ in decided], known) + ambiguous(shown)
    return Index(
        text=block.text if block else None,
        decisions=decided,
        reports=remarks + (block.reports if block else ()),
        level=block.level if block else None,
        tokens=block.tokens if block else None,
    )


def skills_block(
    skills: Iterable[Skill],
    tools: Iterable[Tool],
    *,
    system: str = "linux",
    disabled: Collection[str] = (),
    categories: Mapping[str, str] | None = None,
    names_only: Collection[str] = (),
    budget_tokens: int | None = None,
    count: Callable[[str], int] | None = None,
    form: Form = "index",
) -> str | None:
    """The block for a prompt with these loaded tools, deferred ones included.

    None when no skill is shown, or when none of `skills_list`, `skill_view` and `skill_manage` is loaded.
    """
    here = Surroundings.of(tools, system=system, disabled=disabled)
    if not SKILL_TOOLS & (here.tools or frozenset()):
        return None
    return index(
        skills,
        here,
        categories=categories,
        names_only=names_only,
        budget_tokens=budget_tokens,
        count=count,
        form=form,
    ).text
