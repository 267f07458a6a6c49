"""Its test, as pytest-recording users write one."""

import agent
import pytest


@pytest.fixture(autouse=True)
def key(monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", "none")


@pytest.mark.vcr
def test_finds_a_book():
    assert "shelf 7" in agent.desk().run_sync("Where is Emma?").output
