"""Catalogue files become tools, and their faults are told together."""

import json
from pathlib import Path

import pytest

from agentbench.builder.tools import Tool, load_catalogue
from agentbench.errors import BadInput
from tests.shared_data import shared

PARAMETERS = {"type": "object", "properties": {"city": {"type": "string"}}}
WEATHER = Tool(
    name="weather", description="Weather of a city", parameters=PARAMETERS, toolset="mcp-wx", source="mcp"
)
PLAIN = {"name": "weather", "description": "Weather of a city", "parameters": PARAMETERS}


def written(folder: Path, text: str, name: str = "tools.json") -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


AS_MCP = {"name": "weather", "description": "Weather of a city", "inputSchema": PARAMETERS, "annotations": {}}
AS_OPENAI = {"type": "function", "function": PLAIN}
FROM_WX = {"toolset": "mcp-wx", "source": "mcp"}


@pytest.mark.parametrize(
    ("name", "content"),
    [
        pytest.param("tools.json", [{**PLAIN, **FROM_WX}], id="list"),
        pytest.param("tools.json", {**FROM_WX, "tools": [PLAIN]}, id="shared-fields"),
        pytest.param("tools.jsonl", {**PLAIN, "source": "wx"}, id="one-a-line"),
        pytest.param("tools.json", {**FROM_WX, "tools": [AS_MCP]}, id="mcp-tools-list"),
        pytest.param("tools.json", {**FROM_WX, "tools": [AS_OPENAI]}, id="openai-array"),
    ],
)
def test_shapes(tmp_path: Path, name: str, content: object) -> None:
    """Each shape that tools are saved in gives the same value."""
    assert load_catalogue(written(tmp_path, json.dumps(content) + "\n\n", name)) == (WEATHER,)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        pytest.param("[", ["not JSON"], id="not-json"),
        pytest.param('{"tool": []}', ["neither a list"], id="neither"),
        pytest.param(
            '[{"description": "x"}, 3]', ["needs a name", "expected an object, found 3"], id="two-faults"
        ),
        pytest.param(
            '[{"name": "a", "toolst": "x"}]', ["unknown field 'toolst'", "'toolset'"], id="misspelt-field"
        ),
        pytest.param(
            '[{"name": "a", "zzzzzz": 1}]', ["unknown field 'zzzzzz'", "remove it"], id="unknown-field"
        ),
        pytest.param('[{"name": "a"}, {"name": "a"}]', ["'a' stands there twice"], id="twice"),
        pytest.param('[{"name": "a", "source": "devcie"}]', ["'source'", "'devcie'"], id="misspelt-source"),
        pytest.param('[{"name": "a", "parameters": [1]}]', ["'parameters'", "[1]"], id="wrong-type"),
    ],
)
def test_faults_are_told_together(tmp_path: Path, text: str, told: list[str]) -> None:
    """One message names every fault of the file, in one line."""
    with pytest.raises(BadInput) as caught:
        load_catalogue(written(tmp_path, text))
    assert all(part in str(caught.value) for part in told)
    assert "\n" not in str(caught.value)


def test_a_faulty_line_is_named(tmp_path: Path) -> None:
    """In a JSONL file the fault's line is told."""
    with pytest.raises(BadInput, match="line 2 is not JSON"):
        load_catalogue(written(tmp_path, '{"name": "a"}\n{', "t.jsonl"))


def test_a_missing_file_is_told(tmp_path: Path) -> None:
    """A file that is not there is bad input, not a traceback."""
    with pytest.raises(BadInput, match="cannot be read"):
        load_catalogue(tmp_path / "no.json")


@pytest.mark.parametrize(
    ("name", "count"),
    [
        ("livemcp", 527),
        ("toucan_mcp_catalog", 8032),
        ("metatool", 199),
        ("bfcl", 1890),
        ("sealtools", 4076),
        ("toollinkos", 573),
    ],
)
def test_real_catalogues(name: str, count: int) -> None:
    """All 15,297 tools of the shared data sets load, each with its server as a toolset."""
    tools = load_catalogue(shared(f"data/tool-selection/{name}/tools.jsonl"))
    assert len(tools) == count
    assert all(tool.source == "mcp" and tool.toolset.startswith("mcp-") for tool in tools)
