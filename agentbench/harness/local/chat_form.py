"""A request and its answer on any of the server's wires, as the chat messages that its template is given.

The server turns the other wires into chat messages itself before it renders them; this is the same, written from
its behaviour, so that prompts can be rendered and counted apart from the answer. A wrong word here would show: the
count would differ from the prompt tokens that the server reports.
"""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence

Json = Mapping[str, object]
Message = dict[str, object]


def chat_body(path: str, body: bytes) -> Json:
    """The `messages` and `tools` of a request to `/v1/chat/completions`, `/v1/responses` or `/v1/messages`."""
    found = json.loads(body)
    read = next(read for end, read in _REQUESTS.items() if path.endswith(end))
    return read(found)


def reply(path: str, body: bytes) -> Message | None:
    """The answer as an assistant's message, or None where it is none."""
    found = json.loads(body)
    if path.endswith("/chat/completions"):
        return dict(found["choices"][0]["message"])
    items = found["output"] if path.endswith("/responses") else found["content"]
    read = _from_items if path.endswith("/responses") else _from_blocks
    return next(iter(read("assistant", items)), None)


def _chat(body: dict[str, list[Json]]) -> Json:
    return {"messages": body["messages"], "tools": body.get("tools", [])}


def _anthropic(body: dict[str, list[dict[str, object]]]) -> Json:
    system = _text(body.get("system"))
    messages: list[Message] = [] if system is None else [{"role": "system", "content": system}]
    for each in body["messages"]:
        messages += _from_blocks(str(each["role"]), each["content"])
    tools = [
        _function(
            {"name": t["name"], "description": t.get("description", ""), "parameters": t["input_schema"]}
        )
        for t in body.get("tools", [])
    ]
    return {"messages": messages, "tools": tools}


def _responses(body: dict[str, list[dict[str, object]]]) -> Json:
    instructions = body.get("instructions")
    messages: list[Message] = [{"role": "system", "content": instructions}] if instructions else []
    messages += _from_items("user", body["input"])
    kept = ("name", "description", "parameters")
    tools = [_function({k: t[k] for k in kept if k in t}) for t in body.get("tools", [])]
    return {"messages": messages, "tools": tools}


_REQUESTS: Mapping[str, Callable[[dict[str, list[dict[str, object]]]], Json]] = {
    "/chat/completions": _chat,  # type: ignore[dict-item]  # its messages are passed on as they are
    "/messages": _anthropic,
    "/responses": _responses,
}


def _from_blocks(role: str, content: object) -> Iterator[Message]:
    """Messages of one Anthropic message: tool results are messages of their own."""
    blocks = content if isinstance(content, list) else [{"type": "text", "text": content}]
    calls = [_call(b["id"], b["name"], json.dumps(b["input"])) for b in blocks if b["type"] == "tool_use"]
    texts = [{"type": "text", "text": b["text"]} for b in blocks if b["type"] == "text"]
    if texts or calls:
        # several texts stay apart: the server joins them in its own way
        content = texts if len(texts) > 1 else _text(texts) or ""
        yield {"role": role, "content": content, **({"tool_calls": calls} if calls else {})}
    for block in blocks:
        if block["type"] == "tool_result":
            yield {
                "role": "tool",
                "tool_call_id": block["tool_use_id"],
                "content": _text(block.get("content")) or "",
            }


def _from_items(role: str, items: object) -> Iterator[Message]:
    """Messages of Responses' input or output items."""
    listed = items if isinstance(items, list) else [{"role": role, "content": items}]
    for item in listed:
        match item.get("type", "message"):
            case "function_call":
                call = _call(item["call_id"], item["name"], item["arguments"])
                yield {"role": "assistant", "content": "", "tool_calls": [call]}
            case "function_call_output":
                yield {
                    "role": "tool",
                    "tool_call_id": item["call_id"],
                    "content": _text(item["output"]) or "",
                }
            case "message":
                yield {"role": item["role"], "content": _text(item["content"]) or ""}


def _text(content: object) -> str | None:
    if isinstance(content, Sequence) and not isinstance(content, str):
        parts = [str(part["text"]) for part in content if isinstance(part, dict) and "text" in part]
        return "".join(parts) if parts else None
    return None if content is None else str(content)


def _call(call_id: object, name: object, arguments: object) -> Message:
    return {"id": call_id, "type": "function", "function": {"name": name, "arguments": arguments}}


def _function(definition: Json) -> Json:
    return {"type": "function", "function": definition}
