"""Predictions for named files of the public recordings beside the checkout, pair by pair.

`tests/measure/accuracy` judges all of them.
"""

import pytest

from agentbench.measure.accuracy import pairs
from agentbench.tape import find, read
from tests.shared_data import shared


@pytest.mark.parametrize(("folder", "least"), [("traceloop__openllmetry", 13), ("pydantic__pydantic-ai", 2)])
def test_the_named_anthropic_files(folder: str, least: int) -> None:
    """traceloop's `test_prompt_caching` and pydantic-ai's Anthropic cache cassettes."""
    files = find([str(shared(f"data/corpus/{folder}"))]).files
    named = [
        file for file in files if "test_prompt_caching" in str(file) or "test_anthropic_cache" in file.name
    ]
    found = [one for file in named for one in pairs(read(file)).pairs if one.precision == "exact"]
    assert all(pair.exact for pair in found)
    assert len(found) >= least
