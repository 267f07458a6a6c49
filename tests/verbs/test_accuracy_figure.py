"""`Figures.accuracy`: one model's, as a picture of its own."""

import pytest

from agentbench.errors import NotFound
from agentbench.verbs.figures import Figures
from tests.measure.compare.frames import calls, errands

FRAME = calls(
    *errands("eager", ["right", "wrong"], catalogue_tools=20),
    *errands("eager", ["right"] * 2, catalogue_tools=20, model_id="local:large"),
)


def test_accuracy_is_of_one_model() -> None:
    """The other model's turns are not in it; a notebook shows the figure as an image."""
    figure = Figures(frame=FRAME).accuracy("local:small").figure
    assert figure.axes[0].get_title(loc="left").endswith("right tool called: eager 50%")
    assert figure._repr_png_().startswith(b"\x89PNG")  # type: ignore[union-attr]


def test_a_model_without_scored_turns_is_said() -> None:
    """The message names the nearest model."""
    with pytest.raises(NotFound, match="did you mean 'local:small'"):
        Figures(frame=FRAME).accuracy("local:smal")
