"""Each way in which a request stops beginning as the one before is told apart, with its first byte."""

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from agentbench.caching.diagnosis import diagnose, miss_classes
from agentbench.caching.diagnosis.tools import tool_name
from agentbench.tape.exchange import Response, ToolCall, Usage
from tests.caching.diagnosis.talks import (
    CONTEXT,
    RULES,
    Body,
    after_change,
    body,
    exchange,
    grown,
    misses,
    names,
    tool,
)
from tests.caching.prompts import piece
from tests.wires import sent as sent_on


def _system(index: int, old: str, new: str) -> Callable[[Body], Any]:
    def change(sent: Body) -> None:
        text = sent["system"][index]["text"]
        assert old in text
        sent["system"][index]["text"] = text.replace(old, new, 1)

    return change


def _message(index: int, **parts: Any) -> Callable[[Body], Any]:
    return lambda sent: sent["messages"][index]["content"][0].update(parts)


def _first_byte(was: str, now: str, lead: str = '{"text":"') -> int:
    """First differing byte, character by character, behind what every text block begins with."""
    return next(i for i, (a, b) in enumerate(zip(was, now, strict=False)) if a != b) + len(lead)


@pytest.mark.parametrize(
    ("change", "name", "segment"),
    [
        pytest.param(lambda b: b["tools"].reverse(), "tools_reordered", "tools[0]", id="tools-reversed"),
        pytest.param(
            lambda b: b["tools"].append(tool("delta")), "tools_added", "tools[3]", id="tool-appended"
        ),
        pytest.param(
            lambda b: b["tools"].insert(0, tool("aa")), "tools_added", "tools[0]", id="tool-inserted"
        ),
        pytest.param(lambda b: b["tools"].pop(), "tools_removed", "tools[2]", id="last-tool-gone"),
        pytest.param(lambda b: b["tools"].pop(0), "tools_removed", "tools[0]", id="first-tool-gone"),
        pytest.param(
            lambda b: b["tools"].__setitem__(1, tool("delta")),
            "tools_swapped",
            "tools[1]",
            id="other-tools-chosen",
        ),
        pytest.param(
            lambda b: b["tools"][1].update(description="Does it on 2026-11-03."),
            "tool_description_changed",
            "tools[1]",
            id="tool-described-otherwise",
        ),
        pytest.param(
            lambda b: b["tools"][2]["input_schema"]["properties"].update(x={}),
            "tool_schema_changed",
            "tools[2]",
            id="tool-schema",
        ),
        pytest.param(
            lambda b: b["tools"].__setitem__(0, dict(reversed(b["tools"][0].items()))),
            "tools_reserialised",
            "tools[0]",
            id="tool-keys-in-another-order",
        ),
        pytest.param(_system(1, "09:00:05", "09:01:10"), "system_clock", "system[1]", id="clock"),
        pytest.param(_system(1, "2026-11-02", "2026-11-03"), "system_clock", "system[1]", id="date"),
        pytest.param(_system(1, "3f2a9c81", "0b1d2e3f"), "system_identifier", "system[1]", id="session-id"),
        pytest.param(_system(1, "project-one", "project-two"), "system_paths", "system[1]", id="path"),
        pytest.param(_system(0, "calm", "kind"), "system_changed", "system[0]", id="other-words"),
        pytest.param(
            _system(0, "Rule 7:", "Rule 7: Note well."), "system_section_added", "system[0]", id="put-in"
        ),
        pytest.param(
            _system(0, "Rule 7: stay calm and answer plainly. ", ""),
            "system_section_removed",
            "system[0]",
            id="taken-out",
        ),
        pytest.param(_system(0, "Rule 7: ", "Rule 7:\n"), "system_whitespace", "system[0]", id="white-space"),
        pytest.param(
            lambda b: b["system"].insert(0, {"type": "text", "text": "billing cch=77"}),
            "system_section_added",
            "system[0]",
            id="a-block-in-front",
        ),
        pytest.param(lambda b: b["system"].pop(), "system_section_removed", "system[1]", id="a-block-gone"),
        pytest.param(
            _message(0, text="First question, asked at 09:01."),
            "history_clock",
            "messages[0].content[0]",
            id="message-clock",
        ),
        pytest.param(
            _message(0, text="Another question altogether"),
            "history_rewritten",
            "messages[0].content[0]",
            id="message-text",
        ),
        pytest.param(
            _message(0, text="First question,  asked at 09:00."),
            "history_whitespace",
            "messages[0].content[0]",
            id="message-space",
        ),
        pytest.param(
            _message(2, content="[cleared]"),
            "history_stubbed",
            "messages[2].content[0]",
            id="old-result-cleared",
        ),
        pytest.param(
            lambda b: b["messages"][1]["content"].pop(0),
            "history_thinking_dropped",
            "messages[1].content[0]",
            id="thinking-left-out",
        ),
        pytest.param(
            lambda b: b["messages"].__delitem__(slice(0, 2)),
            "history_truncated",
            "messages[0].content[0]",
            id="oldest-dropped",
        ),
        pytest.param(
            lambda b: b["messages"].__setitem__(
                slice(0, 3), [{"role": "user", "content": "Summary so far."}]
            ),
            "history_compacted",
            "messages[0].content",
            id="summary-in-place",
        ),
        pytest.param(
            lambda b: b["messages"].insert(1, {"role": "user", "content": "By the way."}),
            "history_inserted",
            "messages[1].content",
            id="inserted",
        ),
        pytest.param(
            lambda b: b["messages"][1]["content"].pop(1),
            "history_removed",
            "messages[1].content[1]",
            id="a-call-removed",
        ),
        pytest.param(
            lambda b: b["messages"][1]["content"][1].update(input={"n": 2, "q": "x"}),
            "history_reserialised",
            "messages[1].content[1]",
            id="arguments-in-another-order",
        ),
        pytest.param(
            lambda b: b["messages"][1]["content"][1].update(id="toolu_77"),
            "history_ids_changed",
            "messages[1].content[1]",
            id="other-call-ids",
        ),
        pytest.param(
            lambda b: b.update(tool_choice={"type": "any"}),
            "tool_choice_changed",
            "tool_choice",
            id="tool-choice",
        ),
        pytest.param(
            lambda b: b.update(thinking={"type": "enabled", "budget_tokens": 2000}),
            "thinking_changed",
            "thinking",
            id="thinking",
        ),
        pytest.param(
            lambda b: b.update(output_config={"effort": "low"}),
            "effort_changed",
            "output_config.effort",
            id="effort",
        ),
        pytest.param(
            lambda b: b.update(output_config={"format": {"type": "json_schema"}}),
            "schema_changed",
            "output_config.format",
            id="schema",
        ),
        pytest.param(
            lambda b: b.update(output_config={"task_budget": 5}),
            "parameter_changed",
            "output_config.task_budget",
            id="budget",
        ),
        pytest.param(lambda b: b.update(speed="fast"), "speed_changed", "speed", id="speed"),
        pytest.param(
            lambda b: b["messages"][-1]["content"].insert(0, {"type": "image", "source": {"data": "x"}}),
            "images_changed",
            "images",
            id="a-first-image",
        ),
        pytest.param(
            lambda b: b["messages"][-1]["content"].insert(
                0, {"type": "document", "citations": {"enabled": True}}
            ),
            "citations_changed",
            "citations",
            id="citations",
        ),
        pytest.param(lambda b: b.update(model="claude-opus-5"), "model_changed", "model", id="model"),
    ],
)
def test_a_change_is_named_and_placed(change: Callable[[Body], Any], name: str, segment: str) -> None:
    """The first finding is the change that was made, at the segment or parameter where it was made."""
    found = after_change(change)
    assert (found[0].name, found[0].segment) == (name, segment)
    assert found[0].known.advice
    first_in_order = [miss.name for miss in found if miss.name in (name,)]
    assert first_in_order == [name]


