"""Skill files for measuring: as many as wanted, the same ones for every side. Needs nothing but Python."""

import random
from pathlib import Path

TOOLS = (
    "terminal",
    "read_file",
    "write_file",
    "web_search",
    "skill_view",
    "skills_list",
    "skill_manage",
    "memory",
)
TOOLSETS = ("terminal", "file", "web", "skills", "memory")
_ACTIONS = ("Draft", "Sort", "Compare", "Archive", "Translate", "Publish", "Review", "Convert")
_THINGS = ("invoices", "mails", "tickets", "photos", "logs", "recipes", "contracts", "dashboards")
_BODY = "Read the whole page before the first step, then go on one step at a time. " * 27


def write_skill_files(root: Path, number: int, seed: int = 7) -> None:
    """About 2 KB a skill, 20 categories with a text; a third have a condition on a toolset, a tenth on the system."""
    chance = random.Random(seed)
    for at in range(number):
        lines = [f"name: skill-{at:05d}"]
        what = f"{chance.choice(_ACTIONS)} {chance.choice(_THINGS)} and {chance.choice(_THINGS)}"
        lines.append(f"description: {what}, then report what was left open and why")
        if at % 10 == 0:
            lines.append("platforms: [linux, macos]")
        if at % 3 == 0:
            key = chance.choice(("requires_toolsets", "fallback_for_toolsets"))
            toolset = chance.choice(("web", "terminal", "browser", "memory"))
            lines += ["metadata:", "  hermes:", "    tags: [office]", f"    {key}: [{toolset}]"]
        folder = root / f"group-{at % 20:02d}" / f"skill-{at:05d}"
        folder.mkdir(parents=True)
        head = "\n".join(lines)
        (folder / "SKILL.md").write_text(f"---\n{head}\n---\n\n# Steps\n\n{_BODY}\n", encoding="utf-8")
    for group in range(min(20, number)):
        text = f"---\ndescription: Work of kind {group}\n---\n"
        (root / f"group-{group:02d}" / "DESCRIPTION.md").write_text(text, encoding="utf-8")
