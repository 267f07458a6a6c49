"""`ab.compare`: a candidate against a baseline, cell by cell."""

import json
from collections.abc import Mapping
from pathlib import Path

import pandas as pd
import pytest

import agentbench as ab
from agentbench.errors import BadInput, NotFound
from agentbench.report import FORMATS
from agentbench.verbs.run import Run
from tests.measure.compare.frames import calls, errands
from tests.report.frames import FRAME, everything

PROJECT = Path(__file__).resolve().parents[2]
TAPES = PROJECT / "cassettes" / "local"
GPT = "openai-chat:gpt-5.2"


@pytest.fixture(scope="module")
def compared() -> ab.Compared:
    """Two layouts on two simulated models, one session each."""
    return ab.compare(FRAME, "layout", baseline="monolith", candidate="appended")


def test_differences_are_candidate_less_baseline() -> None:
    """Real recordings: the totals are the two arms' sums, worked out from the frame by hand."""
    frame = ab.inspect(TAPES).frame
    totals = ab.compare(frame, "layout", baseline="monolith", candidate="appended").totals
    for model, rows in totals.groupby("model"):
        of = frame[frame["model_id"] == model]
        sums = [of[of["layout"] == name]["input_tokens"].sum() for name in ("monolith", "appended")]
        row = rows.set_index("measure").loc["input_tokens"]
        assert (row["baseline"], row["candidate"], row["difference"]) == (*sums, sums[1] - sums[0])
        assert (
            row["left_out"] == 0 and row["better"] + row["worse"] + row["equal"] == of["scenario"].nunique()
        )


def _texts(found: ab.Compared, **key: str) -> Mapping[str, str]:
    """The shown row with these cells, by heading name."""
    headings = [one.name for one in found.table.headings]
    rows = [dict(zip(headings, (cell.text for cell in row), strict=True)) for row in found.table.rows]
    return next(row for row in rows if key.items() <= row.items())


def test_it_shows_figures_with_their_units(compared: ab.Compared) -> None:
    """Shares in percent, money in dollars, tokens as whole numbers, in text and in HTML."""
    hits, money, broken = (
        _texts(compared, model=GPT, measure=name) for name in ("hit_share", "cost_usd", "broken")
    )
    assert hits["baseline"].endswith("%")
    assert hits["difference"].startswith("+") and hits["difference"].endswith(" pp")
    assert money["baseline"].startswith("$") and "." not in broken["baseline"]
    assert "appended against monolith" in repr(compared) and "<table" in compared._repr_html_()


def test_few_scenarios_have_no_interval_and_say_so(compared: ab.Compared) -> None:
    """One replayed scenario: no column of intervals or p, and the reason in words."""
    assert not {"low", "p", "detectable"} & {one.name for one in compared.table.headings}
    assert any("1 scenario: exact for what was played" in note for note in compared.notes)
    assert "1 scenario: exact" in repr(compared) and "1 scenario: exact" in compared._repr_html_()


def test_notes_name_the_strata_that_they_are_about(compared: ab.Compared) -> None:
    """What holds for every model is said once; what no pair has is a note and no row."""
    assert "accuracy: measured on neither side" in compared.notes
    few = next(note for note in compared.notes if "1 scenario" in note)
    assert few.startswith("hit_share, cost_usd; anthropic:claude-sonnet-4-6 broken: 1 scenario")
    assert "accuracy" not in {row[1].text for row in compared.table.rows}


ERRANDS = calls(
    *errands("eager", ["right"] * 12),
    *errands("named", ["right"] * 2 + ["wrong"] * 9 + ["none"]),
    *errands("eager", ["right"] * 12, model_id="local:smaller"),
)


def test_units_tests_and_corrections_are_named() -> None:
    """Ten of twelve turns lost: p and interval, what was drawn again, and for how many p is corrected."""
    found = ab.compare(ERRANDS, "presentation", baseline="eager", candidate="named")
    row = _texts(found, measure="accuracy")
    assert (row["baseline"], row["candidate"], row["difference"]) == ("100.0%", "16.7%", "-83.3 pp")
    assert (row["p"], row["p_holm"], row["better"]) == ("0.002", "0.002", "0 / 10 / 2")
    assert row["low"].startswith("-") and " pp to -" in row["low"]
    for said in (
        "the conversation",
        "seed 0",
        "McNemar's exact test",
        "Holm for 1",
        "power 0.8 at alpha 0.05",
    ):
        assert said in found.table.caption


def test_what_one_side_lacks_is_listed() -> None:
    """An arm without its counterpart, and a turn, each a line."""
    short = ERRANDS[~((ERRANDS["presentation"] == "named") & (ERRANDS["turn"] >= 10))]
    found = ab.compare(short, "presentation", baseline="eager", candidate="named")
    assert "only eager, left out: recorded tiered local:smaller desk" in found.notes
    assert "only eager, left out: recorded tiered local:small desk, turn 10, 11" in found.notes


def test_cells_that_failed_are_listed() -> None:
    """A missing arm is told beside what the others gave; where it leaves nothing of a side, that is the error."""
    bench = ab.bench(PROJECT / "fixtures/benches/default.yaml")
    read = everything()
    run = Run(bench=bench, cells=(), exchanges=read, failures={"a/b": "no cassette"})
    found = ab.compare(run, "layout", baseline="monolith", candidate="appended")
    assert found.failures == {"a/b": "no cassette"} and "cell a/b failed: no cassette" in found.notes
    with pytest.raises(BadInput, match="1 cell failed and left none of one side, first a/b: no cassette"):
        ab.compare(run, "layout", baseline="monolith", candidate="nowhere")


def test_written_formats_word_each_measure(compared: ab.Compared) -> None:
    """Money is money and shares are shares, in totals and in pairs; notes stand in markdown and HTML."""
    for pairs in (False, True):
        written = {name: write() for name, write in compared.written(pairs).items()}
        for text in written.values():
            assert "$0.0177" in text and "+67.5 pp" in text and "-$0.0093" in text
        assert "* accuracy: measured on neither side" in written["markdown"]
        assert "accuracy: measured on neither side" in written["html"]
    assert "better / worse / equal" not in written["table"]


def test_a_value_that_is_not_there_is_said() -> None:
    """The nearest one is named, whatever the subject."""
    with pytest.raises(NotFound, match="did you mean 'monolith'"):
        ab.compare(FRAME, "layout", baseline="monolit", candidate="appended")


def test_totals_are_json(compared: ab.Compared) -> None:
    """No interval is null, never NaN."""
    rows = json.loads(FORMATS["json"](compared.totals))
    assert {row["low"] for row in rows} == {None}


def test_a_run_on_disk_is_as_good(compared: ab.Compared, tmp_path: Path) -> None:
    """A `frame.parquet`, or the folder that holds it, gives what the frame gives."""
    FRAME.to_parquet(tmp_path / "frame.parquet", index=False)
    for subject in (tmp_path, tmp_path / "frame.parquet"):
        found = ab.compare(subject, "layout", baseline="monolith", candidate="appended")
        pd.testing.assert_frame_equal(found.totals, compared.totals)


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
