"""Anthropic's events (https://platform.claude.com/docs/en/build-with-claude/streaming)."""

from collections.abc import Iterator

from agentbench.harness.simulate.wires.streamed.pieces import dumped, members, named_events, objects, pieces
from agentbench.harness.simulate.wires.streamed.protocol import Json

CUMULATIVE = ("input_tokens", "cache_creation_input_tokens", "cache_read_input_tokens", "output_tokens")
"""Counts that `message_delta` gives again; the split of the writes stands in `message_start` only."""


def events(answer: Json, request: Json) -> bytes:
    """A message's start, its blocks, and its end; the prompt's usage comes with the start, all of it with the end."""
    return named_events(_events(answer))


def _events(answer: Json) -> Iterator[Json]:
    usage = members(answer["usage"])
    begun = {**answer, "content": [], "stop_reason": None, "usage": {**usage, "output_tokens": 1}}
    yield {"type": "message_start", "message": begun}
    for index, block in enumerate(objects(answer["content"])):
        text = block["type"] == "text"
        empty = {**block, "text": ""} if text else {**block, "input": {}}
        yield {"type": "content_block_start", "index": index, "content_block": empty}
        for piece in pieces(str(block["text"]) if text else dumped(block["input"]).decode()):
            delta = {"type": "text_delta", "text": piece}
            if not text:
                delta = {"type": "input_json_delta", "partial_json": piece}
            yield {"type": "content_block_delta", "index": index, "delta": delta}
        yield {"type": "content_block_stop", "index": index}
    yield {
        "type": "message_delta",
        "delta": {"stop_reason": answer["stop_reason"], "stop_sequence": None},
        "usage": {name: usage[name] for name in CUMULATIVE},
    }
    yield {"type": "message_stop"}
