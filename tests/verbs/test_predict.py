"""Predictions of benches and recordings, with token counts that recordings teach."""

import json
import statistics
from collections.abc import Mapping
from pathlib import Path

import pytest

import agentbench as ab
from agentbench.errors import BadInput
from agentbench.tape import find, read
from agentbench.tape.exchange import Exchange, Origin
from agentbench.verbs.gate import gate, measured
from agentbench.verbs.predict import by_scenario, later, left_out
from agentbench.verbs.run import Run, foresee

PROJECT = Path(__file__).resolve().parents[2]
BENCH, TAPES = PROJECT / "fixtures/benches/local.yaml", PROJECT / "cassettes/local"
ONLY = {"layout": ["tiered"]}


def by_origin(exchanges: tuple[Exchange, ...] | list[Exchange]) -> Mapping[Origin, int]:
    """Input tokens by layout, scenario, turn and step."""
    return {
        one.origin: one.response.usage.input_total or 0 for one in exchanges if one.origin and one.response
    }


@pytest.fixture(scope="module")
def plain() -> Run:
    """One layout of the local bench, predicted from texts and rules alone."""
    return foresee(BENCH, only=ONLY)


def off(run: Run) -> float:
    """The median relative error of its input tokens beside the recorded ones."""
    tapes = find([str(TAPES / "tiered")]).files
    recorded = by_origin([one for path in tapes for one in read(path)])
    guesses = by_origin(run.exchanges)
    errors = [
        abs(guesses[at] - tokens) / tokens for at, tokens in recorded.items() if tokens and at in guesses
    ]
    assert len(errors) > 40
    return statistics.median(errors)


def test_recordings_of_another_layout_teach_the_token_counts(plain: Run) -> None:
    """llama.cpp's template adds what no text shows: a tenth; after recordings of `monolith` it is known."""
    taught = foresee(BENCH, only=ONLY, calibrate=[TAPES / "monolith"])
    assert off(plain) > 0.08
    assert off(taught) < 0.01


def test_what_teaches_nothing_is_refused() -> None:
    """Simulated counts are our own estimates; silence would look like a correction."""
    with pytest.raises(BadInput, match="found 0 recorded"):
        foresee(BENCH, only=ONLY, calibrate=[PROJECT / "cassettes/default"])


def test_a_bench_has_rows_by_class_and_scenario(plain: Run) -> None:
    """Before anything is sent: what should be read, at least and at most, over each scenario."""
    rows = by_scenario(plain)
    assert rows["class"].tolist() == ["exact"] * 5
    assert sorted(rows["scenario"]) == sorted({one.origin.scenario for one in plain.exchanges if one.origin})
    assert rows["n"].sum() == len(plain.exchanges)
    assert rows["input_tokens"].sum() == plain.summary["input_tokens"].sum()
    # every session begins with a request for which nothing is stored; llama.cpp keeps all that follows
    assert (rows["first_requests"] == 1).all()
    assert (rows["live"] == rows["n"] - 1).all()
    assert (rows["read_low"] <= rows["read_high"]).all() and (rows["read_high"] < rows["input_tokens"]).all()
    assert rows["write"].isna().all()
    assert all(sum(row["notes"].values()) == row["n"] for row in rows.to_dict("records"))
    json.dumps([row["notes"] for row in rows.to_dict("records")])


def test_first_requests_are_counted_apart() -> None:
    """In no figure, beside the class that they would have been in."""
    found = later(TAPES / "tiered")
    table = ab.accuracy(TAPES / "tiered")
    assert table["first_requests"].tolist() == [5]
    assert found.left_out["first_request"] == 5
    assert left_out(found) == (
        [
            "left out, before any figure: 5 the first request of a provider, host and model in a file: no file shows"
            " how warm the cache was"
        ]
    )


def test_recordings_correct_what_no_answer_counted() -> None:
    """With calibration the same pairs are judged; counts that answers gave stay."""
    plain, taught = (
        ab.accuracy(TAPES / "tiered", calibrate=calibrate) for calibrate in ((), [TAPES / "monolith"])
    )
    assert plain["n"].tolist() == taught["n"].tolist()
    assert taught["exact_share"].item() >= plain["exact_share"].item()


def test_the_gate_takes_them_too(tmp_path: Path) -> None:
    """A baseline that was measured with recordings passes with them."""
    known = measured(BENCH, calibrate=[TAPES / "monolith"])
    known.save(tmp_path / "known.json")
    assert gate(BENCH, tmp_path / "known.json", calibrate=[TAPES / "monolith"]).verdict.outcome == "pass"
    taught, plain = known, measured(BENCH)
    assert taught != plain
