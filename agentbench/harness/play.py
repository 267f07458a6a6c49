"""Play one cell: a pydantic-ai agent goes through the scenario, every request over HTTP."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pydantic_ai import Agent
from pydantic_ai.exceptions import AgentRunError
from pydantic_ai.messages import InstructionPart, ModelMessage, ModelRequest, SystemPromptPart, UserPromptPart
from pydantic_ai.usage import UsageLimits

from agentbench import facts
from agentbench.builder.bench import Cell
from agentbench.builder.prompt import TurnPrompt, plan
from agentbench.builder.scenario import Turn
from agentbench.builder.sections import Given
from agentbench.harness.clients import client, provider_of, vendor_of
from agentbench.harness.presented import Shown, seen_through, shown, toolset
from agentbench.harness.settings import settings
from agentbench.harness.stage import Stage

NO_KEY = "replay"
"""Shown where no key is needed: a tape, a script or a simulated provider answers."""


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


async def play(cell: Cell, stage: Stage, keys: Mapping[str, str] | None = None) -> None:
    """Play all turns; what passed stays on the stage. `keys`: by provider, where it wants one.

    Where a small model's turn fails, the user's words stay in the history, unanswered, and the session goes on.

    Raises:
        The error that answering raised, where one did; pydantic-ai's own otherwise.
    """
    playing = _Playing(agent=Agent(), cell=cell, stage=stage, keys=keys or {})
    history: Sequence[ModelMessage] = ()
    of = shown(cell)
    before: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())
    for turn, prompt in zip(cell.cast.scenario.turns, prompts(cell), strict=True):
        moment = prompt.moment
        stage.begin_turn(moment.turn, moment.now)
        servers = (moment.toolsets_lost, moment.toolsets_reordered)
        # a bridge over 2,000 tools takes half a second to index: made again only when a server moved
        if servers != before:
            of, before = shown(cell, *servers), servers
        # compressed: what was said lives on in the summary, a block of the prompt
        if moment.compressed or cell.apart:
            history = ()
        history = await _turn(playing, turn, prompt, of, history)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Playing:
    """What stays the same through a session."""

    agent: Agent
    cell: Cell
    stage: Stage
    keys: Mapping[str, str]


async def _turn(
    playing: _Playing, turn: Turn, prompt: TurnPrompt, of: Shown, history: Sequence[ModelMessage]
) -> Sequence[ModelMessage]:
    """The history after the turn."""
    cell, stage = playing.cell, playing.stage
    model_id = prompt.moment.model or cell.model
    vendor, key = vendor_of(model_id), playing.keys.get(provider_of(model_id), NO_KEY)
    model = client(model_id, stage, key, local_search=cell.presentation == "local")
    words, told = user_words(cell, turn, prompt), [*history, *updates(cell, prompt)]
    try:
        result = await playing.agent.run(
            words,
            model=seen_through(model, of),
            message_history=told or None,
            instructions=instructions(prompt),
            toolsets=[toolset(of, turn)],
            usage_limits=UsageLimits(request_limit=vendor.most_steps) if vendor.most_steps else None,
            model_settings=settings(cell.layout, model_id, _session(cell)),
        )
    except (AgentRunError, OSError):
        if stage.failure is not None:
            raise stage.failure from None
        if not vendor.turns_may_fail:
            raise
        # a small model's call may be no call at all (status 500), or be repeated for ever: that turn is over
        return [*told, ModelRequest(parts=[UserPromptPart(words)])]
    return result.all_messages()


def _session(cell: Cell) -> str:
    """The session's name where a provider wants one for its cache."""
    return f"agentbench-{cell.cast.scenario.name}-{cell.repeat}"


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