@pytest.mark.parametrize(
    "change",
    [
        pytest.param(lambda b: None, id="only-grown"),
        pytest.param(
            lambda b: b.update(temperature=0.9, max_tokens=9, top_p=0.5, stop_sequences=["x"]), id="sampling"
        ),
        pytest.param(lambda b: b.update(output_config={"effort": "high"}), id="the-default-effort-sent"),
        pytest.param(lambda b: b.update(tool_choice={"type": "auto"}), id="the-default-tool-choice-sent"),
        pytest.param(
            lambda b: b["messages"].append({"role": "system", "content": "Be brief."}),
            id="system-message-appended",
        ),
        pytest.param(
            lambda b: b["tools"].append(tool("found", defer_loading=True)), id="a-deferred-tool-added"
        ),
        pytest.param(
            lambda b: b["messages"][-2]["content"].append({"type": "tool_reference", "tool_name": "found"}),
            id="a-deferred-tool-discovered",
        ),
        pytest.param(lambda b: b.update(stream=True, metadata={"user_id": "u"}), id="stream-and-metadata"),
        pytest.param(lambda b: b["system"][0].pop("cache_control"), id="an-older-marker-moved"),
        pytest.param(
            lambda b: b["messages"][0].update(content="First question, asked at 09:00."),
            id="string-for-a-list",
        ),
    ],
)
def test_what_moves_nothing_is_not_flagged(change: Callable[[Body], Any]) -> None:
    """Negative controls: these keep every stored byte in place."""
    assert after_change(change) == ()


