"""Predictions for sequences of exchanges made by hand."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from agentbench.caching import UNDETERMINED, Prediction, disagreement, predict
from agentbench.tape.exchange import Exchange, Request, Response, Segment, ToolCall, Usage
from tests.caching.prompts import asked, marked, piece

START = datetime(2026, 11, 2, 9, 0, tzinfo=UTC)
HEAD = piece("head", 2000, "system", None)
ASK = piece("ask", 100)
REPLY = piece("reply", 50, role="assistant")
MORE = piece("more", 30)
FIRST = asked(HEAD, marked(ASK))
SECOND = asked(HEAD, ASK, REPLY, marked(MORE))


def sent(
    request: Request | None, usage: Usage | None = None, after_s: float | None = 0.0, **more: Any
) -> Exchange:
    """An exchange answered with this usage; `after_s` is None for a recording without times."""
    at = None if after_s is None else START + timedelta(seconds=after_s)
    fields: dict[str, Any] = {
        "cassette": "a.yaml",
        "index": 0,
        "kind": "model_call",
        "provenance": "recorded",
        "provider": "anthropic",
        "request": request,
        "response": Response(status=200, usage=usage or Usage()),
        "sent_at": at,
        "first_byte_at": at,
    }
    return Exchange(**fields | more)


WROTE = Usage(read=0, write_5m=2222, uncached=3, input_total=2225)


def reads(prediction: Prediction) -> tuple[int | None, int | None, int | None]:
    return prediction.reusable_tokens, prediction.read_low, prediction.read_high


@pytest.mark.parametrize(
    ("second", "expected", "note"),
    [
        pytest.param(
            sent(SECOND, after_s=10),
            (2222, 2222, 2222),
            "stored and live",
            id="a-point-in-the-vendor's-count",
        ),
        pytest.param(sent(SECOND, after_s=301), (2222, 0, 0), "stored, but expired", id="expired"),
        pytest.param(sent(SECOND, after_s=None), (2222, 0, 2222), "times are not known", id="no-times"),
        pytest.param(sent(SECOND, after_s=-1), (2222, 0, 0), "stored, but not_readable", id="overlapping"),
        pytest.param(sent(asked(HEAD, ASK)), (0, 0, 0), "nothing is marked", id="no-marker"),
        pytest.param(sent(asked(marked(ASK))), (0, 0, 0), "below the minimum of 1024", id="too-small"),
        pytest.param(
            sent(asked(piece("x", 3000), marked(ASK))), (0, 0, 0), "no stored prefix: changed", id="changed"
        ),
        pytest.param(sent(SECOND, cassette="b.yaml"), (0, 0, None), "first request", id="another-file"),
        pytest.param(
            sent(SECOND, cassette="b.yaml", provenance="simulated"),
            (0, 0, 0),
            "cold",
            id="a-simulation-begins-cold",
        ),
        pytest.param(
            sent(SECOND, after_s=2 * 86_400), (2222, 0, 0), "stored, but expired", id="two-days-later"
        ),
        pytest.param(
            sent(asked(piece("x", 3000), marked(ASK)), after_s=2 * 86_400),
            (0, 0, None),
            "first request",
            id="new-after-two-days",
        ),
    ],
)
def test_what_is_predicted_after_a_write(
    second: Exchange, expected: tuple[int | None, ...], note: str
) -> None:
    """The entry is as large as the provider counted it (2,222), not as estimated."""
    first, later = predict([sent(FIRST, WROTE), second])
    assert reads(first) == (0, 0, None)
    assert reads(later) == expected
    assert note in (later.note or "")


def test_a_prediction_sees_nothing_of_its_own_answer() -> None:
    """Whatever the second request reports, its own prediction is the same."""
    answers = [
        Usage(read=2222, write_5m=80, input_total=2305),
        Usage(read=0, write_5m=2300, input_total=2305),
    ]
    assert len({predict([sent(FIRST, WROTE), sent(SECOND, usage)])[1] for usage in answers}) == 1


def test_the_next_entry_is_what_was_read_plus_what_was_written() -> None:
    """Anthropic's recorded chains: read(n + 1) = read(n) + write(n)."""
    third = asked(HEAD, ASK, REPLY, MORE, piece("r", 10, role="assistant"), marked(piece("q", 5)))
    answers = [WROTE, Usage(read=2222, write_5m=101, uncached=4, input_total=2327)]
    found = predict([sent(FIRST, answers[0]), sent(SECOND, answers[1]), sent(third)])
    assert reads(found[2]) == (2323, 2323, 2323)


