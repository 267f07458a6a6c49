"""Byte stability per arm and scenario."""

import pandas as pd

from agentbench.frame import build
from agentbench.measure import prefixes
from tests.exchanges import session, usage
from tests.measure.frames import IDENTITY, two_layouts_frame


def test_one_stable_prefix_or_the_blocks_that_broke() -> None:
    """Appended never breaks; monolith's clock breaks every request after the first of four."""
    found = prefixes(two_layouts_frame(4)).set_index("layout")
    assert found["stable_prefixes"].tolist() == [1, 1]
    assert (
        pd.isna(found.loc["appended", "breaks"]) and len(found.loc["appended", "stable_prefix_sha256"]) == 64
    )
    assert found.loc["monolith", "breaks"].startswith("clock @ system[0]")
    assert found.loc["monolith", "breaks"].endswith("(3)") and found.loc["monolith", "broken"] == 3


def test_several_stable_prefixes_have_no_hash() -> None:
    """A stable block that changes gives two prefixes."""
    prompts = [[IDENTITY], [("identity", "stable", "You are Bob.")]]
    row = prefixes(build(session(prompts, [usage(uncached=1)] * 2))).iloc[0]
    assert (row["stable_prefixes"], row["broken"], row["compared"]) == (2, 1, 1)
    assert pd.isna(row["stable_prefix_sha256"])