def test_the_first_byte_and_both_excerpts() -> None:
    """Byte offsets are those of the segment's own bytes, which are all ASCII here."""
    (clock,) = after_change(_system(1, "09:00:05", "09:01:10"))
    text, new = json.dumps(CONTEXT)[1:], json.dumps(CONTEXT.replace("09:00:05", "09:01:10"))[1:]
    assert clock.byte == _first_byte(text, new)
    assert (clock.was or "").startswith("0:05.\\nSession")
    assert (clock.now or "").startswith("1:10.\\nSession")


def test_several_breaks_are_all_listed_in_cache_order() -> None:
    """Nobody repairs a prompt one break at a time."""

    def change(sent: Body) -> None:
        sent["messages"][2]["content"][0]["content"] = "[cleared]"
        sent["tools"][1]["description"] = "Does something else."
        sent["system"][1]["text"] = CONTEXT.replace("09:00:05", "10:30:00")
        sent["tool_choice"] = {"type": "any"}

    found = after_change(change)
    assert names(found)[:4] == [
        "tool_description_changed",
        "system_clock",
        "tool_choice_changed",
        "history_stubbed",
    ]
    lost = [miss.tokens_lost or 0 for miss in found[:4]]
    assert lost == sorted(lost, reverse=True)
    assert lost[0] > 3400 > lost[3] > 0


def test_what_is_lost_is_what_was_stored_behind_it() -> None:
    """4,000 tokens were stored; a change of the first tool loses them all."""
    (found,) = after_change(lambda b: b["tools"][0].update(description="Other."))
    assert found.tokens_lost == 4000


@pytest.mark.parametrize(
    ("name", "model", "behind"),
    [
        pytest.param("openai_chat", "gpt-5.2", True, id="system-behind-the-tools"),
        pytest.param("gemini_generate", "gemini-2.5-flash", False, id="system-before-the-tools"),
    ],
)
@pytest.mark.parametrize("was", [("add", "list", "order"), ()], ids=["changed", "added"])
def test_a_tool_loses_what_stands_behind_it(
    name: str, model: str, behind: bool, was: tuple[str, ...]
) -> None:
    """The long system text is lost with a tool on OpenAI, and kept on Gemini, where it stands before the tools."""
    stored = Usage(uncached=4003, read=0, input_total=4003)
    tools = [dict.fromkeys(was, "Does it."), {"add": "Does it.", "list": "Does that.", "order": "Does it."}]
    before, after = (
        exchange(
            b"{}", request=replace(sent_on(name, (RULES,), each), model=model), provider=None, usage=stored
        )
        for each in tools
    )
    found = diagnose(before, after)[0]
    assert found.block == ("tool:list" if was else "tool:add")
    assert found.now is not None and (not was or found.now.startswith("that"))
    assert found.tokens_lost is not None
    assert (found.tokens_lost > 3000) is behind


