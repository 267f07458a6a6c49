"""What of a tool is read for a search."""

import pytest

from agentbench.builder.deferral.search.text import tool_text
from agentbench.builder.tools import Tool


def body(**properties: object) -> set[str]:
    return set(tool_text(Tool(name="n", description="", parameters={"properties": properties})).body) - {"n"}


@pytest.mark.parametrize(
    ("schema", "terms"),
    [
        pytest.param({"type": "string"}, {"citi"}, id="name"),
        pytest.param({"description": "Postal code"}, {"citi", "postal", "code"}, id="description"),
        pytest.param({"enum": ["Paris", 3, None]}, {"citi", "pari"}, id="allowed-values"),
        pytest.param({"properties": {"zip": {"description": "digits"}}}, {"citi", "zip", "digit"}, id="nested"),
        pytest.param({"items": {"properties": {"zip": {}}}}, {"citi", "zip"}, id="items-of-a-list"),
        pytest.param("no schema", {"citi"}, id="no-schema"),
        pytest.param({"description": 3, "enum": "x", "properties": []}, {"citi"}, id="faulty-schema"),
    ],
)  # fmt: skip
def test_parameters_are_read(schema: object, terms: set[str]) -> None:
    """Names, descriptions and allowed values of parameters, nested ones too; a faulty schema is no error."""
    assert body(city=schema) == terms


def test_four_levels_are_read() -> None:
    """Parameters are read four levels deep; what lies deeper is passed over."""
    schema: dict[str, object] = {"properties": {"e": {}}}
    for name in "dcb":
        schema = {"properties": {name: schema}}
    assert body(x=schema) == {"x", "b", "c", "d"}


def test_a_schema_without_properties() -> None:
    """Parameters that hold no properties add nothing."""
    assert tool_text(Tool(name="n", description="", parameters={})).body == ("n", "n")


def test_the_name_counts_twice_and_pairs_stay_within_their_text() -> None:
    """The name stands twice in the body; no pair spans name and description."""
    text = tool_text(Tool(name="createIssue", description="Open bug reports"))
    assert text.body == ("creat", "issu", "creat", "issu", "open", "bug", "report")
    assert text.pairs == ("creat issu", "open bug", "bug report")
