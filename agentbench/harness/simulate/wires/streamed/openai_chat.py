"""Chat Completions' chunks (https://platform.openai.com/docs/api-reference/chat-streaming)."""

from collections.abc import Iterator

from agentbench.harness.simulate.wires.streamed.pieces import data_events, members, objects, pieces
from agentbench.harness.simulate.wires.streamed.protocol import Json


def chunks(answer: Json, request: Json) -> bytes:
    """A completion's deltas, with usage in the last chunk where the request asks for it."""
    head = {**answer, "object": "chat.completion.chunk"}
    usage = head.pop("usage")
    options = request.get("stream_options")
    found: list[Json] = [{**head, "choices": [choice]} for choice in _choices(answer)]
    if isinstance(options, dict) and options.get("include_usage"):
        found = [*({**chunk, "usage": None} for chunk in found), {**head, "choices": [], "usage": usage}]
    return data_events(found) + b"data: [DONE]\n\n"


def _choices(answer: Json) -> Iterator[Json]:
    (whole,) = objects(answer["choices"])
    for delta in _deltas(members(whole["message"])):
        yield {"index": 0, "delta": delta, "finish_reason": None}
    yield {**{name: value for name, value in whole.items() if name != "message"}, "delta": {}}


def _deltas(message: Json) -> Iterator[Json]:
    yield {"role": "assistant", "content": "" if message["content"] else None}
    for piece in pieces(str(message["content"] or "")):
        yield {"content": piece}
    for index, call in enumerate(objects(message.get("tool_calls", []))):
        function = members(call["function"])
        yield {"tool_calls": [{**call, "index": index, "function": {**function, "arguments": ""}}]}
        for piece in pieces(str(function["arguments"])):
            yield {"tool_calls": [{"index": index, "function": {"arguments": piece}}]}
