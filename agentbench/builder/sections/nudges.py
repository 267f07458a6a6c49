"""Nudges: features that the agent should think of by itself, each a section of its own that a profile switches on."""

from collections.abc import Callable, Mapping

from agentbench.builder.profile import Nudge
from agentbench.builder.sections.section import Section, TurnContext

_NUDGES: Mapping[Nudge, str] = {
    "hand_off": """# Handing over
When a conversation turns into work for somebody else, offer to start the hand-over: who takes it, what is settled, what
is open.""",
    "ask_user": """# Asking back
When two readings of a request lead to different work, ask with the tool for questions instead of in prose: one
question, two to four answers to choose from.""",
    "entity_cards": """# Cards
When you speak of a person, a device or a project that the system knows, show its card with the first mention, so that
the user can act on it.""",
    "mermaid": """# Diagrams
Show sequences, states and dependencies of more than three parts as a Mermaid diagram in a fenced block. Keep labels
short and leave colours alone.""",
    "math": """# Formulas
Write formulas in LaTeX between dollar signs, one to a line when they are the point. Numbers in a sentence stay
plain.""",
    "improve_skills": """# Better skills
When you notice while following a skill that a step is missing or out of date, say so at the end and offer the
correction.""",
}


def _when_on(name: Nudge, text: str) -> Callable[[TurnContext], str | None]:
    def render(context: TurnContext) -> str | None:
        return text if name in context.profile.nudges else None

    return render


SECTIONS = tuple(
    Section(
        name=f"nudge_{name}",
        tier="stable",
        depends_on=("profile.nudges",),
        render=_when_on(name, text),
    )
    for name, text in _NUDGES.items()
)
