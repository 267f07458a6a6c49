"""`ab.compare`: a candidate against a baseline, cell by cell."""

from pathlib import Path

import pandas as pd
import pytest

import agentbench as ab
from agentbench.errors import BadInput, NotFound

TAPES = Path(__file__).resolve().parents[2] / "cassettes" / "default"


@pytest.fixture(scope="module")
def frame() -> pd.DataFrame:
    """Both layouts of the committed cassettes."""
    return ab.inspect(TAPES).frame


def test_differences_are_candidate_less_baseline(frame: pd.DataFrame) -> None:
    """The totals are the two arms' sums, worked out from the frame by hand."""
    found = ab.compare(frame, "layout", baseline="monolith", candidate="appended")
    rows = found.totals[(found.totals["measure"] == "input_tokens")]
    for model, wire in (
        ("anthropic:claude-sonnet-4-6", "claude-sonnet-4-6"),
        ("openai-chat:gpt-5.2", "gpt-5.2"),
    ):
        of = frame[frame["model"] == wire]
        sums = [of[of["layout"] == name]["input_tokens"].sum() for name in ("monolith", "appended")]
        row = rows[rows["model"] == model].iloc[0]
        assert (row["baseline"], row["candidate"]) == tuple(sums)
        assert row["difference"] == sums[1] - sums[0]


def test_it_shows_figures_with_their_units(frame: pd.DataFrame) -> None:
    """Shares in percent, money in dollars, tokens as whole numbers, in text and in HTML."""
    found = ab.compare(frame, "layout", baseline="monolith", candidate="appended")
    by = {(row[2].text, row[3].text): row for row in found.table.rows}
    arm = by["openai-chat:gpt-5.2", "hit_share"]
    assert arm[4].text.endswith("%") and arm[6].text.startswith("+") and arm[6].text.endswith(" pp")
    assert by["openai-chat:gpt-5.2", "cost_usd"][4].text.startswith("$")
    assert "." not in by["openai-chat:gpt-5.2", "broken"][4].text
    assert "appended against monolith" in repr(found) and "<table" in found._repr_html_()


def test_a_run_on_disk_is_as_good(frame: pd.DataFrame, tmp_path: Path) -> None:
    """A `frame.parquet`, or the folder that holds it, gives what the frame gives."""
    frame.to_parquet(tmp_path / "frame.parquet", index=False)
    known = ab.compare(frame, "layout", baseline="monolith", candidate="appended").totals
    for subject in (tmp_path, tmp_path / "frame.parquet"):
        found = ab.compare(subject, "layout", baseline="monolith", candidate="appended").totals
        pd.testing.assert_frame_equal(found, known)


def test_what_is_no_frame_is_said(tmp_path: Path) -> None:
    """A missing file, a file that is no parquet, and a table of something else."""
    (tmp_path / "text.parquet").write_text("no")
    pd.DataFrame({"a": [1]}).to_parquet(tmp_path / "other.parquet")
    for name, error, said in (
        ("none.parquet", NotFound, "no such file"),
        ("text.parquet", BadInput, "no parquet file"),
        ("other.parquet", BadInput, "a table without"),
    ):
        with pytest.raises(error, match=said):
            ab.compare(tmp_path / name, "layout", baseline="a", candidate="b")
