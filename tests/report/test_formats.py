"""Any frame in any format."""

import io
import json

import pandas as pd
import pytest

from agentbench.frame import build
from agentbench.report import FORMATS, OVERVIEW, SUFFIXES, shown
from tests.exchanges import exchange
from tests.report.frames import FRAME


def test_json_has_every_column_and_null_for_missing() -> None:
    """One object per row: lists as arrays, times in ISO 8601, missing as null."""
    rows = json.loads(FORMATS["json"](FRAME))
    assert len(rows) == len(FRAME)
    assert list(rows[0]) == list(FRAME.columns)
    assert rows[0]["called_tools"] == []
    assert rows[0]["sent_at"] == "2026-11-02T09:00:00Z"
    assert rows[-1]["index"] is None


def test_jsonl_has_the_same_objects_one_per_line() -> None:
    """Every line is the object that the JSON array has at its place."""
    lines = FORMATS["jsonl"](FRAME).decode().splitlines()
    assert [json.loads(line) for line in lines] == json.loads(FORMATS["json"](FRAME))


def test_csv_and_parquet_give_the_values_back() -> None:
    """CSV keeps the columns and rows, Parquet the dtypes too."""
    again = pd.read_parquet(io.BytesIO(FORMATS["parquet"](FRAME)))
    pd.testing.assert_frame_equal(again, FRAME)
    csv = pd.read_csv(io.BytesIO(FORMATS["csv"](FRAME)))
    assert list(csv.columns) == list(FRAME.columns)
    assert csv["input_tokens"].sum() == FRAME["input_tokens"].sum()


@pytest.mark.parametrize("name", ["table", "markdown", "html"])
def test_what_people_read_shows_the_overview(name: str) -> None:
    """Formats to read hold the columns that fit; the model and the reason of what is unreadable among them."""
    text = FORMATS[name](FRAME).decode()
    assert "claude-sonnet-4-6" in text
    assert "short" in text
    assert "stable_prefix_sha256" not in text


def test_any_other_frame_is_shown_whole() -> None:
    """A frame that is not the one table shows all its columns, or those that are asked for."""
    small = FRAME[["model", "cost_usd"]]
    assert [h.name for h in shown(small).headings] == ["model", "cost_usd"]
    assert [h.name for h in shown(FRAME, ["model"]).headings] == ["model"]


@pytest.mark.parametrize("name", sorted(FORMATS))
def test_no_rows_is_no_error(name: str) -> None:
    """Every format can write a frame without rows."""
    assert isinstance(FORMATS[name](build([])), bytes)


def test_formats_give_the_same_bytes_each_time() -> None:
    """The same frame gives the same bytes."""
    assert all(write(FRAME) == write(FRAME) for write in FORMATS.values())


def test_every_suffix_names_a_format() -> None:
    """No suffix leads nowhere, and the overview has only columns that exist."""
    assert set(SUFFIXES.values()) == set(FORMATS)
    assert set(OVERVIEW) <= set(build([exchange()]).columns)
