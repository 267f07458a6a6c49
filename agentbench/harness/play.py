"""Play one cell: a pydantic-ai agent goes through the scenario, every request over HTTP."""

from collections.abc import Sequence

from pydantic_ai import Agent
from pydantic_ai.exceptions import AgentRunError
from pydantic_ai.messages import InstructionPart, ModelMessage, ModelRequest, SystemPromptPart, UserPromptPart
from pydantic_ai.usage import UsageLimits

from agentbench import facts
from agentbench.builder.bench import Cell
from agentbench.builder.prompt import TurnPrompt, plan
from agentbench.builder.scenario import Turn
from agentbench.builder.sections import Given
from agentbench.harness.clients import client
from agentbench.harness.presented import seen_through, shown, toolset
from agentbench.harness.settings import settings
from agentbench.harness.stage import Stage

MOST_LOCAL_STEPS = 6
"""Requests after which a small model's turn is ended."""


def prompts(cell: Cell) -> tuple[TurnPrompt, ...]:
    """The prompts of the cell's turns."""
    of, card = shown(cell), facts.card(cell.model)
    return plan(
        cell.layout,
        cell.cast.profile,
        cell.cast.scenario,
        family=card.family,
        tool_names=of.tool_names,
        given=Given(
            model=cell.model,
            window=card.window,
            skills_index=cell.cast.skills_index,
            deferred_names=of.presented.names_block,
        ),
    )


async def play(cell: Cell, stage: Stage, key: str = "replay") -> None:
    """Play all turns; what passed stays on the stage.

    Where a local model's turn fails, the user's words stay in the history, unanswered, and the session goes on.

    Raises:
        The error that answering raised, where one did; pydantic-ai's own otherwise.
    """
    scenario = cell.cast.scenario
    agent = Agent()
    session = f"agentbench-{scenario.name}-{cell.repeat}"
    history: Sequence[ModelMessage] = ()
    of = shown(cell)
    before: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())
    for turn, prompt in zip(scenario.turns, prompts(cell), strict=True):
        moment = prompt.moment
        stage.begin_turn(moment.turn, moment.now)
        servers = (moment.toolsets_lost, moment.toolsets_reordered)
        # a bridge over 2,000 tools takes half a second to index: made again only when a server moved
        if servers != before:
            of, before = shown(cell, *servers), servers
        model_id = moment.model or cell.model
        # compressed: what was said lives on in the summary, a block of the prompt
        if moment.compressed or cell.apart:
            history = ()
        try:
            result = await agent.run(
                user_words(cell, turn, prompt),
                model=seen_through(
                    client(model_id, stage, key, local_search=cell.presentation == "local"), of
                ),
                message_history=[*history, *updates(cell, prompt)] or None,
                instructions=instructions(prompt),
                toolsets=[toolset(of, turn)],
                usage_limits=limits(cell),
                model_settings=settings(cell.layout, model_id, session),
            )
        except (AgentRunError, OSError):
            if stage.failure is not None:
                raise stage.failure from None
            if not cell.model.startswith("local"):
                raise
            # a small model's call may be no call at all (status 500), or be repeated for ever: that turn is over
            asked = ModelRequest(parts=[UserPromptPart(user_words(cell, turn, prompt))])
            history = [*history, *updates(cell, prompt), asked]
            continue
        history = result.all_messages()


def limits(cell: Cell) -> UsageLimits | None:
    """How many requests one turn may take: few for a small model, which may repeat itself."""
    return UsageLimits(request_limit=MOST_LOCAL_STEPS) if cell.model.startswith("local") else None


def instructions(prompt: TurnPrompt) -> list[InstructionPart]:
    """The system texts: one literal, and volatile text as a block of its own behind it."""
    parts = [InstructionPart(prompt.system.text, dynamic=False)]
    if prompt.second:
        parts.append(InstructionPart(prompt.second.text, dynamic=True))
    return parts


def updates(cell: Cell, prompt: TurnPrompt) -> tuple[ModelRequest, ...]:
    """Appended volatile text, as a system message that stays in the history."""
    if cell.layout.volatile != "appended" or not prompt.appended:
        return ()
    return (ModelRequest(parts=[SystemPromptPart(prompt.appended.text)]),)


def user_words(cell: Cell, turn: Turn, prompt: TurnPrompt) -> str | list[str]:
    """What the user says, with volatile text in front of it where the layout wants that."""
    if cell.layout.volatile == "front" and prompt.appended:
        return [prompt.appended.text, turn.user]
    return turn.user
