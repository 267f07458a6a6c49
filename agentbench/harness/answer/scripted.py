"""Answers from the scenario's script, in this process: a session is rendered and nothing is sent."""

import json

from agentbench.builder.scenario import Scenario
from agentbench.harness.simulate.script import line
from agentbench.harness.simulate.wires import endpoint_of
from agentbench.harness.stage import Answer, Sent
from agentbench.tape.exchange import Usage


class Scripted:
    """The script's words, without any usage: what a render reads is the requests alone."""

    def __init__(self, scenario: Scenario) -> None:
        self._scenario = scenario

    async def answer(self, sent: Sent) -> Answer:
        """The words of the turn and step."""
        endpoint, model = endpoint_of(sent.uri)
        words = line(self._scenario, sent.turn, sent.step)
        said = endpoint.words(words, model or json.loads(sent.body)["model"], Usage())
        return Answer(
            status=200, headers=(("content-type", "application/json"),), body=json.dumps(said).encode()
        )
