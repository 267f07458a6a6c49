"""A whole answer as the server-sent events of a stream, worded as each vendor words them."""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence

Streamed = Callable[[Mapping[str, object], Mapping[str, object]], bytes]
"""The JSON of an answer and of its request to the body of a stream."""
Json = Mapping[str, object]

PIECE = 24
"""Characters of text or arguments per event."""


def anthropic_events(answer: Json, request: Json) -> bytes:
    """Anthropic's events (https://platform.claude.com/docs/en/build-with-claude/streaming)."""
    return b"".join(
        b"event: %s\ndata: %s\n\n" % (str(event["type"]).encode(), _dumped(event))
        for event in _anthropic(answer)
    )


def _anthropic(answer: Json) -> Iterator[Json]:
    usage = answer["usage"]
    assert isinstance(usage, dict)
    begun = {**answer, "content": [], "stop_reason": None, "usage": {**usage, "output_tokens": 1}}
    yield {"type": "message_start", "message": begun}
    for index, block in enumerate(_objects(answer["content"])):
        text = block["type"] == "text"
        empty = {**block, "text": ""} if text else {**block, "input": {}}
        yield {"type": "content_block_start", "index": index, "content_block": empty}
        for piece in _pieces(str(block["text"]) if text else _dumped(block["input"]).decode()):
            delta = {"type": "text_delta", "text": piece}
            if not text:
                delta = {"type": "input_json_delta", "partial_json": piece}
            yield {"type": "content_block_delta", "index": index, "delta": delta}
        yield {"type": "content_block_stop", "index": index}
    ended = {"stop_reason": answer["stop_reason"], "stop_sequence": None}
    yield {
        "type": "message_delta",
        "delta": ended,
        "usage": {"output_tokens": usage["output_tokens"]},
    }
    yield {"type": "message_stop"}


def chat_chunks(answer: Json, request: Json) -> bytes:
    """Chat Completions' chunks, usage in the last one where the request asks for it.

    Source: https://platform.openai.com/docs/api-reference/chat-streaming
    """
    head = {**answer, "object": "chat.completion.chunk"}
    usage = head.pop("usage")
    options = request.get("stream_options")
    chunks: list[Json] = [{**head, "choices": [choice]} for choice in _choices(answer)]
    if isinstance(options, dict) and options.get("include_usage"):
        chunks = [*({**chunk, "usage": None} for chunk in chunks), {**head, "choices": [], "usage": usage}]
    return b"".join(b"data: %s\n\n" % _dumped(chunk) for chunk in chunks) + b"data: [DONE]\n\n"


def _choices(answer: Json) -> Iterator[Json]:
    (whole,) = _objects(answer["choices"])
    message = whole["message"]
    assert isinstance(message, dict)
    for delta in _deltas(message):
        yield {"index": 0, "delta": delta, "finish_reason": None}
    yield {**{name: value for name, value in whole.items() if name != "message"}, "delta": {}}


def _deltas(message: Json) -> Iterator[Json]:
    yield {"role": "assistant", "content": "" if message["content"] else None}
    for piece in _pieces(str(message["content"] or "")):
        yield {"content": piece}
    for index, call in enumerate(_objects(message.get("tool_calls", []))):
        function = call["function"]
        assert isinstance(function, dict)
        yield {"tool_calls": [{**call, "index": index, "function": {**function, "arguments": ""}}]}
        for piece in _pieces(str(function["arguments"])):
            yield {"tool_calls": [{"index": index, "function": {"arguments": piece}}]}


def _pieces(text: str) -> Iterator[str]:
    return (text[at : at + PIECE] for at in range(0, len(text), PIECE))


def _objects(value: object) -> Sequence[Mapping[str, object]]:
    assert isinstance(value, list)
    return value


def _dumped(value: object) -> bytes:
    return json.dumps(value, ensure_ascii=False).encode()
