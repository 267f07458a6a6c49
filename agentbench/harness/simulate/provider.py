"""A simulated provider: the vendor's wire format, `caching`'s machine for what is reused, the scenario's words.

It counts tokens, it does not think. Whatever it answers is `simulated` and says so in a response header.
"""

import json
from collections.abc import Mapping
from threading import Lock

from agentbench import caching, facts
from agentbench.builder.scenario import Scenario
from agentbench.harness.simulate.cue import Cue
from agentbench.harness.simulate.script import Line, line
from agentbench.harness.simulate.wires import FORMATS, WIRES
from agentbench.harness.stage import SENT_TO_FIRST_BYTE
from agentbench.tape import wire
from agentbench.tape.exchange import Usage

PROVENANCE = ("x-agentbench-provenance", "simulated")
PROVIDERS = {"anthropic_messages": "anthropic", "openai_chat": "openai"}
"""Whose rules hold for which wire format."""


class Provider:
    """Answers requests of cells; each cell is a workspace of its own, so that nothing warm leaks between them."""

    def __init__(self, scenarios: Mapping[str, Scenario]) -> None:
        self._scenarios = scenarios
        """Scope (a cell's slug) to the scenario that is played there."""
        self._states: dict[tuple[str, str], caching.State] = {}
        self._lock = Lock()

    def serve(self, path: str, cue: Cue, body: bytes) -> bytes:
        """The JSON body of the answer.

        Raises:
            KeyError: an endpoint or a scope that this provider does not have.
        """
        words = line(self._scenarios[cue.scope], cue.turn, cue.step)
        model = str(json.loads(body)["model"])
        with self._lock:
            usage = self._usage(FORMATS[path], model, cue, body, words)
        return json.dumps(WIRES[path](words, model, usage), ensure_ascii=False).encode()

    def _usage(self, wire_name: str, model: str, cue: Cue, body: bytes, words: Line) -> Usage:
        family = facts.family(model)
        rule = facts.cache_rule(PROVIDERS[wire_name], model, cue.sent_at.date())
        if rule is None:
            raise KeyError(f"no cache rule for {model!r}")
        prepared = caching.prepare(
            wire.request(wire_name, body), rule, lambda text: facts.count_tokens(text, family)
        )
        now = cue.sent_at.timestamp()
        state = self._states.get((cue.scope, model), caching.State())
        outcome = caching.look_up(state, prepared, now)
        self._states[cue.scope, model] = caching.store(
            state, prepared, outcome, now, readable_at=now + SENT_TO_FIRST_BYTE.total_seconds()
        )
        return caching.usage(prepared, outcome, _output_tokens(words, family))


def _output_tokens(words: Line, family: str | None) -> int:
    spoken = words.step.say or ""
    called = "".join(f"{name}{json.dumps(dict(args), ensure_ascii=False)}" for _, name, args in words.calls)
    return facts.count_tokens(spoken + called, family)