def test_whole_tools_are_named_as_blocks() -> None:
    """A tool owns all of its bytes."""
    (found,) = after_change(lambda b: b["tools"].append(tool("delta")))
    assert (found.block, found.detail) == ("tool:delta", "+delta")


@pytest.mark.parametrize(
    ("raw", "name"),
    [
        pytest.param(b'{"type":"function","function":{"name":"f"}}', "f", id="chat"),
        pytest.param(b'{"name":"f","input_schema":{}}', "f", id="anthropic"),
        pytest.param(b'{"toolSpec":{"name":"f"}}', "f", id="bedrock"),
        pytest.param(b'{"systemTool":{"name":"f"}}', "f", id="bedrock-of-the-server"),
        pytest.param(b'{"type":"mcp","server_label":"f"}', "mcp:f", id="mcp"),
        pytest.param(b'{"type":"web_search"}', "web_search", id="hosted"),
        pytest.param(b'{"googleSearch":{}}', "tools[0]", id="neither"),
        pytest.param(b"no json", "tools[0]", id="no-json"),
        pytest.param(b"[]", "tools[0]", id="no-object"),
    ],
)
def test_tools_have_names_in_every_wire_format(raw: bytes, name: str) -> None:
    """The name, else the type, else the place."""
    assert tool_name(replace(piece("t", 1, "tools", None), path="tools[0]", raw=raw)) == name


def test_two_tools_of_one_name_are_two() -> None:
    """Some clients send a tool twice; the second one is told apart by its place."""
    (found,) = after_change(lambda b: b["tools"].append(tool("alpha")))
    assert (found.name, found.detail) == ("tools_added", "+alpha (tools[3])")


def test_a_message_said_by_another_role() -> None:
    """The same text from someone else is another message."""
    (found,) = after_change(lambda b: b["messages"][0].update(role="assistant"))
    assert (found.name, found.byte) == ("history_rewritten", 0)


def test_the_answer_shows_where_the_new_part_begins() -> None:
    """Three messages became one, although the request is no shorter."""
    later = grown(body())
    later["messages"][0:3] = [{"role": "user", "content": "Summary so far."}]
    later["messages"] += [{"role": "assistant", "content": "More."}, {"role": "user", "content": "Go on."}]
    said = Response(status=200, text="The answer. It is long enough to be told apart.", usage=Usage())
    later["messages"][1]["content"] = said.text
    found = misses(exchange(body(), response=said), exchange(later, after_s=1.0))
    assert names(found)[0] == "history_compacted"
    call = replace(said, text=None, tool_calls=(ToolCall(name="alpha", arguments={}, id="toolu_9"),))
    later["messages"][1]["content"] = [{"type": "tool_use", "id": "toolu_9", "name": "alpha", "input": {}}]
    found = misses(exchange(body(), response=call), exchange(later, after_s=1.0))
    assert names(found)[0] == "history_compacted"


def test_thinking_replaced_by_nothing_of_the_kind() -> None:
    """A thinking block rewritten as text is thinking dropped."""
    (found,) = after_change(
        lambda b: b["messages"][1]["content"].__setitem__(0, {"type": "text", "text": "Hm."})
    )
    assert found.name == "history_thinking_dropped"


def test_non_ascii_text_counts_in_bytes() -> None:
    """Two bytes for an umlaut; excerpts are never cut inside a character."""
    first, second = body(), grown(body())
    for sent, word in ((first, "ä"), (second, "ü")):
        sent["system"][1]["text"] = "ö" * 10 + word
    raw = [json.dumps(sent, ensure_ascii=False).encode() for sent in (first, second)]
    (found,) = misses(exchange(raw[0]), exchange(raw[1]))
    # ä is C3 A4 and ü is C3 BC: the second byte differs
    assert found.byte == len('{"text":"') + 20 + 1
    assert found.was == found.now.replace("ü", "ä") if found.now else False


def test_every_class_says_what_to_do() -> None:
    """Each class has a meaning, an advice and rows of the catalogue."""
    for name, known in miss_classes().items():
        assert known.name == name
        assert known.meaning
        assert known.advice
        assert known.causes
    assert len(miss_classes()) >= 45
    assert RULES.count("Rule") == 300
