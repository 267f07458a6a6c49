"""Misses that no changed byte explains: markers, sizes, times, the provider."""

from typing import Any

import pytest

from agentbench.caching import predict
from agentbench.caching.diagnosis import diagnose
from agentbench.tape.exchange import BlockSpan, Response, Usage
from tests.caching.diagnosis.talks import (
    MARK,
    READ,
    WROTE,
    Body,
    after_change,
    body,
    exchange,
    grown,
    misses,
    names,
)
from tests.caching.prompts import asked, piece
from tests.caching.test_predict import sent


def _unmarked(body_: Body) -> Body:
    for block in [*body_["system"], *(b for m in body_["messages"] for b in m["content"])]:
        block.pop("cache_control", None)
    return body_


def test_an_unchanged_prefix_that_is_read_is_no_miss() -> None:
    """Everything stored was read."""
    assert after_change(lambda b: None, READ) == ()


@pytest.mark.parametrize(
    ("usage", "name", "lost"),
    [
        pytest.param(
            Usage(read=0, write_5m=4030, input_total=4033), "provider_missed", 4000, id="nothing-read"
        ),
        pytest.param(
            Usage(read=2500, write_5m=1530, input_total=4033), "provider_read_less", 1500, id="less-read"
        ),
        pytest.param(
            Usage(read=4020, write_5m=10, input_total=4033), "warm_elsewhere", 0, id="more-than-was-stored"
        ),
        pytest.param(Usage(input_total=4033), "not_reported", None, id="no-count"),
    ],
)
def test_what_the_provider_did_is_told_apart_from_what_we_did(
    usage: Usage, name: str, lost: int | None
) -> None:
    """No byte changed, so the request is not to blame."""
    (found,) = after_change(lambda b: None, usage)
    assert (found.name, found.tokens_lost, found.segment) == (name, lost, None)
    assert found.known.side != "ours"


@pytest.mark.parametrize(
    ("after_s", "name"),
    [
        pytest.param(400.0, "expired", id="an-idle-gap"),
        pytest.param(-1.0, "overlapping", id="sent-too-early"),
    ],
)
def test_times(after_s: float, name: str) -> None:
    """The entry was too old, or its response had not begun."""
    wrote_again = Usage(read=0, write_5m=4030, input_total=4033)
    found = misses(exchange(body(), usage=WROTE), exchange(grown(body()), after_s=after_s, usage=wrote_again))
    assert [(miss.name, miss.tokens_lost) for miss in found] == [(name, 4000)]


def test_an_expiry_is_listed_beside_a_change() -> None:
    """Both would have lost it."""
    later = grown(body())
    later["system"][1]["text"] = "Something else."
    found = misses(exchange(body(), usage=WROTE), exchange(later, after_s=400.0))
    assert names(found) == ["system_changed", "expired"]


def test_nothing_marked() -> None:
    """An explicit cache stores nothing unasked."""
    found = misses(exchange(_unmarked(body())), exchange(_unmarked(grown(body()))))
    assert names(found) == ["marker_missing"]


def test_a_marker_that_is_gone() -> None:
    """The end of the request before was marked, now only the head is."""
    later = _unmarked(grown(body()))
    later["system"][0] |= MARK
    found = misses(exchange(body(), usage=WROTE), exchange(later, after_s=5.0))
    assert [(miss.name, miss.segment) for miss in found] == [("marker_lost", "messages[2].content[0]")]
    assert 0 < (found[0].tokens_lost or 0) < 1000


def test_a_head_without_a_marker_of_its_own() -> None:
    """Only the newest message is marked, so a rewritten message loses the unchanged head too."""
    first, later = body(), grown(body())
    for request in (first, later):
        del request["system"][0]["cache_control"]
    later["messages"][0]["content"][0]["text"] = "Another question altogether"
    found = misses(exchange(first, usage=WROTE), exchange(later, after_s=5.0))
    assert names(found) == ["history_rewritten", "head_not_marked"]
    assert found[1].segment == "system[1]"
    assert (found[1].tokens_lost or 0) > 3000


def test_refused_markers() -> None:
    """Five markers are an error at the provider."""
    later = grown(body())
    for tool in later["tools"]:
        tool |= MARK
    found = misses(exchange(body(), usage=WROTE), exchange(later, after_s=5.0, usage=READ))
    assert names(found) == ["markers_refused"]


