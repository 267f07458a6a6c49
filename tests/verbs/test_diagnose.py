"""`ab.diagnose`: every lost cache read as a value and as a row."""

import json
from pathlib import Path

import pytest

import agentbench as ab
from agentbench.caching.diagnosis import miss_classes
from agentbench.errors import NotFound
from agentbench.verbs.diagnose import Diagnosis, diagnose
from agentbench.verbs.inspect import Exchanges, inspect

PROJECT = Path(__file__).resolve().parents[2]
TAPES = PROJECT / "cassettes" / "default"


@pytest.fixture(scope="module")
def broken() -> Exchanges:
    """One session of the monolith, whose clock stands in the system text."""
    return inspect(TAPES / "monolith" / "eager" / "anthropic-claude-sonnet-4-6" / "sale-hour.yaml")


@pytest.fixture(scope="module")
def found(broken: Exchanges) -> Diagnosis:
    """Its diagnosis."""
    return diagnose(broken)


def test_a_moving_clock_is_named_by_block_and_byte(broken: Exchanges, found: Diagnosis) -> None:
    """Class, block and the byte in that segment at which two requests really differ."""
    clocks = [one for one in found.lost if one.miss.name == "system_clock"]
    assert clocks
    for one in clocks:
        assert one.miss.block == "clock" and one.exchange.request and one.exchange.index
        earlier = broken.exchanges[one.exchange.index - 1].request
        assert earlier and one.miss.byte is not None
        was, now = earlier.segments, one.exchange.request.segments
        pair = next((a.raw, b.raw) for a, b in zip(was, now, strict=False) if b.path == one.miss.segment)
        assert pair[1][one.miss.byte :].startswith((one.miss.now or "").encode())


def test_lost_tokens_cost_what_writing_costs_beyond_reading(found: Diagnosis) -> None:
    """Sonnet writes an hour at 2 times, five minutes at 1.25 times the input rate, and reads at a tenth of it."""
    one = next(one for one in found.lost if one.miss.name == "system_clock")
    assert one.miss.tokens_lost and one.exchange.response
    usage = one.exchange.response.usage
    rate = 2.0 if usage.write_1h else 1.25
    assert one.usd == pytest.approx(one.miss.tokens_lost * 3e-6 * (rate - 0.1), rel=1e-6)


def test_the_frame_names_the_same_classes(broken: Exchanges, found: Diagnosis) -> None:
    """The `miss` column is a JSON array, missing for a first request, and holds what the diagnosis holds."""
    column = broken.frame["miss"]
    assert column.isna().tolist() == broken.frame["common_prefix_bytes"].isna().tolist()
    named = {
        (at, name) for at, cell in enumerate(column) if isinstance(cell, str) for name in json.loads(cell)
    }
    assert named == {(one.exchange.index, one.miss.name) for one in found.lost}
    assert found.compared == column.notna().sum()


def test_a_layout_that_keeps_its_prefix_loses_nothing_of_its_own() -> None:
    """Appended sessions behind a bridge have no miss that we could do something about."""
    models = ("anthropic-claude-sonnet-4-6", "openai-chat-gpt-5.2")
    kept = diagnose(*(TAPES / "appended" / "bridge" / model for model in models))
    assert kept.compared > 50 and not kept.failing(["ours", "provider"])


def test_redaction_leaves_no_word_of_a_prompt(broken: Exchanges) -> None:
    """Neither text nor frame quotes anything."""
    redacted = diagnose(broken, redact=True)
    assert redacted.frame[["was", "now", "detail"]].isna().all(axis=None)
    quotes = [one.miss.was for one in redacted.lost if one.miss.was]
    assert quotes and not [quote for quote in quotes if quote in redacted.text]


def test_every_row_says_what_to_do(found: Diagnosis) -> None:
    """Side, meaning, causes and advice come with every miss; classes are summed with their requests."""
    frame = found.frame
    assert frame[["side", "meaning", "causes", "advice"]].notna().all(axis=None)
    assert set(frame["class"]) <= set(miss_classes())
    assert found.by_class["requests"].sum() == len(found) == len(frame)
    clock = found.by_class.set_index("class").loc["system_clock"]
    assert clock["tokens_lost"] == frame[frame["class"] == "system_clock"]["tokens_lost"].sum()


def test_a_misspelt_class_is_named(found: Diagnosis) -> None:
    """Nothing is judged by a class that does not exist."""
    with pytest.raises(NotFound, match="did you mean 'system_clock'"):
        found.failing(["sytem_clock"])


def test_exchanges_and_paths_give_the_same(broken: Exchanges, found: Diagnosis) -> None:
    """A sequence of exchanges, an `Exchanges` and a path are the same subject."""
    assert ab.diagnose(broken.exchanges).frame.equals(found.frame)
    assert ab.diagnose(broken.exchanges[0].cassette).frame.equals(found.frame)
