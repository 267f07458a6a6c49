"""Played turns for the tests: each a conversation of its own, its answers given as the tools that they call."""

from collections.abc import Sequence

import pandas as pd

from agentbench.frame import build
from agentbench.measure import priced
from agentbench.measure.selection import Labels, scored
from agentbench.tape.exchange import Exchange, Provenance, Response, ToolCall, Usage
from tests.exchanges import exchange, origin, request

TOOLSETS = {"pay": "bank", "refund": "bank", "post": "chat", "look": "web"}
LABELS = {"needs": Labels(expected=(("pay",), ("post",), (), None), toolsets=TOOLSETS)}
BRIDGED = ("tool_search", "tool_describe", "tool_call")

Answer = Sequence[str] | int
"""What an answer calls (`?` before a name searches, and brings that tool back), or the status of an error."""


def turn(
    number: int,
    *answers: Answer,
    presentation: str = "eager",
    tokens: int | None = 100,
    read: int = 0,
    provenance: Provenance = "recorded",
    scenario: str = "needs",
) -> list[Exchange]:
    """One turn, an exchange per answer, each with as many input tokens, `read` of them from the cache."""
    messages = ["said"]
    made = []
    for step, answer in enumerate(answers):
        calls = () if isinstance(answer, int) else tuple(map(_call, answer))
        used = Usage() if isinstance(answer, int) else Usage(input_total=tokens, read=read, output=1)
        made.append(
            exchange(
                request(tools=BRIDGED if presentation == "bridge" else tuple(TOOLSETS), messages=messages),
                index=10 * number + step,
                cassette=f"{provenance}/{presentation}/{scenario}.yaml",
                conversation=str(number),
                provenance=provenance,
                origin=origin(turn=number, step=step, presentation=presentation, scenario=scenario),
                response=Response(
                    status=answer if isinstance(answer, int) else 200, tool_calls=calls, usage=used
                ),
            )
        )
        messages = (
            [*messages, *(_result(name) for name in answer)] if not isinstance(answer, int) else messages
        )
    return made


def frame(*turns: Sequence[Exchange]) -> pd.DataFrame:
    """The scored and priced frame of these turns."""
    return scored(priced(build([one for each in turns for one in each])), LABELS)


def _call(name: str) -> ToolCall:
    if name.startswith("?"):
        return ToolCall(name="tool_search", arguments={"queries": ["q"]})
    return ToolCall(name=name, arguments={})


def _result(name: str) -> str:
    found = name.removeprefix("?")
    return f'{{"matches": [{{"name": "{found}"}}]}}' if name.startswith("?") else f"{name} is done"