def test_writes_are_estimated_in_the_measure_of_the_provider() -> None:
    """New tokens are scaled by what the provider counted per estimated token so far."""
    found = predict([sent(FIRST, WROTE), sent(SECOND)])[1]
    # o200k x 1.15 makes 2 415 of FIRST; the provider says 2,225; the 80 new words follow the same measure
    assert found.write is not None
    assert abs(found.write - round(80 * 1.15 * 2225 / (2100 * 1.15))) <= 3


@pytest.mark.parametrize(
    "answer",
    [
        pytest.param(
            Response(status=200, usage=Usage(read=0, write_5m=0, input_total=2225)), id="reported-no-write"
        ),
        pytest.param(Response(status=529, error="overloaded"), id="an-error"),
        pytest.param(None, id="no-answer"),
    ],
)
def test_what_was_not_stored_is_not_predicted(answer: Response | None) -> None:
    """The report of what was written wins over our own count of it."""
    later = predict([sent(FIRST, response=answer), sent(SECOND)])[1]
    assert later.reusable_tokens == 0


def test_openai_reads_the_floor_or_nothing() -> None:
    """4,597 tokens then more: 35 whole units of 128 (a public recording of gpt-4o-mini)."""
    first, second = asked(HEAD, ASK, model="gpt-4o-mini"), asked(HEAD, ASK, REPLY, MORE, model="gpt-4o-mini")
    answered = Usage(read=0, uncached=4597, input_total=4597)
    found = predict([sent(first, answered, provider="openai"), sent(second, provider="openai")])[1]
    assert (found.reusable_tokens, found.read_low, found.write, found.precision) == (4480, 0, None, "floor")
    # with the answer, if it was reused: its 50 words are at most 64 tokens, so 4,608 is one unit more
    assert (found.read_high, found.values.whole) == (4608, (4480, 4608))


def test_counts_that_the_provider_never_gave_are_named_estimates() -> None:
    """A read of an earlier marker that no usage counted by itself."""
    two = asked(marked(HEAD), marked(ASK))
    later = predict([sent(two, WROTE), sent(asked(marked(HEAD), marked(MORE)))])[1]
    assert "tokens estimated" in (later.note or "")
    # 2,000 of 2,100 words, in a measure in which all are 2,222
    assert abs((later.reusable_tokens or 0) - 2222 * 2000 / 2100) <= 3


@pytest.mark.parametrize(
    ("exchange", "note"),
    [
        pytest.param(sent(None, kind="set_aside"), "no model call", id="set-aside"),
        pytest.param(
            sent(asked(HEAD, model="claude-opus-4-9")), "no cache rule is known", id="unknown-model"
        ),
        pytest.param(sent(FIRST, provider="acme"), "no cache rule is known", id="unknown-provider"),
    ],
)
def test_what_cannot_be_predicted_is_none(exchange: Exchange, note: str) -> None:
    """Unknown is None, and the note says why."""
    (found,) = predict([exchange])
    assert reads(found) == (None, None, None)
    assert note in (found.note or "")


def test_a_plain_model_name_stands_for_its_own_provider() -> None:
    """Recorders that keep no host still name the model."""
    (found,) = predict([sent(FIRST, provider=None)])
    assert found.precision == "exact"


def test_an_image_is_not_counted_as_text() -> None:
    """Base64 is no text that a model reads."""
    image = Segment(
        path="image",
        level="messages",
        role="user",
        raw=b"{}",
        text='{"data":"' + "A" * 50_000 + '"}',
        start=None,
    )
    (found,) = predict([sent(asked(image, marked(MORE)))])
    assert "below the minimum" in (found.note or "")


LOOP = Response(
    status=200,
    tool_calls=(ToolCall(name="web_search", arguments={}, kind="server_tool_use"),),
    usage=Usage(read=17000, write_5m=9000, input_total=26010),
)


def test_after_a_server_tool_loop_the_entry_is_what_all_passes_wrote() -> None:
    """Usage sums the passes; the entry is the first pass's read (0 here) plus all writes."""
    later = predict([sent(FIRST, response=LOOP), sent(SECOND)])[1]
    assert later.reusable_tokens == 9000


