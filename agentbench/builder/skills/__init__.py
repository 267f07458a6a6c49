"""Skills: what the model is told that it can load, and why not the rest."""

from agentbench.builder.skills.conditions import (
    SHOWN,
    Conditions,
    Hidden,
    Kind,
    Outcome,
    Shown,
    Unmet,
    visibility,
)
from agentbench.builder.skills.decisions import Decision, decisions
from agentbench.builder.skills.forms import Form, Level
from agentbench.builder.skills.frontmatter import FrontMatter, front_matter
from agentbench.builder.skills.index import SKILL_TOOLS, Index, index, skills_block
from agentbench.builder.skills.library import Library, Skills, Stamps
from agentbench.builder.skills.reports import Known, Report, reports
from agentbench.builder.skills.skill import Skill, parse
from agentbench.builder.skills.surroundings import Surroundings, disabled_skills

__all__ = [
    "SHOWN",
    "SKILL_TOOLS",
    "Conditions",
    "Decision",
    "Form",
    "FrontMatter",
    "Hidden",
    "Index",
    "Kind",
    "Known",
    "Level",
    "Library",
    "Outcome",
    "Report",
    "Shown",
    "Skill",
    "Skills",
    "Stamps",
    "Surroundings",
    "Unmet",
    "decisions",
    "disabled_skills",
    "front_matter",
    "index",
    "parse",
    "reports",
    "skills_block",
    "visibility",
]
