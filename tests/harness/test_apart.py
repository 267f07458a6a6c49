"""A bench whose turns stand apart: each is a conversation of its own, in one session."""

from dataclasses import replace

import pytest

from agentbench.harness.render import render
from tests.harness.cast import EVERY_WIRE, cell


@pytest.mark.parametrize("model", [*EVERY_WIRE, "local:qwen2.5-coder-1.5b"])
def test_nothing_said_before_is_sent_again(model: str) -> None:
    """A turn's first request holds its own words alone, and its exchanges are a conversation of their own."""
    together, apart = (render(replace(cell("inside", model), apart=each)) for each in (False, True))
    grown, alone = (
        [each for each in found if each.origin and not each.origin.step] for found in (together, apart)
    )
    first, second = (each.request.message_count for each in grown if each.request)
    assert (first, second > 1) == (1, True)
    assert [each.request.message_count for each in alone if each.request] == [1, 1]
    assert len({each.conversation for each in together}) == 1
    assert len({each.conversation for each in apart}) == 2
