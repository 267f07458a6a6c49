"""The same traffic under another model: its rule, its counts, everything predicted."""

from dataclasses import replace

import pytest

from agentbench.caching import calibration, under
from agentbench.facts import card
from agentbench.tape.exchange import Exchange, Usage
from tests.exchanges import exchange, request, usage

TEXT = "All work and no play makes a long prompt. " * 400
CLAUDE, GPT = card("anthropic:claude-sonnet-4-6"), card("openai-chat:gpt-5.2")


def _talk(provenance: str = "simulated", marker: str | None = None, **more: object) -> tuple[Exchange, ...]:
    """Three calls of gpt-5.2 that grow; the last one failed."""
    calls = []
    for turn in range(3):
        sent = request(system=TEXT, messages=["a"] * (2 * turn + 1), model="gpt-5.2", wire="openai_chat")
        sent = replace(sent, segments=tuple(replace(s, marker=marker) for s in sent.segments))
        used = Usage() if turn == 2 else usage(uncached=4_000, read=0, output=70, reasoning=30)
        calls.append(
            exchange(sent, used, index=turn, provenance=provenance, provider="openai", **more)  # type: ignore[arg-type]
        )
    return tuple(calls)


def test_reads_and_writes_are_those_of_the_other_rule() -> None:
    """Claude writes what is marked once and reads it in the next call; gpt reads without writing, in units of 128."""
    first, second, _ = under(_talk(), CLAUDE, "anthropic")
    assert first.response and second.response
    assert first.response.usage.read == 0 and (first.response.usage.write_5m or 0) > 4_000
    assert second.response.usage.read == first.response.usage.write_5m
    again = under(under(_talk(), CLAUDE, "anthropic"), GPT, "openai")[1]
    assert again.response and again.response.usage.write is None
    assert again.response.usage.read and again.response.usage.read % 128 == 0


def test_all_is_predicted_and_named_for_the_other_model() -> None:
    """No figure of it can be taken for a recorded one; the answer's text and the output tokens stay."""
    for moved in under(_talk("recorded"), CLAUDE, "anthropic"):
        assert moved.provenance == "predicted"
        assert moved.request and moved.request.model == "claude-sonnet-4-6"
        assert moved.provider == "anthropic"
    used = under(_talk(), CLAUDE, "anthropic")[0].response
    assert used and (used.usage.output, used.usage.reasoning) == (70, 30)
    assert used.usage.flags == ("predicted", "output_of_other_model", "cache_marks_added")


def test_a_call_that_nobody_counted_gets_no_count() -> None:
    """A failed call costs nothing now and would have cost nothing there."""
    failed = under(_talk(), CLAUDE, "anthropic")[2].response
    assert failed and failed.usage.input_total is None and failed.usage.output is None


def test_marks_are_added_only_where_the_provider_takes_none() -> None:
    """gpt's requests get marks behind tools, system text and newest message; claude's own choice stays."""
    marked = under(_talk(), CLAUDE, "anthropic")[1].request
    assert marked
    assert [s.path for s in marked.segments if s.marker] == [
        "tools[1]",
        "system[0]",
        "messages[2].content[0]",
    ]
    bare = exchange(request(system=TEXT), usage(uncached=4_000, read=0, output=1))
    found = under((bare,), CLAUDE, "anthropic")[0]
    assert found.request and not any(s.marker for s in found.request.segments)
    assert found.response and found.response.usage.uncached == found.response.usage.input_total


def test_what_no_text_shows_is_left_out_of_recordings() -> None:
    """An image has a count of its own with every vendor: no estimate is made."""
    seen = request(messages=["x"], model="gpt-5.2", wire="openai_chat")
    image = replace(seen.segments[-1], raw=b'{"type":"image_url","image_url":{"url":"https://a/b.png"}}')
    call = exchange(
        replace(seen, segments=(*seen.segments[:-1], image)), usage(uncached=900, output=1), provider="openai"
    )
    found = under((call,), CLAUDE, "anthropic")[0].response
    assert found and found.usage.input_total is None and "not_estimated" in found.usage.flags


def test_reasoning_that_stood_beside_the_output_becomes_part_of_it() -> None:
    """xAI's Chat leaves reasoning out of the output; other vendors count it in."""
    flag = ("total_differs_from_prompt_plus_completion",)
    used = usage(uncached=10, output=2, reasoning=256, flags=flag)
    call = exchange(request(model="grok-code-fast-1"), used, provider="x_ai")
    found = under((call,), GPT, "openai")[0].response
    assert found and (found.usage.output, found.usage.reasoning) == (258, 256)


@pytest.mark.parametrize(("recordings", "expected"), [(0, None), (3, 1_000)])
def test_recordings_of_the_other_model_correct_the_counts(recordings: int, expected: int | None) -> None:
    """Three recordings in which claude counted 1,000 tokens more than estimated: the same gap is added."""
    talk = _talk("recorded", host="api.openai.com")[:1]
    plain = under(talk, CLAUDE, "anthropic")[0].response
    assert plain and plain.usage.input_total
    known = [
        exchange(
            replace(request(system=TEXT, messages=["a"])),
            usage(uncached=plain.usage.input_total + 1_000, output=1),
            cassette=f"{at}.yaml",
            host="api.anthropic.com",
        )
        for at in range(recordings)
    ]
    found = under(talk, CLAUDE, "anthropic", calibration(known))[0].response
    assert found and found.usage.input_total
    assert found.usage.input_total - plain.usage.input_total == pytest.approx(expected or 0, abs=10)
