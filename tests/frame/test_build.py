"""Exchanges to rows."""

import hashlib
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path

import pandas as pd
import pytest

from agentbench.caching import Prediction
from agentbench.frame import COLUMNS, build, names
from agentbench.tape.exchange import Usage
from tests.exchanges import exchange, origin, request, spans, usage


def test_columns_and_dtypes_hold_for_any_rows() -> None:
    """Every column is there, in order and with its dtype, with rows and without."""
    unreadable = exchange(kind="unreadable", index=None, reason="not YAML", sent_at=None)
    for frame in (build([]), build([exchange(), unreadable])):
        assert list(frame.columns) == [column.name for column in COLUMNS]
        assert [str(dtype) for dtype in frame.dtypes] == [column.dtype for column in COLUMNS]


def test_absent_counts_are_missing() -> None:
    """A provider that reports nothing gives missing counts, never 0; a reported 0 stays 0."""
    frame = build([exchange(used=Usage()), exchange(used=usage(uncached=5, read=0), index=1)])
    assert frame.loc[0, "input_tokens":"reasoning_tokens"].isna().all()
    assert frame.loc[1, "cache_read_tokens"] == 0
    assert pd.isna(frame.loc[1, "cache_write_tokens"])


def test_an_unreadable_file_is_a_row_with_its_reason() -> None:
    """A file that cannot be read is one row: index missing, reason said, everything else missing."""
    row = build([exchange(kind="unreadable", index=None, reason="cut short", sent_at=None)]).iloc[0]
    assert (row["kind"], row["reason"]) == ("unreadable", "cut short")
    assert row[["index", "model", "status", "stable_prefix_sha256", "selection"]].isna().all()


def test_origin_fills_the_arm() -> None:
    """An exchange of ours carries its arm, scenario, turn and step; the wire's model name stays apart."""
    row = build([exchange(origin=origin(turn=3, step=1, repeat=2))]).iloc[0]
    assert (row["layout"], row["presentation"], row["scenario"]) == ("appended", "eager", "support-desk")
    assert (row["turn"], row["step"], row["repeat"]) == (3, 1, 2)
    assert (row["model"], row["model_id"]) == ("claude-sonnet-4-6", "anthropic:claude-sonnet-4-6")


def test_request_columns() -> None:
    """Bytes of system text and tool definitions are those of the segments."""
    row = build([exchange(request(system="Grüße", tools=["a"], messages=["x", "y", "z"]))]).iloc[0]
    assert row["system_bytes"] == len("Grüße".encode()) == 7
    assert (row["tool_count"], row["tool_bytes"]) == (1, len('{"name": "a"}'))
    assert row["message_count"] == 3


def test_names_come_back_from_their_cell() -> None:
    """A column of names is a JSON array that `names` reads; none called is empty, unknown is None."""
    frame = build(
        [exchange(called=["read_file", "read_file"]), exchange(index=1), exchange(kind="set_aside")]
    )
    assert [names(cell) for cell in frame["called_tools"]] == [("read_file", "read_file"), (), None]


def test_usage_classes_add_up() -> None:
    """The total written is the sum of its classes."""
    row = build([exchange(used=usage(uncached=1, read=2, write_5m=4, write_1h=8, output=16))]).iloc[0]
    assert row["cache_write_tokens"] == 12
    assert row["input_tokens"] == 15


def test_stability_compares_with_the_latest_earlier_request() -> None:
    """Each request is held against the one just before it in its conversation; the first has no figures."""
    calls = [request(messages=["a"]), request(messages=["a", "b"]), request(messages=["a", "x"])]
    frame = build([exchange(sent, index=i) for i, sent in enumerate(calls)])
    assert frame["common_prefix_bytes"].isna().tolist() == [True, False, False]
    assert frame["common_prefix_share"].tolist()[1] == 1.0
    shared = len(calls[0].body) + 1  # and the opening quote of "x"
    assert frame.loc[2, "common_prefix_bytes"] == shared
    assert frame.loc[2, "common_prefix_share"] == pytest.approx(shared / len(calls[1].body))
    assert frame["first_change"].isna().tolist() == [True, True, False]


@pytest.mark.parametrize(
    "other",
    [
        pytest.param({"cassette": "b.yaml"}, id="cassette"),
        pytest.param({"conversation": "c1"}, id="conversation"),
        pytest.param({"conversation": None}, id="no-conversation"),
        pytest.param({"kind": "set_aside"}, id="not-a-model-call"),
    ],
)
def test_no_comparison_across(other: dict[str, str | None]) -> None:
    """Requests of another cassette, conversation or kind are not compared."""
    frame = build([exchange(), exchange(request(system="other"), index=1, **other)])  # type: ignore[arg-type]
    assert frame["common_prefix_bytes"].isna().all()


def test_an_empty_request_shares_nothing_and_has_no_share() -> None:
    """Of no bytes there is no share, and no stable prefix but the empty one."""
    nothing = request(system=None, tools=(), messages=())
    frame = build([exchange(nothing), exchange(nothing, index=1)])
    assert frame.loc[1, "common_prefix_bytes"] == 0
    assert pd.isna(frame.loc[1, "common_prefix_share"])
    assert frame.loc[0, "stable_prefix_sha256"] == hashlib.sha256().hexdigest()