def test_further_back_than_the_provider_looks() -> None:
    """21 blocks appended with one marker at their end."""
    later = grown(body())
    del later["system"][0]["cache_control"]
    later["messages"][-1]["content"] = [{"type": "text", "text": f"part {i}"} for i in range(21)]
    later["messages"][-1]["content"][-1] |= MARK
    first = body()
    del first["system"][0]["cache_control"]
    found = misses(exchange(first, usage=WROTE), exchange(later, after_s=5.0))
    assert names(found) == ["look_back_exceeded"]


def test_too_small_is_an_answer_of_its_own() -> None:
    """Below the minimum nothing is lost by anyone."""
    short: Body = {"system": "short", "tools": []}
    found = misses(exchange(body() | short), exchange(grown(body()) | short))
    assert names(found) == ["too_small"]
    assert "of 1024" in (found[0].detail or "")


def _span(name: str, text: str, whole: str) -> BlockSpan:
    start = whole.index(text) + len('{"text":"')
    return BlockSpan(name=name, tier="stable", start=start, end=start + len(text))


def test_every_changed_block_is_named() -> None:
    """With block spans each changed, new and missing block of a segment is a finding of its own."""
    old, new = "AAA soul. at 09:00 BBB old", "AAA soul. at 10:30 CCC new"
    first, later = body(), grown(body())
    first["system"][1]["text"], later["system"][1]["text"] = old, new
    was = (_span("soul", "AAA soul.", old), _span("clock", "at 09:00", old), _span("old", "BBB old", old))
    now = (_span("soul", "AAA soul.", new), _span("clock", "at 10:30", new), _span("new", "CCC new", new))
    found = misses(
        exchange(first, blocks={"system[1]": was}), exchange(later, blocks={"system[1]": now}, after_s=5.0)
    )
    assert [(m.name, m.block, m.byte) for m in found] == [
        ("system_clock", "clock", len('{"text":"AAA soul. at ')),
        ("system_section_added", "new", len('{"text":"AAA soul. at 10:30 ')),
        ("system_section_removed", "old", len('{"text":"AAA soul. at 09:00 ')),
    ]

    rest = '","type":"text"}'
    assert [(m.was, m.now) for m in found] == [
        (f"09:00 BBB old{rest}", f"10:30 CCC new{rest}"),
        (None, f"CCC new{rest}"),
        (f"BBB old{rest}", None),
    ]


def test_a_host_that_changed() -> None:
    """Another host has another cache."""
    found = misses(exchange(body(), usage=WROTE, host="a"), exchange(grown(body()), after_s=1.0, host="b"))
    assert [(m.name, m.detail) for m in found][:1] == [("host_changed", "a -> b")]


def test_a_reply_sent_back_in_other_words() -> None:
    """Where generated text is reused, sending it back otherwise loses it."""
    first = asked(piece("ask", 2000), model="deepseek-v4-flash")
    fields: dict[str, Any] = {"provider": "deepseek", "after_s": None}
    said = Response(status=200, text="a plain answer", usage=Usage(input_total=2000, output=3))
    for reply, expected in (("a plain answer", []), ("another answer", ["reply_rewritten"])):
        back = piece(reply, 1, role="assistant")
        second = sent(asked(piece("ask", 2000), back, piece("q", 5), model="deepseek-v4-flash"), **fields)
        assert names(diagnose(sent(first, **fields | {"response": said}), second)) == expected


def test_an_identical_resend_is_no_change() -> None:
    """Nothing was appended, nothing differs."""
    again = exchange(body(), after_s=1.0, usage=Usage(read=4000, uncached=3, write_5m=0, input_total=4003))
    assert misses(exchange(body(), usage=WROTE), again) == ()


def test_without_a_request_before_there_is_nothing_to_lose() -> None:
    """A first request is not diagnosed."""
    first = exchange(body())
    assert diagnose(None, first, predict([first])[0]) == ()


def test_changes_are_found_without_an_answer_to_the_request_before() -> None:
    """Rendered requests have none."""
    later = grown(body())
    later["messages"][0]["content"][0]["text"] = "Another question altogether"
    found = diagnose(exchange(body(), response=None), exchange(later, response=None))
    assert names(found) == ["history_rewritten"]


def test_without_a_rule_changes_are_still_found() -> None:
    """What the provider does is not known, what we did is."""
    later = grown(body())
    later["tools"].pop()
    pair = [exchange(body(), provider="acme"), exchange(later, provider="acme")]
    (found,) = misses(*pair)
    assert (found.name, found.tokens_lost) == ("tools_removed", None)
