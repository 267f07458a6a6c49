"""Input tokens of whole requests without a vendor's count."""

import json
import statistics
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from agentbench.caching import hidden, input_tokens, segment_tokens
from agentbench.caching.readable import readable
from agentbench.caching.typescript import typescript
from agentbench.errors import UnknownModel
from agentbench.facts import card, token_estimate
from agentbench.tape import Exchange, find, read, wire
from tests.caching.prompts import asked, piece
from tests.shared_data import shared

Body = Mapping[str, Any]


def _chat(*messages: tuple[str, str], **more: Any) -> Body:
    return {"model": "gpt-4o", "messages": [{"role": r, "content": c} for r, c in messages]} | more


def _tokens(body: Body, wire_name: str = "openai_chat") -> int:
    return input_tokens(wire.request(wire_name, json.dumps(body).encode()), card(str(body["model"])))


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        # o200k: "You are helpful." 4, "Hello!" 2; 4 for each message and 3 for the reply's start
        pytest.param(
            _chat(("system", "You are helpful."), ("user", "Hello!")), 4 + 2 + 2 * 4 + 3, id="two-messages"
        ),
        # a name is one token here and one more
        pytest.param(
            {"model": "gpt-4o", "messages": [{"role": "user", "name": "user", "content": "Hello!"}]},
            2 + 4 + 3 + 2,
            id="a-name",
        ),
    ],
)
def test_openai_chats_in_closed_form(body: Body, expected: int) -> None:
    """Worked out by hand from OpenAI's own way of counting."""
    assert _tokens(body) == expected


TOOL = {
    "name": "find",
    "description": "Finds things.",
    "parameters": {
        "type": "object",
        "properties": {
            "q": {"type": "string", "description": "What."},
            "n": {"type": "integer", "default": 3},
            "tags": {"type": "array", "items": {"type": "string"}},
            "any": {"type": "array"},
            "how": {"enum": ["a", 1]},
            "box": {"type": "object", "properties": {"x": {"type": "number"}}, "required": ["x"]},
            "either": {"anyOf": [{"type": "boolean"}, {"type": "null"}]},
            "odd": 5,
        },
        "required": ["q"],
    },
}
# the same tool as the models see it
TYPESCRIPT = """// Finds things.
type find = (_: {
// What.
q: string,
n?: number, // default: 3
tags?: string[],
any?: any[],
how?: "a" | 1,
box?: {
  x: number,
},
either?:
 | boolean
 | null
,
odd?: any,
}) => any;

"""


def test_openai_tools_are_rendered_as_typescript() -> None:
    """The rendering, 12 for tools at all, 1 less for each."""
    said = ("system", "Hello!"), ("user", "Hello!")
    plain, body = _chat(*said), _chat(*said, tools=[{"type": "function", "function": TOOL}])
    expected = card("gpt-4o").count(TYPESCRIPT) + 12 - 1 + 3
    # the 3 of the reply move to the first segment, which is now the tool
    assert _tokens(body) - (_tokens(plain) - 3) == expected


def test_tools_without_a_system_message_get_one() -> None:
    """4 tokens more on Chat Completions, where no system message holds the tools; not on Responses."""
    tools = [{"type": "function", "function": TOOL}]
    alone, led = (
        _tokens(_chat(*said, tools=tools))
        for said in ([("user", "Hello!")], [("system", "Hello!"), ("user", "Hello!")])
    )
    # "Hello!" is 2 tokens and a message 4
    assert alone - (led - 2 - 4) == 4
    flat = [{"type": "function", **TOOL}]
    asked_for = {"model": "gpt-4o", "input": "Hello!", "tools": flat}
    with_words = _tokens({**asked_for, "instructions": "Hello!"}, "openai_responses")
    assert _tokens(asked_for, "openai_responses") == with_words - 2 - 4


