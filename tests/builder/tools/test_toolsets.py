"""Toolsets resolve and are selected as Hermes' do, but for its faults."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agentbench.builder.tools import Toolset, Toolsets, resolve, select, toolset
from tests.shared_data import shared

# what Hermes does wrong (section 17 of the reference): case id -> (fault, right outcome)
DEVIATIONS: dict[int, tuple[int, list[str]]] = {
    45: (13, []),  # null for a list is empty, and told
    46: (13, ["t"]),
    47: (4, ["abc"]),  # one name for a list is that name, not its letters
    48: (4, ["t"]),  # and an include of that name is unknown
}


def of(case: dict[str, object], problems: list[str]) -> Toolsets:
    defined = case["toolsets"]
    assert isinstance(defined, dict)
    # Hermes knows its platform bundles by their prefix; here a definition says so
    raw = {name: {**given, "preset": name.startswith("hermes-")} for name, given in defined.items()}
    return Toolsets(
        defined={
            name: toolset({**raw[name], "preset": raw[name]["preset"]}, problems, name)
            for name in raw
        },
        registered=dict(case["registry"]),  # type: ignore[call-overload]
        aliases=dict(case["aliases"]),  # type: ignore[call-overload]
        core=frozenset(case.get("core") or ()),  # type: ignore[call-overload]
    )  # fmt: skip


def test_vectors() -> None:
    """All shared vectors hold or deviate through the table, and every entry of the table was met."""
    cases = json.loads(shared("data/vectors/toolset_resolution.json").read_text())["cases"]
    met = set()
    for case in cases:
        problems: list[str] = []
        sets = of(case, problems)
        if case["kind"] == "select":
            got = select(sets, case["enabled"], case["disabled"] or ())
            wanted = case["selected"]
        else:
            query = case["query"] if isinstance(case["query"], list) else [case["query"]]
            got, wanted = resolve(sets, query), case["resolved"]
        if case["id"] in DEVIATIONS:
            _, wanted = DEVIATIONS[case["id"]]
            assert problems or got.problems or case["id"] == 47
            met.add(case["id"])
        assert list(got.tools) == wanted, case["id"]
        if case.get("valid_name") is not None:
            assert (case["query"] in sets.names) == case["valid_name"], case["id"]
    assert met == set(DEVIATIONS) & {case["id"] for case in cases}
    assert len(cases) >= 100


SETS = Toolsets(
    defined={
        "web": Toolset(tools=("search", "fetch")),
        "kanban": Toolset(tools=("card",), opt_in=True),
        "chat": Toolset(tools=("say",), includes=("web", "chat"), preset=True),
    },
    registered={"search": "web", "fetch": "web", "card": "kanban", "say": "chat", "x": "mcp-x"},
    aliases={"x-server": "mcp-x"},
    core=frozenset({"search"}),
)


@pytest.mark.parametrize(
    ("enabled", "disabled", "tools"),
    [
        pytest.param(None, (), ("fetch", "say", "search", "x"), id="all-without-opt-in"),
        pytest.param(["*"], (), ("fetch", "say", "search", "x"), id="star-without-opt-in"),
        pytest.param(["all", "kanban"], (), ("card", "fetch", "say", "search", "x"), id="opted-in"),
        pytest.param(["chat"], ["chat"], ("search",), id="a-disabled-preset-leaves-core"),
        pytest.param(["x-server"], (), ("x",), id="alias"),
        pytest.param([], (), (), id="nothing-enabled"),
    ],
)
def test_selection(enabled: list[str] | None, disabled: tuple[str, ...], tools: tuple[str, ...]) -> None:
    """Opt-in sets are chosen by name only; disabling comes last."""
    assert select(SETS, enabled, disabled).tools == tools


def test_unknown_names_are_reported_with_the_nearest() -> None:
    """A misspelt toolset is told, wherever it stands, and the rest still resolves."""
    sets = Toolsets(defined={"web": Toolset(tools=("search",)), "all-day": Toolset(includes=("wbe",))})
    found = resolve(sets, ["all-day", "web"])
    assert found.tools == ("search",)
    assert found.problems == ("toolset 'wbe' is not known; did you mean 'web'?",)


def test_a_set_may_not_be_called_all() -> None:
    """Fault 13: a toolset named `all` is refused; it recurses for ever in Hermes."""
    problems: list[str] = []
    named = toolset({"tools": ["t"], "includes": ["all"]}, problems, "all")
    assert resolve(Toolsets(defined={"all": named}), ["all"]).tools == ()
    assert problems == ["toolset 'all': the name stands for all toolsets; rename it"]


graphs = st.dictionaries(
    st.sampled_from("abcdef"),
    st.builds(
        Toolset,
        tools=st.lists(st.sampled_from(["t1", "t2", "t3", "t4"]), max_size=3).map(tuple),
        includes=st.lists(st.sampled_from([*"abcdef", "all", "ghost"]), max_size=4).map(tuple),
    ),
)


@given(graphs, st.lists(st.sampled_from([*"abcdef", "all"]), max_size=3))
def test_any_graph_ends_and_includes_only_add(graph: dict[str, Toolset], names: list[str]) -> None:
    """Cycles, diamonds and unknown includes end; each asked set's own tools are there."""
    found = resolve(Toolsets(defined=graph), names)
    for name in names:
        assert set(graph.get(name, Toolset()).tools) <= set(found.tools)
    assert list(found.tools) == sorted(set(found.tools))
