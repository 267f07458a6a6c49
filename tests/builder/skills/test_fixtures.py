"""The skills that ship."""

from pathlib import Path

from agentbench.builder.skills import Library, Surroundings

ROOT = Path(__file__).resolve().parents[3] / "fixtures" / "skills"


def test_shipped_skills_are_sound() -> None:
    """Each can be read, describes itself, and some are hidden where nothing is loaded."""
    library = Library(ROOT)
    index = library.index(library.stamps(), Surroundings(tools=frozenset(), toolsets=frozenset()))
    assert index.reports == ()
    assert all(skill.description and len(skill.description) > 20 for skill, _ in index.decisions)
    assert len({skill.category for skill, _ in index.decisions}) >= 3
    assert {one.kind for _, outcome in index.hidden for one in outcome.unmet} >= {
        "requires_tools",
        "requires_toolsets",
    }
    assert "ask-for-sources" in {skill.name for skill in index.shown}
