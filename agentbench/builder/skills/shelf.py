"""The skills of one directory as they were read, and the reading of what changed."""

import os
from collections.abc import Mapping
from dataclasses import dataclass

from agentbench.builder.skills.conditions import Conditions
from agentbench.builder.skills.skill import Skill, category_at, category_text, parse, unusable
from agentbench.builder.skills.tree import SKILL_FILE, Tree, read_text


@dataclass(frozen=True, slots=True, kw_only=True)
class Shelf:
    """What was read below one directory."""

    tree: Tree
    """The files and the state in which they were read."""
    skills: tuple[Skill, ...]
    """One for each `SKILL.md` of the tree, in its order; equal conditions are one object."""
    categories: Mapping[str, str]
    """Category to its text, from the `DESCRIPTION.md` files."""


def restock(old: Shelf | None, tree: Tree, root: int) -> tuple[Shelf, int]:
    """The shelf at this tree and the number of files read for it; what has a trusted, equal stamp is kept.

    `root` is the place of the directory among those of the library. Never raises for what lies in the files:
    an unreadable one becomes a skill that is hidden for this reason and is tried again in the next turn.
    """
    kept = _unchanged(old, tree)
    skills: list[Skill] = []
    categories: dict[str, str] = {}
    failed: list[str] = []
    shared: dict[Conditions, Conditions] = {}
    files = tree.files
    for path in files:
        if path.endswith(SKILL_FILE):
            skill = kept.get(path) or _read_skill(tree.root, path, root)
            conditions = shared.setdefault(skill.conditions, skill.conditions)
            skills.append(skill if conditions is skill.conditions else skill._replace(conditions=conditions))
            if skill.unreadable:
                failed.append(path)
            continue
        try:
            text = category_text(read_text(f"{tree.root}/{path}"))
        except (OSError, UnicodeDecodeError):
            failed.append(path)
            continue
        if text:
            categories[category_at(path)] = text
    tree = tree.without(failed) if failed else tree
    return Shelf(tree=tree, skills=tuple(skills), categories=categories), len(files) - len(kept)


def _unchanged(old: Shelf | None, tree: Tree) -> dict[str, Skill]:
    """The skills whose files are as they were; category texts are few and are read again."""
    if old is None:
        return {}
    before, now = old.tree.file_stamps(), tree.file_stamps()
    return {
        skill.path: skill
        for skill in old.skills
        if (stamp := now.get(skill.path)) and stamp[0] > 0 and stamp == before[skill.path]
    }


def _read_skill(top: str, path: str, root: int) -> Skill:
    name = os.path.basename(top)  # noqa: PTH119  a string is at hand
    try:
        return parse(read_text(f"{top}/{path}"), path, root=root, top=name)
    except OSError as error:
        problem = f"cannot be read: {error.strerror}"
        return unusable(path, problem, root=root, top=name, unreadable=True)
    except UnicodeDecodeError:
        return unusable(
            path, "is not UTF-8 text, so only its name is known", root=root, top=name, unreadable=False
        )
