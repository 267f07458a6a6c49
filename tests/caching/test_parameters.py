"""Request parameters that stand in front of a level of the prompt (Anthropic's table of what invalidates what)."""

from dataclasses import replace
from typing import Any

import pytest

from agentbench.caching import Hit, look_up
from tests.caching.prompts import after, marked, piece, ready

TOOL = marked(piece("tool", 1100, "tools", None))
SYSTEM = marked(piece("system", 1100, "system", None))
ASK = marked(piece("ask", 1100))


@pytest.mark.parametrize(
    ("before", "now", "read"),
    [
        pytest.param({}, {}, 3300, id="same"),
        pytest.param({"temperature": 0.1}, {"temperature": 0.9}, 3300, id="sampling-parameters-are-free"),
        pytest.param({"max_tokens": 10}, {"max_tokens": 900}, 3300, id="max-tokens-is-free"),
        pytest.param({}, {"tool_choice": {"type": "any"}}, 2200, id="tool-choice-loses-messages"),
        pytest.param({}, {"tool_choice": {"type": "auto"}}, 3300, id="the-default-tool-choice-is-free"),
        pytest.param({}, {"thinking": {"type": "enabled", "budget_tokens": 2000}}, 2200, id="thinking-on"),
        pytest.param({}, {"output_config": {"effort": "low"}}, 2200, id="effort-loses-messages"),
        pytest.param({}, {"output_config": {"effort": "high"}}, 3300, id="the-default-effort-is-free"),
        pytest.param({}, {"speed": "fast"}, 1100, id="speed-loses-system"),
        pytest.param({}, {"output_config": {"format": {"type": "json_schema"}}}, 0, id="format-loses-all"),
    ],
)
def test_what_a_changed_parameter_loses(before: dict[str, Any], now: dict[str, Any], read: int) -> None:
    """A level and all later ones are lost; earlier ones are still read."""
    state = after((ready(TOOL, SYSTEM, ASK, **before), 0.0))
    found = look_up(state, ready(TOOL, SYSTEM, ASK, **now), 1.0)
    assert (found.read_tokens if isinstance(found, Hit) else 0) == read


@pytest.mark.parametrize(
    ("raw", "read"),
    [
        pytest.param(b'{"type": "image", "source": {}}', 2200, id="a-first-image-loses-messages"),
        pytest.param(b'{"type":"document","citations":{"enabled":true}}', 1100, id="citations-lose-system"),
        pytest.param(b'{"type":"document"}', 3300, id="a-plain-document-loses-nothing"),
    ],
)
def test_images_and_citations_count_as_parameters(raw: bytes, read: int) -> None:
    """Whether any stands in the prompt matters, wherever it stands."""
    state = after((ready(TOOL, SYSTEM, ASK), 0.0))
    added = replace(piece("added", 3), raw=raw)
    found = look_up(state, ready(TOOL, SYSTEM, ASK, added), 1.0)
    assert isinstance(found, Hit)
    assert found.read_tokens == read
