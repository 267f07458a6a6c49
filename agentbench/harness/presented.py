"""A session's tools as pydantic-ai runs them, in each presentation; bodies answer from the scenario's script."""

from collections import defaultdict, deque
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from pydantic_ai import ModelRetry, RunContext
from pydantic_ai.messages import ModelMessage, ModelResponse
from pydantic_ai.models import Model, ModelRequestParameters
from pydantic_ai.models.wrapper import WrapperModel
from pydantic_ai.settings import ModelSettings
from pydantic_ai.tools import Tool as AgentTool
from pydantic_ai.toolsets import AbstractToolset, FunctionToolset

from agentbench.builder.bench import Cell
from agentbench.builder.deferral import (
    RESERVED,
    Answer,
    Bridge,
    Presented,
    Refusal,
    Run,
    bridge,
    call,
    deferrable,
    present,
)
from agentbench.builder.gates import Decision
from agentbench.builder.scenario import Turn
from agentbench.builder.tools import Tool, argument_problem, relisted

NOT_SCRIPTED = "This tool has nothing to say about that."
"""What a tool answers to a call that the scenario does not script (a real model may call what it likes)."""

Body = Callable[..., Awaitable[str]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown:
    """How a cell's tools are shown, decided once when its session starts."""

    presented: Presented
    bridge: Bridge | None
    """What answers the bridge's tools; None where the presentation has none."""
    searched: bool
    """Whether pydantic-ai's own search stands before the catalogue."""

    @property
    def deferred(self) -> tuple[str, ...]:
        """Names of the tools that the model does not see at first."""
        return tuple(tool.name for tool in self.presented.catalogue)

    @property
    def tool_names(self) -> tuple[str, ...]:
        """Names of the array's tools."""
        return tuple(tool.name for tool in self.presented.array)


def shown(cell: Cell, lost: Sequence[str] = (), reordered: Sequence[str] = ()) -> Shown:
    """The cell's tools in its presentation, without those of lost toolsets, as their servers list them.

    Whether anything is deferred is decided by all tools, as when the session starts: a server that goes away
    changes the catalogue, and the array of a bridge not at all. With nothing to defer every presentation is the
    eager one.
    """
    tools = relisted(cell.cast.tools, reordered)
    deferring = cell.presentation != "eager" and any(map(deferrable, tools))
    there = [tool for tool in tools if tool.toolset not in lost]
    presented = present(there, cell.presentation, deferred=deferring)
    if deferring and cell.presentation in ("bridge", "named"):
        gone = [
            Decision(tool=tool.name, gate="dropped", reason=f"the server of {tool.toolset!r} does not answer")
            for tool in tools
            if tool.toolset in lost
        ]
        through = bridge(presented.catalogue, presented.array, gone)
        return Shown(presented=presented, bridge=through, searched=False)
    return Shown(presented=presented, bridge=None, searched=bool(presented.catalogue))


def toolset(of: Shown, turn: Turn) -> AbstractToolset[object]:
    """The tools of one turn: those of the array first, in its order, then the deferred ones."""
    bodies = _Bodies(turn)
    array = [_tool(tool, bodies.of(tool, of.bridge)) for tool in of.presented.array]
    catalogue = [_tool(tool, bodies.of(tool, None)) for tool in of.presented.catalogue]
    if of.searched:
        return FunctionToolset([*array, *(replace(tool, defer_loading=True) for tool in catalogue)])
    return FunctionToolset([*array, *catalogue])


def seen_through(model: Model, of: Shown) -> Model:
    """The model as the bridge wants it: deferred tools can be called by their exact name, and are never on the wire."""
    return _Withholding(model, frozenset(of.deferred)) if of.bridge else model


class _Withholding(WrapperModel):
    """Takes the deferred tools out of each request; pydantic-ai still knows how to run them."""

    def __init__(self, wrapped: Model, withheld: frozenset[str]) -> None:
        super().__init__(wrapped)
        self._withheld = withheld

    async def request(
        self,
        messages: list[ModelMessage],
        model_settings: ModelSettings | None,
        model_request_parameters: ModelRequestParameters,
    ) -> ModelResponse:
        tools = [t for t in model_request_parameters.function_tools if t.name not in self._withheld]
        return await super().request(
            messages, model_settings, replace(model_request_parameters, function_tools=tools)
        )


class _Bodies:
    """The bodies of one turn's tools: each call takes the next scripted result of its tool."""

    def __init__(self, turn: Turn) -> None:
        self._results: Mapping[str, deque[str]] = defaultdict(deque)
        for step in turn.steps:
            for one in step.calls:
                self._results[one.tool].append(one.answer)

    def of(self, tool: Tool, through: Bridge | None) -> Body:
        """What runs when the tool is called."""

        # coroutines: parallel calls then run in the order in which the model made them, not as threads race
        async def direct(**arguments: object) -> str:
            return self._next(tool.name)

        async def bridged(**arguments: object) -> str:
            assert through is not None
            match call(through, tool.name, arguments):
                case Run(tool=real):
                    return self._next(real.name)
                case Answer(text=text) | Refusal(text=text):
                    return text

        return bridged if through and tool.name in RESERVED else direct

    def _next(self, name: str) -> str:
        results = self._results[name]
        return results.popleft() if results else NOT_SCRIPTED


def _tool(tool: Tool, body: Body) -> AgentTool:
    async def check(_: RunContext[object], **arguments: object) -> None:
        problem = argument_problem(tool, arguments)
        if problem:
            raise ModelRetry(problem)

    return AgentTool.from_schema(
        body, tool.name, tool.shown_description, dict(tool.parameters), args_validator=check
    )
