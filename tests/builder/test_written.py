"""What people write, changed in a notebook and written back."""

from pathlib import Path

import pytest

from agentbench.builder import Layout, Profile, Scenario, load_layout, load_value

FIXTURES = Path(__file__).resolve().parents[2] / "fixtures"
KINDS = {"layouts": Layout, "profiles": Profile, "scenarios": Scenario}


@pytest.mark.parametrize(
    "path",
    [path for folder in KINDS for path in sorted((FIXTURES / folder).rglob("*.yaml"))],
    ids=lambda path: f"{path.parent.name}/{path.stem}",
)
def test_what_is_written_reads_back_equal(path: Path, tmp_path: Path) -> None:
    """Every layout, profile and scenario that ships survives `save`."""
    kind = KINDS[path.relative_to(FIXTURES).parts[0]]

    def read(file: Path) -> Layout | Profile | Scenario:
        return load_layout(file) if kind is Layout else load_value(file, kind)

    value = read(path)
    assert read(value.save(tmp_path / "again.yaml")) == value


def test_a_changed_layout_is_another_value() -> None:
    """`replace` changes the named fields and leaves the first value as it was."""
    before = load_layout(FIXTURES / "layouts" / "appended.yaml")
    after = before.replace(clock="second", volatile="front")
    assert (after.clock, after.volatile, before.clock, before.volatile) == (
        "second",
        "front",
        "date",
        "appended",
    )
    assert after.replace(clock="date", volatile="appended") == before


def test_a_field_that_does_not_exist_is_an_error() -> None:
    """A typing mistake in a notebook is told at once."""
    with pytest.raises(TypeError, match="clok"):
        load_layout(FIXTURES / "layouts" / "appended.yaml").replace(clok="second")
