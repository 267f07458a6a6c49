"""`agentbench doctor` and its exit code."""

import json

import pytest
import tiktoken

from agentbench import facts
from tests.cli.conftest import Command


def test_a_broken_vocabulary_is_a_finding(monkeypatch: pytest.MonkeyPatch, agentbench: Command) -> None:
    """What fails is told with its error, and the exit code is 1; absent things alone are no fault."""
    assert agentbench("doctor").code == 0

    def torn(name: str) -> tiktoken.Encoding:
        raise ValueError(f"{name} is torn")

    monkeypatch.setattr(facts, "encoding", torn)
    said = agentbench("doctor", "--format", "json")
    rows = {row["name"]: row for row in json.loads(said.out)}
    assert said.code == 1
    assert rows["o200k_base"] == {
        "group": "vocabularies",
        "name": "o200k_base",
        "state": "broken",
        "detail": "ValueError: o200k_base is torn",
    }
