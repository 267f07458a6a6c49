"""Every byte of system text and of the tool array belongs to a block, or to the separator between two."""

import dataclasses
import json
from itertools import pairwise
from pathlib import Path

import pytest

from agentbench.builder import Cell, load_layout, load_value, with_profile
from agentbench.builder.scenario import Scenario
from agentbench.harness.render import render

ROOT = Path(__file__).resolve().parents[2] / "fixtures"
WIRES = [
    pytest.param("openai-chat:gpt-5.2", id="chat"),
    pytest.param("openai:gpt-5.2", id="responses"),
    pytest.param("anthropic:claude-sonnet-4-6", id="anthropic"),
    pytest.param("google:gemini-3.5-flash", id="gemini"),
    pytest.param("bedrock:us.anthropic.claude-sonnet-4-5-20250929-v1:0", id="converse"),
]
SEPARATOR = b"\\n\\n"


@pytest.mark.parametrize("model", WIRES)
@pytest.mark.parametrize("profile", ["assistant", "developer"])
@pytest.mark.parametrize("layout", ["monolith", "split", "tiered", "appended"])
def test_every_byte_of_system_text_is_accounted_for(layout: str, profile: str, model: str) -> None:
    """What the model reads as system text is exactly the blocks and the separators between them."""
    scenario = load_value(ROOT / "scenarios" / "support-desk.yaml", Scenario)
    cast = with_profile(profile, ROOT, dataclasses.replace(scenario, turns=scenario.turns[:2]))
    chosen = load_layout(ROOT / "layouts" / f"{layout}.yaml")
    cell = Cell(bench="t", layout=chosen, presentation="eager", model=model, cast=cast)
    for exchange in render(cell):
        assert exchange.request
        system = [segment for segment in exchange.request.segments if segment.level == "system"]
        assert system
        for segment in system:
            spans = exchange.blocks[segment.path]
            owned = segment.raw[spans[0].start : spans[-1].end]
            assert json.loads(b'"' + owned + b'"') == segment.text
            between = [segment.raw[a.end : b.start] for a, b in pairwise(spans)]
            assert set(between) <= {SEPARATOR}
            assert not [span.name for span in spans if "envelope" in span.name]
        tools = [segment for segment in exchange.request.segments if segment.level == "tools"]
        assert len(tools) == len(cast.tools) == len(exchange.request.tools)
