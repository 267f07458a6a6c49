"""The pytest plugin: what a suite's cassette tests send *today*, what of it the cache would reuse, what it costs.

By default a changed prompt replays its old cassette, so a green suite proves nothing about the prompt. With
`--agentbench` the live requests are looked at: where they are what the cassette holds, its usage counts; where
they *drifted*, usage is predicted. Nothing else of agentbench loads before it is needed.
"""

from agentbench.pytest_plugin.asserts import (
    assert_cache_hit_share,
    assert_cost_below,
    assert_prefix_stable,
    assert_tool_selected,
)
from agentbench.pytest_plugin.hooks import agentbench_requests, pytest_addoption, pytest_configure

__all__ = [
    "agentbench_requests",
    "assert_cache_hit_share",
    "assert_cost_below",
    "assert_prefix_stable",
    "assert_tool_selected",
    "pytest_addoption",
    "pytest_configure",
]
