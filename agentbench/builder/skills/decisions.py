"""Which skills are shown and why not the others: the one answer that index, command line and notebook ask for."""

from collections.abc import Iterable, Sequence
from operator import itemgetter

from agentbench.builder.skills.conditions import SHOWN, Hidden, Outcome, Shown, Unmet
from agentbench.builder.skills.skill import Skill
from agentbench.builder.skills.surroundings import Surroundings, conditions_met

Decision = tuple[Skill, Outcome]

# category, name, root, path: the order of the index; path last, so that the first of two files wins
_ORDER = itemgetter(0, 1, 2, 3)


def decisions(skills: Iterable[Skill], here: Surroundings) -> tuple[Decision, ...]:
    """Each skill with `Shown`, or with `Hidden` and everything that hides it; sorted by category and name.

    The order in which skills come does not matter. Of two shown skills with one name the local one wins, of two
    in one category the first by path; two local ones in different categories are both shown.
    Source: hermes.md 11.5, 11.7, 11.8.
    """
    ordered = sorted(skills, key=_ORDER)
    # skills of one library share their conditions, so the few different ones are judged once
    judged = {id(skill.conditions): skill.conditions for skill in ordered}
    outcomes = {key: conditions_met(conditions, here) for key, conditions in judged.items()}
    decided = [(skill, outcomes[id(skill.conditions)]) for skill in ordered]
    if here.disabled or any(skill.unreadable for skill in ordered):
        decided = [(skill, _also_hidden(skill, outcome, here)) for skill, outcome in decided]
    if any(skill.root for skill in ordered):
        decided = _local_first(decided)
    return tuple(decided) if _all_differ(ordered) else _without_doubles(decided)


def _all_differ(ordered: Sequence[Skill]) -> bool:
    return len({skill[:2] for skill in ordered}) == len(ordered)


def _also_hidden(skill: Skill, outcome: Outcome, here: Surroundings) -> Outcome:
    unmet = outcome.unmet if isinstance(outcome, Hidden) else ()
    if skill.unreadable:
        unmet += (Unmet(kind="unreadable", name=skill.path),)
    for name in sorted({skill.name, skill.directory} & here.disabled):
        unmet += (Unmet(kind="disabled", name=name),)
    return Hidden(unmet=unmet) if unmet else SHOWN


def _local_first(decided: Sequence[Decision]) -> list[Decision]:
    """External skills whose name a shown local one, or an earlier external one, has already are shadowed."""
    winners: dict[str, Skill] = {}
    shadowed: dict[tuple[int, str], Outcome] = {}
    for skill, outcome in sorted(decided, key=lambda decision: (decision[0].root, decision[0].path)):
        if not isinstance(outcome, Shown):
            continue
        winner = winners.setdefault(skill.name, skill)
        if skill.root and winner is not skill:
            shadowed[skill.root, skill.path] = Hidden(unmet=(Unmet(kind="shadowed", name=winner.path),))
    return [(skill, shadowed.get((skill.root, skill.path), outcome)) for skill, outcome in decided]


def _without_doubles(decided: Sequence[Decision]) -> tuple[Decision, ...]:
    """Of several shown skills with the same name in the same category the first stays."""
    result: list[Decision] = []
    first: Skill | None = None
    for decision in decided:
        skill, outcome = decision
        if outcome is SHOWN:
            if first is not None and skill.name == first.name and skill.category == first.category:
                decision = (skill, Hidden(unmet=(Unmet(kind="shadowed", name=first.path),)))
            else:
                first = skill
        result.append(decision)
    return tuple(result)
