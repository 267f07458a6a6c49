"""Guidance: by the family on the card, by the gate, and never without tools."""

import pytest

from agentbench import facts
from agentbench.builder.guidance import Guidance, GuidanceGate, enforced, guidance, read_gate

NONE = Guidance(enforce=False)


@pytest.mark.parametrize(
    ("model", "gate", "wanted"),
    [
        pytest.param("o3-mini", "auto", Guidance(enforce=True, habits="openai"), id="reasoning-model"),
        pytest.param("openai:o4-mini", "auto", Guidance(enforce=True, habits="openai"), id="with-a-provider"),
        pytest.param("QwQ-32B", "auto", Guidance(enforce=True), id="qwq-is-qwen"),
        pytest.param("TheBloke/Llama-2-7B-GPTQ", "auto", NONE, id="gptq-is-no-gpt"),
        pytest.param("anthropic:claude-sonnet-4-6", "auto", NONE, id="claude"),
        pytest.param("anthropic:claude-sonnet-4-6", "on", Guidance(enforce=True), id="claude-on"),
        pytest.param("gpt-5", "off", NONE, id="gpt-off"),
        pytest.param("claude-sonnet-4-6", ("sonnet",), Guidance(enforce=True), id="word-of-a-name"),
        pytest.param("o3", ("GPT",), Guidance(enforce=True, habits="openai"), id="family-by-name"),
        pytest.param("gpt-5", ("claude",), NONE, id="not-on-the-list"),
        pytest.param("gpt-5", (), NONE, id="empty-list"),
        pytest.param("gpt-5", ("",), NONE, id="an-empty-word-is-no-word"),
    ],
)
def test_who_is_told(model: str, gate: GuidanceGate, wanted: Guidance) -> None:
    """The resolved family decides, not letters in a name."""
    assert guidance(facts.family(model), gate, tools=True, model=model) == wanted


def test_no_tools_no_guidance() -> None:
    """Even with the gate on."""
    assert guidance("gpt", "on", tools=False) == NONE


def test_the_table_names_known_families() -> None:
    """A family that no card bears could never match."""
    assert set(enforced()) <= set(facts.families())


@pytest.mark.parametrize(
    ("found", "gate", "odd"),
    [
        (True, "on", False),
        ("Never", "off", False),
        ("auto", "auto", False),
        ("banana", "auto", True),
        (1, "auto", True),
        (["GPT", 5, ""], ("GPT",), True),
        ([], (), False),
    ],
)
def test_a_gate_as_people_write_it(found: object, gate: GuidanceGate, odd: bool) -> None:
    """YAML's booleans and many words for on and off are understood; the rest is auto, with a word about it."""
    read, problem = read_gate(found)
    assert read == gate
    assert (problem is not None) is odd
