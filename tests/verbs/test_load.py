"""Values by name, and a bench with other values on its axes."""

import pytest

import agentbench as ab
from agentbench.errors import NotFound


def test_a_bench_takes_values_names_and_paths() -> None:
    """Only the named axes change; a layout that no file holds plays beside one that has a name."""
    mine = ab.layout("appended").replace(name="mine", clock="second")
    bench = ab.bench(
        "local", layouts=[mine, "monolith"], scenarios=["local-week"], models=["openai-chat:gpt-5.2"]
    )
    assert [cell.slug for cell in bench.cells] == [
        "local/mine/eager/openai-chat-gpt-5.2/local-week",
        "local/monolith/eager/openai-chat-gpt-5.2/local-week",
    ]
    assert ab.bench(bench) == bench


def test_a_layout_that_is_not_there_is_named() -> None:
    """The nearest known name is offered."""
    with pytest.raises(NotFound, match="did you mean 'tiered'"):
        ab.bench("local", layouts=["tierd"])
