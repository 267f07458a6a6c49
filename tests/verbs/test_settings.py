"""`[tool.agentbench.gate]`: how much worse still passes."""

from pathlib import Path

import pytest

from agentbench.errors import BadInput
from agentbench.measure.gate import Tolerance, Tolerances
from agentbench.verbs.settings import tolerances


def write(folder: Path, lines: str) -> Path:
    """A pyproject.toml with this table."""
    (folder / "pyproject.toml").write_text(f"[tool.agentbench.gate]\n{lines}\n", encoding="utf-8")
    return folder


def test_what_is_not_set_keeps_its_value(tmp_path: Path) -> None:
    """One key changes one tolerance; a folder below finds the file above it."""
    (tmp_path / "a" / "b").mkdir(parents=True)
    found = tolerances(write(tmp_path, "cost_share = 0.1") / "a" / "b")
    assert found == Tolerances(cost_share=0.1)


@pytest.mark.parametrize(
    ("lines", "found"),
    [
        pytest.param("hit_share = 0.05", Tolerances(hit_share=0.05), id="plain"),
        pytest.param(
            "hit_share = {absolute = 0.01, relative = 0.05}",
            Tolerances(hit_share=Tolerance(absolute=0.01, relative=0.05)),
            id="both",
        ),
        pytest.param(
            "cost_share = {absolute = 0.001}", Tolerances(cost_share=Tolerance(absolute=0.001)), id="one"
        ),
        pytest.param(
            "stale_turns = {absolute = 1, relative = 0.1}",
            Tolerances(stale_turns=Tolerance(absolute=1, relative=0.1)),
            id="counted",
        ),
        pytest.param(
            "breaks = 2\naccuracy = 0.1", Tolerances(breaks=2, accuracy=0.1), id="the-newer-measures"
        ),
    ],
)
def test_a_tolerance_is_a_number_or_two(tmp_path: Path, lines: str, found: Tolerances) -> None:
    """A plain number as ever, or an absolute and a relative one for the same measure."""
    assert tolerances(write(tmp_path, lines)) == found


def test_no_table_is_no_setting(tmp_path: Path) -> None:
    """A pyproject.toml of something else sets nothing."""
    (tmp_path / "pyproject.toml").write_text("[project]\nname = 'x'\n", encoding="utf-8")
    assert tolerances(tmp_path) == Tolerances()


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        pytest.param("hit_shar = 0.1", "did you mean 'hit_share'", id="misspelt"),
        pytest.param("zzz = 1", "there are hit_share", id="unknown"),
        pytest.param("hit_share = -0.1", "hit_share must be a number of 0 or more", id="negative"),
        pytest.param("hit_share = 'much'", "found 'much'", id="text"),
        pytest.param("stale_turns = 1.5", "must be a whole number", id="half-a-turn"),
        pytest.param("stale_turns = true", "must be a whole number", id="boolean"),
        pytest.param("hit_share = nan", "found nan", id="not-a-number"),
        pytest.param("hit_share = ", "found no TOML", id="no-toml"),
        pytest.param(
            "hit_share = {relativ = 1}",
            "in hit_share: unknown key 'relativ', did you mean 'relative'",
            id="part-misspelt",
        ),
        pytest.param("accuracy = {zzz = 1}", "there are absolute, relative", id="part-unknown"),
        pytest.param("cost_share = {relative = -1}", "cost_share.relative must be", id="part-negative"),
        pytest.param(
            "breaks = {absolute = 0.5}", "breaks.absolute must be a whole number", id="half-a-request"
        ),
    ],
)
def test_a_wrong_setting_is_named(tmp_path: Path, lines: str, said: str) -> None:
    """A tolerance that was misspelt never silently stays as it was."""
    with pytest.raises(BadInput, match=said):
        tolerances(write(tmp_path, lines))


def test_every_problem_is_named_at_once(tmp_path: Path) -> None:
    """Two slips, one message."""
    with pytest.raises(BadInput, match=r"'zzz'.*cost_share must be"):
        tolerances(write(tmp_path, "zzz = 1\ncost_share = -1"))