@pytest.mark.parametrize(
    ("read", "second", "cause"),
    [
        pytest.param(2222, sent(SECOND), None, id="agrees"),
        pytest.param(2221, sent(SECOND), None, id="agrees-within-one"),
        pytest.param(0, sent(SECOND), "provider_missed", id="nothing-read"),
        pytest.param(1500, sent(SECOND), "unexplained", id="less-read-where-the-provider-is-exact"),
        pytest.param(2900, sent(SECOND), "warm_elsewhere", id="more-than-was-stored"),
        pytest.param(900, sent(SECOND, cassette="b.yaml"), "warm_elsewhere", id="a-warm-first-request"),
        pytest.param(0, sent(SECOND, cassette="b.yaml"), None, id="a-cold-first-request"),
        pytest.param(
            900, sent(asked(HEAD, ASK, marked(MORE), reasoning={"mode": "pro"})), "pro_mode", id="pro-mode"
        ),
        pytest.param(None, sent(SECOND), None, id="nothing-reported"),
        pytest.param(5, sent(FIRST, provider="acme"), None, id="no-rule"),
    ],
)
def test_disagreements_have_a_cause(read: int | None, second: Exchange, cause: str | None) -> None:
    """What the recording itself shows about a read that is not the predicted one."""
    second = sent(
        second.request, Usage(read=read), cassette=second.cassette, provider=second.provider, after_s=1.0
    )
    pair = [sent(FIRST, WROTE), second]
    assert disagreement(second, predict(pair)[1]) == cause


@pytest.mark.parametrize(
    ("provider", "model", "read", "cause"),
    [
        pytest.param("anthropic", "claude-sonnet-4-6", 0, None, id="expired-as-promised"),
        pytest.param("anthropic", "claude-sonnet-4-6", 2225, "outlived", id="read-although-expired"),
        pytest.param("openai", "gpt-4o-mini", 0, "expired", id="older-than-usual"),
    ],
)
def test_lifetimes_explain_a_disagreement(provider: str, model: str, read: int, cause: str | None) -> None:
    """An hour later an entry of some minutes should be gone; only Anthropic promises a number."""
    first, second = asked(HEAD, marked(ASK), model=model), asked(HEAD, ASK, REPLY, marked(MORE), model=model)
    wrote = Usage(read=0, write_5m=2225 if provider == "anthropic" else None, input_total=2225)
    pair = [sent(first, wrote, provider=provider), sent(second, Usage(read=read), 3600.0, provider=provider)]
    assert disagreement(pair[1], predict(pair)[1]) == cause


def test_a_server_tool_loop_is_a_cause() -> None:
    """Its own usage cannot be foreseen."""
    pair = [sent(FIRST, WROTE), sent(SECOND, response=LOOP)]
    cause = disagreement(pair[1], predict(pair)[1])
    assert cause == "server_tools"
    assert cause in UNDETERMINED


def test_a_promised_minimum_may_be_outlived() -> None:
    """OpenAI promises 30 minutes from 5.6 on; after an hour the entry may or may not be there."""
    first, second = asked(HEAD, ASK, model="gpt-5.6-sol"), asked(HEAD, ASK, REPLY, MORE, model="gpt-5.6-sol")
    wrote = Usage(read=0, write_unsplit=2222, input_total=2225)
    found = predict([sent(first, wrote, provider="openai"), sent(second, after_s=3600, provider="openai")])[1]
    assert reads(found) == (2222, 0, 2222)
    assert "older than the lifetime that is promised" in (found.note or "")


def test_an_older_model_has_no_cache() -> None:
    """Nothing can be read or written, whatever is sent."""
    found = predict([sent(asked(HEAD, ASK, model="gpt-4-turbo"), provider="openai")])[0]
    assert (reads(found), found.write, found.note) == ((0, 0, 0), None, "the model has no prompt cache")


GROK = {"provider": "x_ai", "after_s": None}