@pytest.mark.parametrize(
    ("field", "text"),
    [
        pytest.param({"type": "string", "title": "City"}, "// City\n//\nq?: string,", id="a-title"),
        pytest.param(
            {"type": "string", "description": "One.\n\n    Two. "},
            "// One.\n//\n// Two.\nq?: string,",
            id="a-description-of-several-lines",
        ),
        pytest.param({"type": "number", "format": "double"}, "q?: number,", id="no-format"),
        pytest.param(
            {"oneOf": [{"type": "string"}, {"enum": ["a", "b"]}], "default": "a"},
            'q?:\n | string\n | "a" | "b"\n, // default: a',
            id="one-of-several",
        ),
        pytest.param(
            {"type": "array", "items": {"anyOf": [{"type": "string"}, {"type": "null"}]}},
            "q?: string | null[],",
            id="several-within-a-list",
        ),
        pytest.param({"type": ["integer", "null"]}, "q?: number | null,", id="several-types"),
        pytest.param(
            {"type": "integer", "minimum": 0, "maximum": 9},
            "// minimum: 0, maximum: 9\nq?: number,",
            id="limits",
        ),
    ],
)
def test_what_a_field_shows(field: Body, text: str) -> None:
    """Recordings count titles, limits and every one of several types."""
    about = {"title": "Args", "description": "Of f."}
    shown = typescript({"name": "f", "parameters": {**about, "properties": {"q": field}}})
    assert shown == f"// Args\n// Of f.\ntype f = (_: {{\n{text}\n}}) => any;\n\n"


def test_calls_at_once_are_wrapped() -> None:
    """Two calls in one message: 7 for each and 17 for the wrapping, beside their own words."""
    calls = [{"id": "a", "type": "function", "function": {"name": "now", "arguments": "{}"}}] * 2
    one, two = (
        _tokens(_chat(("user", "Hello!")) | {"messages": [{"role": "assistant", "tool_calls": calls[:n]}]})
        for n in (1, 2)
    )
    words = card("gpt-4o").count("now\n{}\nnow\n{}") - card("gpt-4o").count("now\n{}")
    assert two - one == 7 + 17 + words


def test_a_forced_call_costs_once() -> None:
    """9 tokens on Chat Completions where a tool must be called, whichever it is."""
    tools = [{"type": "function", "function": TOOL}]
    free, forced = (
        _tokens(_chat(("user", "Hello!"), tools=tools, tool_choice=c)) for c in ("auto", "required")
    )
    assert forced - free == 9


def test_a_tool_without_parameters() -> None:
    """It takes nothing."""
    body = _chat(("system", "Hello!"), tools=[{"type": "function", "function": {"name": "now"}}])
    tool = segment_tokens(wire.request("openai_chat", json.dumps(body).encode()), card("gpt-4o"), str)[0]
    assert tool == card("gpt-4o").count("type now = () => any;\n\n") + 12 - 1 + 3


def test_calls_and_results_count_by_what_is_read() -> None:
    """Ids and types are labels for the API; names, arguments and contents are read."""
    call = {"type": "tool_use", "id": "toolu_" + "x" * 500, "name": "find", "input": {"q": "tea"}}
    result = {
        "type": "tool_result",
        "tool_use_id": "toolu_" + "x" * 500,
        "content": [{"type": "text", "text": "hot"}],
    }
    messages = [{"role": "assistant", "content": [call]}, {"role": "user", "content": [result]}]
    body = {"model": "claude-sonnet-4-6", "messages": messages}
    tokens = segment_tokens(
        wire.request("anthropic_messages", json.dumps(body).encode()), card("claude-sonnet-4-6"), str
    )
    # about 10 and 1 tokens of text, 30 for a call and for a result, 2.2 for a message
    assert tokens == (pytest.approx(30 + 2.2 + 10, abs=3), pytest.approx(30 + 2.2 + 1, abs=2))


RESULT = '{"found": [{"name": "tea"}]}'


@pytest.mark.parametrize(
    "messages",
    [
        pytest.param([{"role": "user", "content": RESULT}], id="of-a-user"),
        pytest.param([{"role": "user", "content": [{"type": "text", "text": RESULT}]}], id="in-a-part"),
    ],
)
def test_json_in_a_text_is_read_as_it_is(messages: list[Body]) -> None:
    """The model sees its braces and names too; only the API's own JSON is taken apart."""
    assert _tokens({"model": "gpt-4o", "messages": messages}) == card("gpt-4o").count(RESULT) + 4 + 3


def test_thoughts_under_two_names_count_once() -> None:
    """Clients send them as `reasoning` and as `reasoning_content`."""
    said = {"role": "assistant", "content": "Tea."}
    once, twice, other = (
        _tokens({"model": "gpt-oss-20b", "messages": [said | more]})
        for more in (
            {"reasoning_content": "They like tea."},
            {"reasoning": "They like tea.", "reasoning_content": "They like tea."},
            {"reasoning": "They do.", "reasoning_content": "They like tea."},
        )
    )
    assert once == twice < other