def test_turns_that_stand_apart_are_not_compared() -> None:
    """A turn's requests are held against one another; another conversation of the same cell is no earlier request."""
    calls = [
        exchange(request(messages=["a"]), origin=origin(turn=0), conversation="0"),
        exchange(request(messages=["x"]), origin=origin(turn=1), conversation="1", index=1),
        exchange(request(messages=["x", "y"]), origin=origin(turn=1, step=1), conversation="1", index=2),
    ]
    assert build(calls)["common_prefix_share"].fillna(-1).tolist() == [-1, -1, 1]


def test_the_excerpts_show_the_change() -> None:
    """Shared lead, what stood there and what stands there now; none where excerpts are not wanted."""
    calls = [
        exchange(request(system="Now 09:00 é")),
        exchange(request(system="Now 09:01 é"), index=1),
    ]
    row = build(calls).iloc[1]
    shown = (row["first_change_lead"], row["first_change_from"], row["first_change_to"])
    assert shown == ('"Now 09:0', '0 é"', '1 é"')
    assert build(calls, excerpts=False)["first_change_from"].isna().all()


def _hash(blocks: dict[str, str], tools: tuple[str, ...] = ("a",)) -> object:
    tiers = {"identity": "stable", "memory": "context", "clock": "volatile"}
    text, found = spans([(name, tiers[name], said) for name, said in blocks.items()])  # type: ignore[misc]
    sent = request(system=text, tools=tools)
    return build([exchange(sent, blocks={"system[0]": found})]).loc[0, "stable_prefix_sha256"]


def test_the_stable_prefix_ends_at_the_first_block_that_is_not_stable() -> None:
    """Later tiers do not touch the hash; a stable block or a tool does."""
    usual = _hash({"identity": "Ada", "memory": "tea", "clock": "9"})
    assert _hash({"identity": "Ada", "memory": "dog", "clock": "10"}) == usual
    assert _hash({"identity": "Bob", "memory": "tea", "clock": "9"}) != usual
    assert _hash({"identity": "Ada", "memory": "tea", "clock": "9"}, tools=("b",)) != usual


def test_without_spans_the_whole_system_text_is_the_stable_prefix() -> None:
    """Where blocks are unknown, tools and system make the hash; messages never do."""
    sent = [request(), request(messages=["other"]), request(system="other")]
    hashes = build([exchange(s, index=i) for i, s in enumerate(sent)])["stable_prefix_sha256"]
    assert hashes[0] == hashes[1] != hashes[2]


@pytest.mark.parametrize(
    ("stale", "expected"), [((), 0), (("world",), 1), (("world", "clock"), 1), (None, None)]
)
def test_a_turn_is_stale_or_not(stale: tuple[str, ...] | None, expected: int | None) -> None:
    """A request that left out facts in force counts once; unknown stays missing."""
    found = build([exchange(stale_blocks=stale)]).loc[0, "stale_turns"]
    assert pd.isna(found) if expected is None else found == expected


def test_predictions_are_aligned() -> None:
    """Each prediction lands in its exchange's row; another number of them is refused."""
    known = Prediction(reusable_tokens=9, read_low=0, read_high=8, write=None, note="ttl unknown")
    row = build([exchange()], [known]).iloc[0]
    assert (row["reusable_tokens"], row["predicted_read_tokens_high"]) == (9, 8)
    assert pd.isna(row["predicted_write_tokens"])
    with pytest.raises(ValueError, match="shorter"):
        build([exchange()], [])


def test_the_frame_survives_parquet(tmp_path: Path) -> None:
    """Parquet gives back the same values and dtypes, lone surrogates made storable."""
    calls = [exchange(called=["a"], reason="bad \ud83d tail"), exchange(kind="unreadable", index=None)]
    frame = build(calls)
    frame.to_parquet(tmp_path / "frame.parquet")
    pd.testing.assert_frame_equal(pd.read_parquet(tmp_path / "frame.parquet"), frame)
    assert frame.loc[0, "reason"] == "bad ? tail"


def test_times_are_utc() -> None:
    """Times keep their instant, whatever zone they came in; absent is missing."""
    frame = build([exchange(sent_at=datetime(2026, 1, 1, tzinfo=UTC)), exchange(sent_at=None)])
    assert frame.loc[0, "sent_at"] == pd.Timestamp("2026-01-01T00:00:00Z")
    assert pd.isna(frame.loc[1, "sent_at"])


def test_an_instant_is_kept_whatever_its_zone() -> None:
    """Times of several zones in one table become the same instants in UTC."""
    east = datetime(2026, 1, 1, 2, tzinfo=timezone(timedelta(hours=2)))
    frame = build([exchange(sent_at=datetime(2026, 1, 1, tzinfo=UTC)), exchange(sent_at=east, index=1)])
    assert frame["sent_at"].nunique() == 1
