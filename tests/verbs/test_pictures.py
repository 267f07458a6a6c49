"""The figures of a run or of recordings, as a notebook asks for them."""

from pathlib import Path

import pytest

import agentbench as ab
from agentbench.errors import NotFound

LOCAL = Path(__file__).resolve().parents[2] / "cassettes" / "local"
MODEL = "local:qwen2.5-coder-1.5b"


@pytest.fixture(scope="module")
def recorded() -> ab.Exchanges:
    """Five sessions in two layouts, recorded from a local server."""
    return ab.inspect(LOCAL / "monolith", LOCAL / "appended")


@pytest.mark.parametrize(
    ("layout", "names"),
    [pytest.param("monolith", True, id="breaks"), pytest.param("appended", False, id="holds")],
)
def test_a_prefix_map_of_one_session(recorded: ab.Exchanges, layout: str, names: bool) -> None:
    """The title is the finding; a layout that breaks names the blocks that did it."""
    axes = recorded.figures.prefix_map(layout, model=MODEL, scenario="local-evening", presentation="eager")
    assert axes.get_title(loc="left").startswith(f"{layout}: ")
    assert bool(axes.texts) is names


def test_predicted_beside_reported(recorded: ab.Exchanges) -> None:
    """A local server's class is exact; all its later calls are drawn."""
    later = recorded.frame["common_prefix_bytes"].notna().sum()
    assert f"n = {later}" in recorded.figures.predicted("exact").get_title(loc="left")


def test_hit_share_by_turn(recorded: ab.Exchanges) -> None:
    """One line per layout; shown as a picture in a cell."""
    axes = recorded.figures.hit_share(MODEL)
    assert {str(line.get_label()) for line in axes.get_lines()} == {"appended", "monolith"}
    assert axes.figure._repr_png_().startswith(b"\x89PNG")  # type: ignore[union-attr]


def test_what_is_not_there_is_named(recorded: ab.Exchanges) -> None:
    """The nearest name, or what there is."""
    with pytest.raises(NotFound, match="did you mean 'monolith'"):
        recorded.figures.prefix_map("monolit")
    with pytest.raises(NotFound, match="there are exact"):
        recorded.figures.predicted("flaky")
