"""What the model would be shown: prompt, tools, blocks and their bytes, the request itself, and why not the rest."""

import dataclasses
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import pandas as pd

from agentbench import facts
from agentbench.builder import (
    Cast,
    Cell,
    Layout,
    Profile,
    Scenario,
    Step,
    Tool,
    Turn,
    TurnPrompt,
    with_profile,
)
from agentbench.builder.bench import Presentation
from agentbench.builder.gates import Decision, Gated, RunFacts
from agentbench.builder.gates import gate as gates
from agentbench.errors import BadInput
from agentbench.tape import Exchange
from agentbench.verbs import load
from agentbench.verbs.decisions import Decisions, skills_index
from agentbench.verbs.listed import Tools

if TYPE_CHECKING:
    from agentbench.frame import Piece

_EPOCH = datetime(2026, 1, 5, 9, 0, tzinfo=UTC)
"""Virtual time where neither a scenario nor `now` gives one: prompt bytes must not follow the machine's clock."""


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Built:
    """What one turn shows to the model."""

    prompt: TurnPrompt
    tools: Tools
    """The request's array, in its order; a tuple that shows itself."""
    exchange: Exchange
    """The turn's first request, rendered; nothing was sent."""
    decisions: Decisions
    """Which skills and tools are not there, and why."""

    @property
    def request(self) -> bytes:
        """The request's body, byte for byte."""
        assert self.exchange.request is not None
        return self.exchange.request.body

    @property
    def pieces(self) -> "tuple[Piece, ...]":
        """The request in cache order, cut where blocks begin and end."""
        from agentbench.frame import pieces

        return pieces(self.exchange)

    @property
    def spans(self) -> pd.DataFrame:
        """One row per block: segment, block, tier, start and end byte in it, bytes, tokens (estimated)."""
        assert self.exchange.request is not None
        family = facts.family(self.exchange.request.model or "")
        rows = [
            {
                "segment": piece.segment,
                "block": piece.block,
                "tier": piece.tier,
                "start": piece.start,
                "end": piece.end,
                "bytes": piece.end - piece.start,
                "tokens": facts.count_tokens(piece.text, family),
            }
            for piece in self.pieces
        ]
        return pd.DataFrame(rows, columns=["segment", "block", "tier", "start", "end", "bytes", "tokens"])

    def __repr__(self) -> str:
        from agentbench.verbs.prompt_html import built_text

        return built_text(self)

    def _repr_html_(self) -> str:
        from agentbench.verbs.prompt_html import built_html

        return built_html(self)


def build(
    profile: Profile | str | None = None,
    layout: Layout | str = "appended",
    model: str = "anthropic:claude-sonnet-4-6",
    presentation: Presentation = "eager",
    *,
    scenario: Scenario | str | None = None,
    turn: int = 0,
    now: datetime | None = None,
    run: RunFacts | None = None,
    skills: str | Path | None = None,
) -> Built:
    """What the model is shown at a turn of a scenario (without one: a single turn that says hello).

    The profile is the scenario's own where none is given. Names are looked up in the `fixtures` folder around the
    working directory; `now` replaces the virtual start. `run` is what the gates know: without it no tool is gated,
    as in a bench. `skills` is the folder of skills that decisions speak of, in place of the profile's.

    Raises:
        NotFound, BadInput: a name, a file, or a turn that the scenario does not have.
        UnknownModel: a model that no client can play.
    """
    from agentbench.harness.loop import run as through
    from agentbench.harness.play import prompts
    from agentbench.harness.presented import shown
    from agentbench.harness.render import rendered

    cast = _cast(profile, scenario, now)
    if not 0 <= turn < len(cast.scenario.turns):
        raise BadInput(
            f"asked for turn {turn} of scenario {cast.scenario.name!r}, found {len(cast.scenario.turns)} turns;"
            f" ask for 0 to {len(cast.scenario.turns) - 1}"
        )
    gated = Gated(kept=cast.tools, removed=()) if run is None else gates(cast.tools, run)
    chosen = layout if isinstance(layout, Layout) else load.layout(layout)
    cell = Cell(
        bench="build",
        layout=chosen,
        presentation=presentation,
        model=model,
        cast=dataclasses.replace(cast, tools=gated.kept),
    )
    prompt = prompts(cell)[turn]
    presented = shown(cell, prompt.moment.toolsets_lost).presented
    exchange = next(each for each in through(rendered(cell)) if each.origin and each.origin.turn == turn)
    there = _without(gated, prompt.moment.toolsets_lost)
    index = skills_index(_skills(skills, cast.profile), cast.profile, there.kept, cast.tools)
    return Built(
        prompt=prompt,
        tools=Tools(_on_the_wire(exchange, presented.array)),
        exchange=exchange,
        decisions=Decisions(skills=index, gated=there, deferred=presented.catalogue),
    )


def _without(gated: Gated, lost: Sequence[str]) -> Gated:
    """What is left at a turn where the servers of some toolsets do not answer."""
    gone = [tool for tool in gated.kept if tool.toolset in lost]
    dropped = [
        Decision(tool=tool.name, gate="dropped", reason=f"the server of {tool.toolset!r} does not answer")
        for tool in gone
    ]
    return Gated(
        kept=tuple(tool for tool in gated.kept if tool not in gone), removed=(*gated.removed, *dropped)
    )


def _on_the_wire(exchange: Exchange, array: Sequence[Tool]) -> tuple[Tool, ...]:
    """The tools in the order of the request; a search of the provider's or of pydantic-ai's is none of ours."""
    known = {tool.name: tool for tool in array}
    sent = exchange.request.tools if exchange.request else ()
    return tuple(known[name] for name in sent if name in known)


def _skills(named: str | Path | None, profile: Profile) -> Path:
    """The folder that was named, or the profile's, or `fixtures/skills`."""
    if named is not None:
        folder = Path(named)
        if not folder.is_dir():
            raise BadInput(f"asked for the skills of {str(named)!r}, found no such folder; name one")
        return folder
    own = getattr(profile, "skills", None)
    return load.root() / (own if isinstance(own, str) else "skills")


def _cast(profile: Profile | str | None, scenario: Scenario | str | None, now: datetime | None) -> Cast:
    if scenario is None:
        hello = Turn(user="Hello.", steps=(Step(say="Hello."),), after_seconds=0)
        scenario = Scenario(name="hello", description="One turn.", start=_EPOCH, turns=(hello,))
    elif isinstance(scenario, str):
        scenario = load.scenario(scenario)
    cast = with_profile(profile or scenario.profile, load.root(), scenario)
    if now is None:
        return cast
    start = now if now.tzinfo else now.replace(tzinfo=UTC)
    return dataclasses.replace(cast, scenario=dataclasses.replace(cast.scenario, start=start))
