"""What the model would be shown: prompt, tools, blocks and their bytes, the request itself."""

import dataclasses
from dataclasses import dataclass
from datetime import UTC, datetime

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
from agentbench.errors import BadInput
from agentbench.tape import Exchange
from agentbench.verbs import load

_EPOCH = datetime(2026, 1, 5, 9, 0, tzinfo=UTC)
"""Virtual time where neither a scenario nor `now` gives one: prompt bytes must not follow the machine's clock."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Built:
    """What one turn shows to the model."""

    prompt: TurnPrompt
    tools: tuple[Tool, ...]
    exchange: Exchange
    """The turn's first request, rendered; nothing was sent."""

    @property
    def request(self) -> bytes:
        """The request's body, byte for byte."""
        assert self.exchange.request is not None
        return self.exchange.request.body

    @property
    def spans(self) -> pd.DataFrame:
        """One row per block: segment, block, tier, start and end byte in it, bytes, tokens (estimated)."""
        assert self.exchange.request is not None
        family = facts.family(self.exchange.request.model or "")
        rows: list[tuple[str, str, str | None, int, int, str]] = []
        for segment in self.exchange.request.segments:
            owned = self.exchange.blocks.get(segment.path)
            if owned is None:
                name = (
                    f"tool:{_tool_name(self.tools, segment.path)}"
                    if segment.level == "tools"
                    else str(segment.role)
                )
                rows.append((segment.path, name, None, 0, len(segment.raw), segment.text))
                continue
            for span in owned:
                text = segment.raw[span.start : span.end].decode("utf-8", "replace")
                rows.append((segment.path, span.name, span.tier, span.start, span.end, text))
        table = pd.DataFrame(rows, columns=["segment", "block", "tier", "start", "end", "text"])
        table["bytes"] = table["end"] - table["start"]
        table["tokens"] = [facts.count_tokens(text, family) for text in table.pop("text")]
        return table


def _tool_name(tools: tuple[Tool, ...], path: str) -> str:
    return tools[int(path[len("tools[") : -1])].name


def build(
    profile: Profile | str | None = None,
    layout: Layout | str = "appended",
    model: str = "anthropic:claude-sonnet-4-6",
    *,
    scenario: Scenario | str | None = None,
    turn: int = 0,
    now: datetime | None = None,
) -> Built:
    """What the model is shown at a turn of a scenario (without one: a single turn that says hello).

    The profile is the scenario's own where none is given.

    Names are looked up in the `fixtures` folder around the working directory; `now` replaces the virtual start.

    Raises:
        NotFound, BadInput: a name, a file, or a turn that the scenario does not have.
        UnknownModel: a model that no client can play.
    """
    from agentbench.builder.tools import ordered
    from agentbench.harness.loop import run
    from agentbench.harness.play import prompts
    from agentbench.harness.render import rendered

    cast = _cast(profile, scenario, now)
    if not 0 <= turn < len(cast.scenario.turns):
        raise BadInput(
            f"asked for turn {turn} of scenario {cast.scenario.name!r}, found {len(cast.scenario.turns)} turns;"
            f" ask for 0 to {len(cast.scenario.turns) - 1}"
        )
    chosen = layout if isinstance(layout, Layout) else load.layout(layout)
    cell = Cell(bench="build", layout=chosen, presentation="eager", model=model, cast=cast)
    exchange = next(each for each in run(rendered(cell)) if each.origin and each.origin.turn == turn)
    return Built(prompt=prompts(cell)[turn], tools=ordered(cast.tools), exchange=exchange)


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
