"""The array's order depends on the tools alone."""

from hypothesis import given
from hypothesis import strategies as st

from agentbench.builder.tools import Source, Tool, ordered

SOURCES: tuple[Source, ...] = ("first_party", "integration", "mcp", "device")
names = st.text(st.characters(codec="utf-8"), min_size=1, max_size=8)
tools = st.lists(
    st.builds(
        lambda name, source: Tool(name=name, description="", source=source), names, st.sampled_from(SOURCES)
    ),
    unique_by=lambda tool: tool.name,
    max_size=12,
)


def test_what_comes_and_goes_stands_last() -> None:
    """First-party tools stand before integrations, these before MCP tools, these before devices."""
    given_tools = [
        Tool(name=f"{source[0]}{n}", description="", source=source) for n in (2, 1) for source in SOURCES
    ]
    assert [tool.name for tool in ordered(given_tools)] == ["f1", "f2", "i1", "i2", "m1", "m2", "d1", "d2"]


@given(tools, st.randoms(use_true_random=False))
def test_registration_order_does_not_matter(given_tools: list[Tool], chance: st.DrawFn) -> None:
    """A shuffled registration gives the same array."""
    shuffled = list(given_tools)
    chance.shuffle(shuffled)  # type: ignore[attr-defined]
    assert ordered(shuffled) == ordered(given_tools)


@given(tools, st.integers(0, 12))
def test_a_new_tool_comes_behind_what_is_cached(given_tools: list[Tool], cut: int) -> None:
    """Appended tools leave the cached array a prefix of the new one."""
    before = ordered(given_tools[:cut])
    after = ordered(given_tools, cached=[tool.name for tool in before])
    assert after[: len(before)] == before


def test_a_device_tool_says_where_it_acts() -> None:
    """The shown description opens with the device's human name; other tools show theirs as it is."""
    lamp = Tool(name="dev_1_lamp", description="Switch the lamp", source="device", device="Kitchen")
    assert lamp.shown_description == "[Kitchen] Switch the lamp"
    assert Tool(name="t", description="Do it").shown_description == "Do it"
