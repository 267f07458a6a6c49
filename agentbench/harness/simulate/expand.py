"""The script as a model would have to play it where tools are deferred: search first, then call through the bridge.

What a simulated model does here says nothing about what a real one would; it makes the tokens and the prefix of a
presentation measurable.
"""

from collections.abc import Iterable
from dataclasses import replace

from agentbench.builder.scenario import Call, Scenario, Step, Turn

SEARCHES = {"bridge": "tool_search", "local": "search_tools", "native": "search_tools"}
"""The tool that a presentation's model searches with."""


def expanded(scenario: Scenario, presentation: str, deferred: Iterable[str]) -> Scenario:
    """The scenario with a search in front of the first call of each deferred tool, calls made as presented."""
    hidden = frozenset(deferred)
    if presentation == "eager" or not hidden:
        return scenario
    found: set[str] = set()
    turns = []
    for turn in scenario.turns:
        steps: list[Step] = []
        for step in turn.steps:
            wanted = [call for call in step.calls if call.tool in hidden]
            new = [call for call in wanted if call.tool not in found]
            if new and presentation in SEARCHES:
                steps.append(Step(calls=(_search(presentation, turn, new),)))
            found.update(call.tool for call in new)
            calls = tuple(_presented(call, presentation, hidden) for call in step.calls)
            steps.append(replace(step, calls=calls))
        turns.append(replace(turn, steps=tuple(steps)))
    return replace(scenario, turns=tuple(turns))


def _search(presentation: str, turn: Turn, calls: list[Call]) -> Call:
    needs = list(dict.fromkeys(" ".join(call.tool.split("_")) for call in calls))
    return Call(tool=SEARCHES[presentation], args={"queries": needs})


def _presented(call: Call, presentation: str, hidden: frozenset[str]) -> Call:
    if call.tool not in hidden or presentation in ("local", "native"):
        return call
    return replace(call, tool="tool_call", args={"name": call.tool, "arguments": dict(call.args)})
