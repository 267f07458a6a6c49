"""Strategies for tools and runs."""

from dataclasses import replace

from hypothesis import strategies as st

from agentbench.builder.gates import RunFacts
from agentbench.builder.tools import Mention, Tool

some = st.sampled_from
# few names of one kind, so that near misses are common
KNOWN = ("read_file", "read_files", "ReadFile", "mail", "send_mail", "heat", "häuser", "查询", "x")
NAMES = some(KNOWN)
tools = st.builds(
    Tool,
    name=NAMES,
    description=some(["", "Read a file", "Send mail to Ann", "Heat the kitchen", "必应搜索"]),
    toolset=some(["core", "mcp-a", "mcp-b"]),
    source=some(["first_party", "integration", "mcp", "device"]),
    device=some([None, "Kitchen"]),
    needs=some([(), ("key",), ("key", "binary")]),
    tier=st.integers(0, 3),
    untrusted=st.booleans(),
    high_privilege=st.booleans(),
    interaction=st.booleans(),
    tags=some([(), ("health",), ("health", "eu")]),
)
json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)
schemas = st.dictionaries(st.text(max_size=5), json_values, max_size=2)
written_tools = st.builds(
    lambda tool, text, schema: replace(
        tool, description=text, parameters=schema, mentions=(Mention(text=text, tools=(text,)),)
    ),
    tools,
    st.text(max_size=20),
    schemas,
)
"""The same with any text and schema."""
runs = st.builds(
    RunFacts,
    available=some([{}, {"key": True}, {"key": True, "binary": True}, {"key": False}]),
    provider_tier=st.integers(0, 3),
    exempt=st.frozensets(NAMES, max_size=2),
    denied=st.frozensets(some([*KNOWN, "mcp-a"]), max_size=2),
    blocked_tags=some([frozenset(), frozenset({"health"}), frozenset({"eu"})]),
)
