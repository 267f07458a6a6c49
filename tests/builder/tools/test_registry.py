"""Registering, checking and patching tools."""

import json

import pytest

from agentbench.builder.tools import (
    Checked,
    Mention,
    Registry,
    Tool,
    argument_problem,
    changed,
    check,
    check_all,
    mentioning_only,
    prefixed,
    register,
    registered,
    without_toolset,
)
from tests.shared_data import shared


def answer(letter: str) -> object:
    """A probe's answer as the vectors write it: true, false, none, a string, an exception."""
    if letter == "X":
        raise RuntimeError(letter)
    return {"T": True, "F": False, "N": 1, "S": "yes"}[letter]


def cases(kind: str) -> list[dict[str, object]]:
    data = json.loads(shared("data/vectors/registry_checks.json").read_text())
    return [case for case in data["cases"] if case["kind"] == kind]


def test_check_vectors() -> None:
    """Every shared trace of a check: what is visible, and whether the probe was asked."""
    for case in cases("check_fn_trace"):
        state = Checked()
        for step in case["steps"]:  # type: ignore[attr-defined]
            asked: list[bool] = []

            def probe(letter: str = step["probe_would_return"], asked: list[bool] = asked) -> object:
                asked.append(True)
                return answer(letter)

            visible, state = check(state, step["t"], probe)
            assert (visible, bool(asked)) == (step["visible"], step["probed"]), (case["label"], step)


def test_collision_vectors() -> None:
    """Every shared collision: who owns the name, and no exception."""
    for case in cases("collision"):
        registry = Registry()
        for step in case["steps"]:  # type: ignore[attr-defined]
            name, toolset, override = step["register"]
            registry = register(registry, Tool(name=name, description="", toolset=toolset), override=override)
            assert registry.tools[name].toolset == step["owner_after"], case["label"]


def test_dynamic_schema_vectors() -> None:
    """Hermes' four schemas: an override may change the text and parameters, but (its fault, 13) not the name."""
    (case,) = cases("dynamic_schema")
    theirs = [entry["function"] for entry in case["definitions"]]  # type: ignore[attr-defined]
    patches = {"e": None, "n": "no mapping", "renamed": {"name": "renamed"}, "s": theirs[3]}
    for definition in theirs:
        tool = changed(Tool(name="own", description="base"), patches[definition["name"]])
        assert tool.name == "own"
        assert tool.description == definition["description"]
        if "parameters" in definition:
            assert tool.parameters == definition["parameters"]


def test_a_refused_tool_is_told() -> None:
    """A collision and a reserved name (fault 9) leave one line each, and the registry as it was."""
    tools = [Tool(name="x", description="", toolset="a"), Tool(name="x", description="", toolset="b")]
    registry = registered([*tools, Tool(name="tool_call", description="")])
    assert registry.tools["x"].toolset == "a"
    assert [line.split(";")[0] for line in registry.problems] == [
        "tool 'x' of 'b': 'a' has a tool of that name already",
        "tool 'tool_call' of 'core': the name belongs to the tool search",
    ]


def test_a_server_that_went_away() -> None:
    """Its tools go, and nothing else."""
    registry = registered([Tool(name="x", description="", toolset="mcp-a"), Tool(name="y", description="")])
    assert list(without_toolset(registry, "mcp-a").tools) == ["y"]


def test_check_all_asks_each_once() -> None:
    """What is there by name; a check that raises is not."""
    available, states = check_all({}, 0.0, {"key": lambda: True, "binary": lambda: answer("X")})
    assert available == {"key": True, "binary": False}
    assert check_all(states, 29.9, {"key": lambda: False})[0] == {"key": True}


def test_descriptions_mention_only_what_is_there() -> None:
    """A sentence goes when none of its tools is there, and the list of tools is cut to those that are."""
    browse = Tool(
        name="browse",
        description="Open a page. Prefer web_search for simple questions. Slow.",
        mentions=(Mention(text="Prefer web_search for simple questions.", tools=("web_search",)),),
    )
    listing = {"type": "object", "properties": {"tool": {"enum": ["browse", "web_search"], "type": "string"}}}
    run = Tool(name="run", description="Run code", parameters=listing, tool_list="tool")
    search = Tool(name="web_search", description="Search")
    assert mentioning_only((browse, run, search)) == (browse, run, search)
    cut = mentioning_only((browse, run))
    assert cut[0].description == "Open a page. Slow."
    assert cut[1].parameters["properties"] == {"tool": {"enum": ["browse"], "type": "string"}}


def test_a_list_of_tools_without_an_enum_is_left_alone() -> None:
    """A tool list that names no such parameter changes nothing."""
    tool = Tool(name="run", description="", tool_list="tool")
    assert mentioning_only((tool,)) == (tool,)


def test_wrapping_keeps_the_untrusted_mark() -> None:
    """A prefixed toolset is as untrusted as it was."""
    (tool,) = prefixed([Tool(name="x", description="", untrusted=True, source="mcp")], "p")
    assert (tool.name, tool.untrusted, tool.source) == ("p_x", True, "mcp")


SET_POINT = Tool(
    name="heat",
    description="",
    parameters={
        "type": "object",
        "properties": {
            "celsius": {"type": "number"},
            "depth": {"type": "integer", "minimum": 1, "maximum": 3},
        },
        "required": ["celsius"],
    },
)


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        pytest.param({"celsius": 21.5, "depth": 3}, None, id="right"),
        pytest.param({"celsius": "21"}, None, id="number-as-text"),
        pytest.param({"celsius": "warm"}, None, id="text-is-left-to-the-tool"),
        pytest.param({"celsius": True}, None, id="true-is-no-number"),
        pytest.param({"celsius": float("nan")}, "finite number, found nan", id="nan"),
        pytest.param({"celsius": float("inf")}, "finite number, found inf", id="infinity"),
        pytest.param({"celsius": "-Infinity"}, "finite number, found '-Infinity'", id="infinity-as-text"),
        pytest.param({"celsius": 10**400}, "finite number", id="too-large-for-a-float"),
        pytest.param({"celsius": 1, "depth": 0}, "'depth' must be at least 1, found 0", id="too-shallow"),
        pytest.param({"celsius": 1, "depth": 4}, "'depth' must be at most 3, found 4", id="too-deep"),
        pytest.param({"depth": 1}, "'celsius' is required and missing", id="missing"),
    ],
)
def test_arguments_are_checked_before_the_body(arguments: dict[str, object], told: str | None) -> None:
    """Set-points are finite, depths within 1 to 3, required arguments there; else another try is asked for."""
    problem = argument_problem(SET_POINT, arguments)
    assert problem is None if told is None else told in str(problem) and "try again" in str(problem)
