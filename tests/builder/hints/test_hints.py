"""Platform hints: the table, overrides from three doors, and malformed input that changes nothing."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agentbench.builder.hints import Overrides, hint, hints, overrides_at_the_door, read_overrides

PLAIN = hints()["email"]


@pytest.mark.parametrize(
    ("entry", "shown", "reported"),
    [
        pytest.param("More.", f"{PLAIN}\n\nMore.", 0, id="text-is-appended"),
        pytest.param({"append": " More. "}, f"{PLAIN}\n\nMore.", 0, id="append"),
        pytest.param({"replace": "New.", "append": "More."}, "New.\n\nMore.", 0, id="both"),
        pytest.param({"replace": " "}, PLAIN, 0, id="blank-is-no-text"),
        pytest.param({"Append": "x"}, PLAIN, 1, id="unknown-key"),
        pytest.param({"append": 5, "other": 1}, PLAIN, 2, id="two-problems"),
        pytest.param(7, PLAIN, 1, id="no-text"),
        pytest.param(None, PLAIN, 0, id="nothing"),
    ],
)
def test_an_override(entry: object, shown: str, reported: int) -> None:
    """Replace first, then append; what is not understood is left out and reported."""
    overrides = read_overrides({"email": entry})
    assert hint("email", overrides) == shown
    assert len(overrides.reports) == reported


def test_a_platform_is_a_word() -> None:
    """YAML reads a bare number as one; it names no platform."""
    assert read_overrides({1: "x"}) == Overrides(
        reports=("platform_hints.1: left out; a platform is a word",)
    )


def test_three_doors_one_after_the_other(tmp_path: Path) -> None:
    """YAML, then pyproject, then the variable: the later one wins, platform by platform."""
    (tmp_path / "h.yaml").write_text("email: {replace: from yaml}\nsms: {replace: from yaml}\n")
    (tmp_path / "pyproject.toml").write_text(
        '[tool.agentbench.platform_hints]\nsms = {replace = "from toml"}\n'
    )
    found = overrides_at_the_door(
        yaml_file=tmp_path / "h.yaml",
        pyproject=tmp_path / "pyproject.toml",
        variable='{"zulip": {"replace": "from json"}}',
    )
    assert [hint(name, found) for name in ("email", "sms", "zulip")] == [
        "from yaml",
        "from toml",
        "from json",
    ]
    assert found.reports == ()


@pytest.mark.parametrize(
    ("yaml_text", "toml_text", "variable"),
    [
        pytest.param("email: [", "", None, id="yaml"),
        pytest.param("", "[tool", None, id="toml"),
        pytest.param("", "tool = 3", "{", id="json"),
        pytest.param("- a", "", "[1]", id="another-shape"),
    ],
)
def test_malformed_files_change_nothing(
    tmp_path: Path, yaml_text: str, toml_text: str, variable: str | None
) -> None:
    """A file that cannot be read is named in a report, once, and the built-in hint stays."""
    (tmp_path / "h.yaml").write_text(yaml_text)
    (tmp_path / "pyproject.toml").write_text(toml_text)
    found = overrides_at_the_door(
        yaml_file=tmp_path / "h.yaml", pyproject=tmp_path / "pyproject.toml", variable=variable
    )
    assert hint("email", found) == PLAIN
    assert found.reports and len(set(found.reports)) == len(found.reports)
    assert all("\n" not in report for report in found.reports)


def test_missing_files_and_a_bad_encoding(tmp_path: Path) -> None:
    """No file is no override; bytes that are no UTF-8 are reported."""
    assert overrides_at_the_door(yaml_file=tmp_path / "none") == Overrides()
    (tmp_path / "h.yaml").write_bytes(b"email: caf\xe9")
    assert len(overrides_at_the_door(yaml_file=tmp_path / "h.yaml").reports) == 1


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=6),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
    max_leaves=8,
)


@settings(max_examples=500, deadline=None)
@given(JSON)
def test_no_input_raises(found: object) -> None:
    """Whatever a configuration holds, there is a hint for every known platform, or the override's own text."""
    overrides = read_overrides(found)
    assert all(hint(platform, overrides) for platform in hints())
