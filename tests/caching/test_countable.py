"""What no text shows, on each wire format that can hold it."""

import json
from typing import Any

import pytest

from agentbench.caching import hidden
from agentbench.tape import wire

USER = {"role": "user", "content": "Hello!"}
SEARCH = {"type": "function", "function": {"name": "search", "parameters": {"type": "object"}}}


def chat(*messages: Any, **more: Any) -> tuple[str, Any]:
    return "openai_chat", {"model": "gpt-4o", "messages": [USER, *messages]} | more


def responses(*items: Any, **more: Any) -> tuple[str, Any]:
    return "openai_responses", {"model": "gpt-5.4", "input": [USER, *items]} | more


def claude(*messages: Any, **more: Any) -> tuple[str, Any]:
    return "anthropic_messages", {"model": "claude-sonnet-4-6", "messages": [USER, *messages]} | more


def gemini(*contents: Any, **more: Any) -> tuple[str, Any]:
    first = {"role": "user", "parts": [{"text": "Hello!"}]}
    return "gemini_generate", {"contents": [first, *contents]} | more


def user(**part: Any) -> Any:
    return {"role": "user", "content": [part]}


@pytest.mark.parametrize(
    ("sent", "kind"),
    [
        pytest.param(chat(), None, id="text"),
        pytest.param(chat(tools=[SEARCH]), None, id="a-tool-of-ours"),
        pytest.param(
            chat({"role": "user", "content": 'say "image" and {"type": "file"}'}), None, id="talk-about-files"
        ),
        pytest.param(claude(tools=[{"name": "file", "input_schema": {}}]), None, id="a-tool-called-file"),
        pytest.param(gemini(tools=[{"codeExecution": None}]), None, id="a-tool-that-is-left-out"),
        pytest.param(chat(response_format={"type": "json_object"}), None, id="json-without-a-schema"),
        pytest.param(chat(user(type="image_url", image_url={"url": "x"})), "attachment", id="an-image"),
        pytest.param(claude(user(type="document", source={})), "attachment", id="a-document"),
        pytest.param(
            gemini({"role": "user", "parts": [{"inlineData": {"data": "x"}}]}), "attachment", id="inline-data"
        ),
        pytest.param(responses(tools=[{"type": "web_search"}]), "hosted_tool", id="web-search"),
        pytest.param(gemini(tools=[{"googleSearch": {}}]), "hosted_tool", id="google-search"),
        pytest.param(chat(web_search_options={}, plugins=[{"id": "web"}]), "hosted_tool", id="a-plugin"),
        pytest.param(
            claude(tools=[{"name": "a", "input_schema": {}, "defer_loading": True}]),
            "hosted_tool",
            id="deferred",
        ),
        pytest.param(
            responses({"type": "additional_tools", "role": "developer", "tools": []}),
            "hosted_tool",
            id="tools-later",
        ),
        pytest.param(chat(response_format={"type": "json_schema"}), "schema", id="a-schema"),
        pytest.param(
            responses(text={"format": {"type": "json_schema"}}), "schema", id="a-schema-on-responses"
        ),
        pytest.param(
            gemini(generationConfig={"responseSchema": {"type": "OBJECT"}}), "schema", id="a-response-schema"
        ),
        pytest.param(
            responses({"type": "reasoning", "encrypted_content": "gAAA"}),
            "hidden_reasoning",
            id="encrypted-thoughts",
        ),
        pytest.param(
            responses(
                {"type": "reasoning", "id": "rs_1", "summary": [{"type": "summary_text", "text": "a"}]}
            ),
            "hidden_reasoning",
            id="thoughts-by-their-id",
        ),
        pytest.param(
            responses({"type": "reasoning", "content": [{"type": "reasoning_text", "text": "a"}]}),
            None,
            id="thoughts-in-full",
        ),
        pytest.param(responses(user(type="input_text", text='"reasoning"')), None, id="talk-about-thoughts"),
        pytest.param(
            chat(
                {"role": "assistant", "reasoning_details": [{"type": "reasoning.encrypted", "data": "gAAA"}]}
            ),
            "hidden_reasoning",
            id="encrypted-thoughts-of-a-gateway",
        ),
        pytest.param(responses(previous_response_id="resp_1"), "held_elsewhere", id="an-earlier-response"),
        pytest.param(gemini(cachedContent="cachedContents/a"), "held_elsewhere", id="a-cached-resource"),
        pytest.param(responses({"type": "compaction", "id": "c"}), "held_elsewhere", id="a-compaction"),
        pytest.param(responses(reasoning={"mode": "pro"}), "hidden_samples", id="pro-mode"),
    ],
)
def test_what_no_text_shows_is_named(sent: tuple[str, Any], kind: str | None) -> None:
    """Such a request is not estimated: an unknown is better than a wrong number."""
    name, body = sent
    assert hidden(wire.request(name, json.dumps(body).encode())) == kind


def test_a_model_that_searches_by_its_name() -> None:
    """OpenRouter's `:online` adds pages to the prompt."""
    body = json.dumps({"model": "openai/gpt-4o:online", "messages": [USER]}).encode()
    assert hidden(wire.request("openai_chat", body)) == "hosted_tool"
