"""Play one cell: a pydantic-ai agent goes through the scenario, every request over HTTP."""

from collections import defaultdict, deque
from collections.abc import Awaitable, Callable, Sequence

from pydantic_ai import Agent
from pydantic_ai.exceptions import AgentRunError
from pydantic_ai.messages import InstructionPart, ModelMessage, ModelRequest, SystemPromptPart
from pydantic_ai.tools import Tool as AgentTool
from pydantic_ai.toolsets import FunctionToolset

from agentbench import facts
from agentbench.builder.bench import Cell
from agentbench.builder.prompt import TurnPrompt, plan
from agentbench.builder.scenario import Turn
from agentbench.builder.tools import Tool, ordered
from agentbench.harness.clients import client
from agentbench.harness.settings import settings
from agentbench.harness.stage import Stage

NOT_SCRIPTED = "This tool has nothing to say about that."
"""What a tool answers to a call that the scenario does not script (a real model may call what it likes)."""


def prompts(cell: Cell) -> tuple[TurnPrompt, ...]:
    """The prompts of the cell's turns."""
    tools = ordered(cell.cast.tools)
    return plan(
        cell.layout,
        cell.cast.profile,
        cell.cast.scenario,
        family=facts.card(cell.model).family,
        tool_names=tuple(tool.name for tool in tools),
    )


async def play(cell: Cell, stage: Stage, key: str = "replay") -> None:
    """Play all turns; what passed stays on the stage.

    Raises:
        The error that answering raised, where one did; pydantic-ai's own otherwise.
    """
    scenario = cell.cast.scenario
    agent = Agent(client(cell.model, stage, key))
    session = f"agentbench-{scenario.name}-{cell.repeat}"
    history: Sequence[ModelMessage] = ()
    for turn, prompt in zip(scenario.turns, prompts(cell), strict=True):
        stage.begin_turn(prompt.moment.turn, prompt.moment.now)
        try:
            result = await agent.run(
                user_words(cell, turn, prompt),
                message_history=[*history, *updates(cell, prompt)] or None,
                instructions=instructions(prompt),
                toolsets=[FunctionToolset(_tools(cell, turn))],
                model_settings=settings(cell.layout, session),
            )
        except (AgentRunError, OSError):
            if stage.failure is not None:
                raise stage.failure from None
            raise
        history = result.all_messages()


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


def _tools(cell: Cell, turn: Turn) -> list[AgentTool]:
    results: dict[str, deque[str]] = defaultdict(deque)
    for step in turn.steps:
        for call in step.calls:
            results[call.tool].append(call.result)
    return [_tool(tool, results) for tool in ordered(cell.cast.tools)]


def _tool(tool: Tool, results: dict[str, deque[str]]) -> AgentTool:
    return AgentTool.from_schema(
        _body(tool.name, results), tool.name, tool.shown_description, dict(tool.parameters)
    )


def _body(name: str, results: dict[str, deque[str]]) -> Callable[..., Awaitable[str]]:
    # a coroutine: parallel calls then run in the order in which the model made them, not as threads race
    async def answer(**_: object) -> str:
        return results[name].popleft() if results[name] else NOT_SCRIPTED

    return answer