@pytest.mark.parametrize(
    ("text", "left"),
    [
        pytest.param("a" * 600, "a" * 600, id="a-long-word-is-text"),
        pytest.param('{"data": "' + "a" * 600 + '"}', '{"data": ""}', id="a-member-is-a-file"),
        pytest.param("data:image/png;base64," + "a" * 600, "data:image/png;base64,", id="a-data-uri"),
        pytest.param('{"id": "' + "a" * 40 + '"}', '{"id": "' + "a" * 40 + '"}', id="a-short-one-is-a-name"),
    ],
)
def test_base64_is_left_out_where_it_stands_for_a_file(text: str, left: str) -> None:
    """A model reads a run of letters in a text; an image is counted by its size."""
    assert readable(text) == left


def test_a_file_in_a_result_is_left_out() -> None:
    """Its base64 is a whole member of the result."""
    message = {
        "role": "user",
        "content": [{"functionResponse": {"response": {"data": "a" * 600, "q": "tea"}}}],
    }
    raw = json.dumps(message["content"][0]).encode()
    result = replace(piece("", 1, "messages", "user"), raw=raw, text=raw.decode())
    assert segment_tokens(asked(result), card("gemini-2.5-flash"), readable)[0] < 10


def test_text_that_only_looks_like_json_is_text() -> None:
    """A user may begin with a brace."""
    assert _tokens(_chat(("user", "{not json"))) == card("gpt-4o").count("{not json") + 4 + 3


def test_a_tool_that_is_no_json_is_still_counted() -> None:
    """Half a recording gives half an answer, not an error."""
    tools = [replace(piece("find", 3, "tools", None), raw=raw) for raw in (b"no json", b'"find"')]
    assert segment_tokens(asked(*tools), card("gpt-4o"), str)[1] > 0


@pytest.mark.parametrize(
    ("model", "text", "tools"),
    [
        pytest.param("claude-sonnet-4-6", 1.11, 474, id="a-family"),
        pytest.param("claude-opus-4-8", 1.29, 344, id="a-generation-of-its-own"),
        pytest.param("llama-3-8b", 1.02, 0, id="only-the-text-factor"),
    ],
)
def test_the_most_specific_estimate_wins(model: str, text: float, tools: float) -> None:
    """A model's own, else its family's, else the factor of its card."""
    found = token_estimate(card(model))
    assert (found.text, found.tools) == (text, tools)


def test_a_wire_format_can_have_an_estimate_of_its_own() -> None:
    """OpenAI's Chat Completions adds 77 tokens to GPT-5's tools; gateways and Responses do not."""
    known = card("gpt-5.4-mini")
    assert token_estimate(known, "openai_chat").tools - token_estimate(known, "openai_responses").tools == 77
    assert token_estimate(known, "openai_responses") == token_estimate(known)
    assert token_estimate(card("openai/gpt-5.4-mini"), "openai_chat") == token_estimate(known)


def test_what_a_vendor_tells_is_marked() -> None:
    """OpenAI tells how texts, messages and names count, and for gpt-oss what its template says around the tools."""
    told = set(token_estimate(card("gpt-4o")).published)
    assert told == {"text", "message", "name", "always"}
    assert set(token_estimate(card("gpt-oss-20b")).published) - told == {"tools", "alone"}
    assert token_estimate(card("claude-sonnet-4-6")).published == ()


@pytest.fixture(scope="module")
def errors() -> Mapping[str, list[tuple[float, int, Exchange]]]:
    """Relative errors over the recordings, by family; the new Claude tokenizer apart."""
    found: dict[str, list[tuple[float, int, Exchange]]] = defaultdict(list)
    for file in find([str(shared("data/corpus"))]).files:
        for exchange in read(file):
            request, response = exchange.request, exchange.response
            total = response.usage.input_total if response is not None else None
            if request is None or not total or hidden(request):
                continue
            try:
                known = card(request.model or "")
            except UnknownModel:
                continue
            name = known.family + (" 4.7 and later" if known.token_factor > 1.5 else "")
            found[name].append((abs(input_tokens(request, known) - total) / total, total, exchange))
    return found


# gpt, claude and gemini are scored on projects that their sizes have not seen: tests/measure/accuracy
_MOST = {"claude 4.7 and later": 0.12, "deepseek": 0.12, "mistral": 0.12}


@pytest.mark.parametrize("family", _MOST)
def test_the_median_error_is_small(
    errors: Mapping[str, list[tuple[float, int, Exchange]]], family: str
) -> None:
    """Within a few per cent of what the vendor counted."""
    shares = sorted(error for error, _, _ in errors[family])
    median = statistics.median(shares)
    assert len(shares) >= 10
    assert median <= _MOST[family]
