"""A simulated provider: the vendor's wire format, `caching`'s machine for what is reused, the scenario's words.

It counts tokens, it does not think. Whatever it answers is `simulated` and says so in a response header.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from datetime import timedelta
from threading import Lock

from agentbench import caching, facts
from agentbench.builder.fault import Fault
from agentbench.builder.scenario import Scenario
from agentbench.errors import NotFound
from agentbench.harness.simulate.cue import Cue
from agentbench.harness.simulate.faults import Faults
from agentbench.harness.simulate.script import Line, line
from agentbench.harness.simulate.wires import Endpoint, endpoint_of
from agentbench.harness.stage import SENT_TO_FIRST_BYTE
from agentbench.tape import wire
from agentbench.tape.exchange import Usage

JSON = "application/json"
PROVENANCE = ("x-agentbench-provenance", "simulated")


class Provider:
    """Answers requests of cells; each cell is a workspace of its own, so that nothing warm leaks between them."""

    def __init__(
        self, scenarios: Mapping[str, Scenario], faults: Sequence[Fault] = (), seed: int = 0
    ) -> None:
        self._scenarios = scenarios
        """Scope (a cell's slug) to the scenario that is played there."""
        self._states: dict[tuple[str, str], caching.State] = {}
        self._faults = Faults(faults, seed)
        self._lock = Lock()

    def fault(self, cue: Cue) -> Fault | None:
        """What goes wrong with this call, if anything; asking counts."""
        with self._lock:
            return self._faults.next(cue)

    def serve(self, uri: str, cue: Cue, body: bytes, late_s: float = 0) -> tuple[str, bytes]:
        """Content type and body of the answer to a request for the vendor's address: JSON, or a stream.

        `late_s`: virtual seconds by which the first byte comes late; a cache entry is readable no earlier.

        Raises:
            NotFound: an endpoint, a scope or a cache rule that this provider does not have.
        """
        if cue.scope not in self._scenarios:
            raise NotFound(f"asked for the scope {cue.scope!r}, found {len(self._scenarios)} others")
        words = line(self._scenarios[cue.scope], cue.turn, cue.step)
        endpoint, model = endpoint_of(uri)
        asked = json.loads(body)
        named = model or str(asked["model"])
        with self._lock:
            usage = self._usage(endpoint, named, cue, body, words, late_s)
        answer = endpoint.words(words, named, usage)
        if endpoint.asks_stream(uri, asked):
            return endpoint.streamed.content_type, endpoint.streamed.body(answer, asked)
        return JSON, json.dumps(answer, ensure_ascii=False).encode()

    def _usage(
        self, endpoint: Endpoint, model: str, cue: Cue, body: bytes, words: Line, late_s: float
    ) -> Usage:
        rule = facts.cache_rule(endpoint.provider, model, cue.sent_at.date())
        if rule is None:
            raise NotFound(f"asked for the cache rule of {model!r} at {endpoint.provider!r}, found none")
        count = facts.card(model).count
        prepared = caching.prepare(wire.request(endpoint.wire, body), rule, count)
        now = cue.sent_at.timestamp()
        state = self._states.get((cue.scope, model), caching.State())
        outcome = caching.look_up(state, prepared, now)
        first_byte = cue.sent_at + SENT_TO_FIRST_BYTE + timedelta(seconds=late_s)
        self._states[cue.scope, model] = caching.store(
            state, prepared, outcome, now, readable_at=first_byte.timestamp()
        )
        return caching.usage(prepared, outcome, _output_tokens(words, count))


def _output_tokens(words: Line, count: Callable[[str], int]) -> int:
    spoken = words.step.say or ""
    called = "".join(f"{name}{json.dumps(dict(args), ensure_ascii=False)}" for _, name, args in words.calls)
    return count(spoken + called)
