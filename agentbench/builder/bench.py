"""A bench: layouts, presentations, models and scenarios in every combination, so that a difference has an owner."""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import Annotated, ClassVar

from pydantic import AfterValidator, AwareDatetime

from agentbench.builder.deferral.presentation import Presentation as Presentation
from agentbench.builder.exclusion import Exclusion, each_leaves_something_out
from agentbench.builder.fault import Fault
from agentbench.builder.layout import Layout
from agentbench.builder.profile import FORBID, Forbid, Profile
from agentbench.builder.scenario import Scenario
from agentbench.builder.tools import Tool


@dataclass(frozen=True, slots=True, kw_only=True)
class BenchFile:
    """A bench as people write it: names of the things to combine."""

    __pydantic_config__: ClassVar[Forbid] = FORBID

    name: str
    layouts: tuple[str, ...]
    """Names in `fixtures/layouts/`, or paths from the bench file ending in .yaml."""
    presentations: tuple[Presentation, ...] = ("eager",)
    models: tuple[str, ...]
    """pydantic-ai's model ids."""
    scenarios: tuple[str, ...]
    repeats: int = 1
    apart: bool = False
    """Every turn is a conversation of its own, in one session: what was said before is not sent again."""
    start: AwareDatetime | None = None
    """Virtual time at which every session starts, with its zone, in place of the scenario's own: prices and cache
    rules are those of the day."""
    exclude: Annotated[tuple[Exclusion, ...], AfterValidator(each_leaves_something_out)] = ()
    """Cells to leave out, as in a matrix of GitHub Actions: those that match every key of an entry, each named as
    the lists above name it."""
    faults: tuple[Fault, ...] = ()
    """What simulated providers do wrong on purpose while they are recorded (`--simulate`)."""
    seed: int = 0
    """For what is left to chance: which calls a fault's share hits."""
    recordings: tuple[str, ...] = ()
    """Folders or files of recorded traffic, from the bench file, to be read beside it where they are there."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Cast:
    """A scenario with the profile and the tools that play in it."""

    scenario: Scenario
    profile: Profile
    tools: tuple[Tool, ...]
    skills_index: str | None = None
    """The block that lists the profile's skills, as these tools decide it; None where there is none to list."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Cell:
    """One session to play: arm (layout x presentation x model) x scenario x repeat."""

    bench: str
    layout: Layout
    presentation: Presentation
    model: str
    cast: Cast
    repeat: int = 0
    apart: bool = False
    """Every turn is a conversation of its own."""

    @property
    def slug(self) -> str:
        """The cell's name as a relative path without suffix, the same on every machine."""
        model = self.model.replace(":", "-").replace("/", "-")
        tail = f"-{self.repeat}" if self.repeat else ""
        return f"{self.bench}/{self.layout.name}/{self.presentation}/{model}/{self.cast.scenario.name}{tail}"

    @property
    def models(self) -> tuple[str, ...]:
        """Every model that the session asks: the arm's own, then those that it is switched to."""
        events = (event for turn in self.cast.scenario.turns for event in turn.events)
        switched = (event.name for event in events if event.kind == "model_switch" and event.name)
        return tuple(dict.fromkeys((self.model, *switched)))

    @property
    def named(self) -> Mapping[str, str]:
        """The cell's name on each axis."""
        return {
            "layout": self.layout.name,
            "presentation": self.presentation,
            "model": self.model,
            "scenario": self.cast.scenario.name,
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class Bench:
    """What to compare, loaded."""

    name: str
    layouts: tuple[Layout, ...]
    presentations: tuple[Presentation, ...] = ("eager",)
    models: tuple[str, ...]
    casts: tuple[Cast, ...]
    repeats: int = 1
    apart: bool = False
    """Every turn is a conversation of its own."""
    exclude: tuple[Exclusion, ...] = ()
    """Cells that are left out, by the names of the loaded values."""
    faults: tuple[Fault, ...] = ()
    """What simulated providers do wrong on purpose."""
    seed: int = 0
    """For what is left to chance: which calls a fault's share hits."""
    recordings: tuple[Path, ...] = ()
    """Where recorded traffic may lie."""

    @property
    def cells(self) -> tuple[Cell, ...]:
        """Every combination that is not excluded, in the order in which the bench names them."""
        axes = product(self.layouts, self.presentations, self.models, self.casts, range(self.repeats))
        every = (
            Cell(
                bench=self.name,
                layout=layout,
                presentation=presentation,
                model=model,
                cast=cast,
                repeat=repeat,
                apart=self.apart,
            )
            for layout, presentation, model, cast, repeat in axes
        )
        return tuple(cell for cell in every if not any(entry.matches(cell.named) for entry in self.exclude))
