"""The whole system prompt of agentbench under the side-by-side driver: the same function names as the other side."""

import shutil
from datetime import UTC, datetime
from pathlib import Path

from agentbench import facts
from agentbench.builder import (
    Environment,
    Given,
    Profile,
    Scenario,
    Step,
    Turn,
    User,
    fixtures_root,
    load_layout,
    plan,
    resolve,
)
from agentbench.builder.skills import Library, Surroundings
from tests.bench.skill_files import TOOLS, TOOLSETS, write_skill_files

MODEL = "openai:gpt-5"
PROFILE = Profile(
    name="p",
    user=User(name="u"),
    help="See the manual.",
    platform="telegram",
    environment=Environment(home="/h"),
)
SCENARIO = Scenario(
    name="one",
    description="",
    start=datetime(2026, 3, 3, tzinfo=UTC),
    turns=(Turn(user="Hello.", steps=(Step(say="Hello."),)),),
)


class Adapter:
    """One library of skills and the layout that follows the other side."""

    def __init__(self, base: Path) -> None:
        """Everything is written below `base`."""
        self._skills = base / "skills"
        self._layout = load_layout(resolve("tiered", "layouts", fixtures_root(Path(__file__).parent)))
        self._library = Library(self._skills)
        self._stamps = self._library.stamps()
        self._here = Surroundings(tools=frozenset(TOOLS), toolsets=frozenset(TOOLSETS))

    def load_skills(self, number: int) -> None:
        """Write that many skills."""
        shutil.rmtree(self._skills, ignore_errors=True)
        write_skill_files(self._skills, number)

    def prepare_prompt_warm(self) -> None:
        """Read the skills once."""
        assert len(self.prompt_warm()) > 1_000

    def prompt_warm(self) -> str:
        """All tiers of a new session: the stamp of every skill file is taken, none is read again."""
        self._stamps = self._library.stamps()
        return self.prompt_unchecked()

    def prepare_prompt_unchecked(self) -> None:
        """Take the stamps once."""
        self.prepare_prompt_warm()

    def prompt_unchecked(self) -> str:
        """All tiers of a new session, the skills index from memory: what the other side does."""
        card = facts.card(MODEL)
        index = self._library.text(self._stamps, self._here)
        given = Given(model=MODEL, window=card.window, skills_index=index)
        (prompt,) = plan(self._layout, PROFILE, SCENARIO, family=card.family, tool_names=TOOLS, given=given)
        return prompt.system.text