@pytest.mark.parametrize(
    ("read", "cause"),
    [
        pytest.param(2176, None, id="the-prompt-before-in-units-of-64"),
        pytest.param(1984, "older_entry", id="the-prompt-before-that"),
        pytest.param(128, "provider_missed", id="only-the-vendor's-preamble"),
        pytest.param(0, "provider_missed", id="nothing"),
        pytest.param(1024, "shorter_entry", id="whole-units-that-end-nowhere"),
        pytest.param(2048, "units_short", id="two-units-less"),
        pytest.param(1001, "unexplained", id="no-whole-units"),
        pytest.param(2304, "warm_elsewhere", id="more"),
    ],
)
def test_an_implicit_read_has_few_possible_values(read: int, cause: str | None) -> None:
    """xAI: prompts of 2,000 then 2,200 tokens, then a third one; the preambles are 128 or 192."""
    texts = [(HEAD,), (HEAD, ASK), (HEAD, ASK, REPLY, MORE)]
    totals = [2000, 2200, 2300]
    pairs = zip(texts, totals, strict=True)
    exchanges = [
        sent(asked(*text, model="grok-4-3"), Usage(read=read, input_total=total), **GROK)
        for text, total in pairs
    ]
    found = predict(exchanges)[2]
    assert (found.values.whole, found.values.older, found.values.preambles) == ((2176,), (1984,), (128, 192))
    assert found.values.all == (2176, 1984, 128, 192)
    assert disagreement(exchanges[2], found) == cause


def test_a_preamble_that_the_recording_shows_is_a_possible_value() -> None:
    """151 tokens were read before anything was stored, so as many can be read where ours is missed."""
    first = sent(
        asked(HEAD, model="x-ai/grok-4.1-fast"), Usage(read=151, input_total=445), None, provider="openrouter"
    )
    second = sent(
        asked(HEAD, ASK, model="x-ai/grok-4.1-fast"),
        Usage(read=151, input_total=530),
        None,
        provider="openrouter",
    )
    found = predict([first, second])[1]
    assert (found.values.whole, found.values.preambles) == ((445,), (151,))
    assert disagreement(second, found) == "provider_missed"


def test_a_cached_resource_is_read_whole() -> None:
    """Its size is that of the read before; the first use cannot be foreseen."""
    request = asked(MORE, model="gemini-2.5-flash", cachedContent="cachedContents/a")
    used = Usage(read=5770, input_total=5779)
    _, first, second, other = predict(
        [
            sent(request, None, None, provider="google"),
            sent(request, used, None, provider="google"),
            sent(request, used, None, provider="google"),
            sent(asked(MORE, model="gemini-2.5-flash", cachedContent="b"), used, None, provider="google"),
        ]
    )
    assert reads(first) == reads(other) == (None, None, None)
    assert (reads(second), second.precision) == ((5770, 5770, 5770), "exact")


def test_gemini_reads_are_no_count_of_the_prefix() -> None:
    """Anything up to the stored prefix and its answer is inside the interval."""
    first = sent(
        asked(HEAD, model="gemini-2.5-flash"), Usage(input_total=2000, output=100), None, provider="google"
    )
    second = sent(
        asked(HEAD, REPLY, MORE, model="gemini-2.5-flash"),
        Usage(read=1700, input_total=2200),
        None,
        provider="google",
    )
    found = predict([first, second])[1]
    assert (found.read_low, found.read_high, found.precision) == (0, 2100, "flaky")
    assert disagreement(second, found) == "not_counted"


def test_an_exact_engine_that_may_keep_its_answer_is_an_interval() -> None:
    """llama.cpp reads 2,225 tokens, or with its answer, where the template renders that as before, 2,245."""
    local: dict[str, Any] = {"provider": "llama_cpp", "host": "127.0.0.1:8091"}
    first = asked(HEAD, ASK, model="qwen")
    again = asked(HEAD, ASK, REPLY, MORE, model="qwen")
    answered = Usage(read=0, input_total=2225, output=20)
    _, found = predict([sent(first, answered, **local), sent(again, after_s=10, **local)])
    assert found.values.whole == (2225, 2245)
    assert (found.read_low, found.read_high, found.reusable_tokens) == (2225, 2245, 2225)


@pytest.mark.parametrize(
    ("read", "cause"),
    [
        pytest.param(2300, "not_counted", id="a-little-more-than-was-stored"),
        pytest.param(4000, "warm_elsewhere", id="far-more"),
    ],
)
def test_a_little_more_is_no_sign_of_another_run_where_reads_are_no_count(read: int, cause: str) -> None:
    """Gemini after a prompt of 2,225 tokens: what a tool call weighs in the next prompt is not known so exactly."""
    first = sent(
        asked(HEAD, ASK, model="gemini-2.5-flash"),
        Usage(read=0, input_total=2225),
        None,
        provider="gcp.gemini",
    )
    second = sent(
        asked(HEAD, ASK, REPLY, MORE, model="gemini-2.5-flash"),
        Usage(read=read, input_total=4500),
        None,
        provider="gcp.gemini",
    )
    assert disagreement(second, predict([first, second])[1]) == cause
