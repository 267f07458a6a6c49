"""Answers from the scenario's script, in this process: a session is rendered and nothing is sent."""

import json
from urllib.parse import urlsplit

from agentbench.builder.scenario import Scenario
from agentbench.harness.simulate.script import line
from agentbench.harness.simulate.wires import WIRES
from agentbench.harness.stage import Answer, Sent
from agentbench.tape.exchange import Usage


class Scripted:
    """The script's words, without any usage: what a render reads is the requests alone."""

    def __init__(self, scenario: Scenario) -> None:
        self._scenario = scenario

    async def answer(self, sent: Sent) -> Answer:
        """The words of the turn and step."""
        wire = WIRES[urlsplit(sent.uri).path]
        words = line(self._scenario, sent.turn, sent.step)
        body = json.dumps(wire(words, json.loads(sent.body)["model"], Usage()))
        return Answer(status=200, headers=(("content-type", "application/json"),), body=body.encode())
