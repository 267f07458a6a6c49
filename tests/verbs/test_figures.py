"""Figures of a frame, as a notebook asks for them."""

import pytest

from agentbench.errors import NotFound
from agentbench.verbs.figures import Figures
from tests.measure.compare.frames import calls, errands

FRAME = calls(
    *errands("eager", ["right", "wrong"], catalogue_tools=20, input_tokens=3000),
    *errands("named", ["right", "right"], catalogue_tools=20, input_tokens=500),
)


def test_accuracy_of_one_model() -> None:
    """The title names the model, and the best and the worst way to show the tools."""
    axes = Figures(frame=FRAME).accuracy("local:small")
    assert axes.get_title(loc="left") == "small (recorded)\nright tool called: named 100%, eager 50%"


def test_a_model_that_is_not_there_is_named() -> None:
    """The nearest name is offered."""
    with pytest.raises(NotFound, match="there are local:small"):
        Figures(frame=FRAME).accuracy("smal")
