"""Chunks of `:streamGenerateContent?alt=sse` (https://ai.google.dev/api/generate-content).

Each chunk is an answer of its own with the next piece of text or one whole call. All of them count the prompt, what was
cached of it too; only the last counts what was said, and has the reason for the end.
"""

from collections.abc import Iterator

from agentbench.harness.simulate.wires.streamed.pieces import data_events, members, objects, pieces
from agentbench.harness.simulate.wires.streamed.protocol import Json


def chunks(answer: Json, request: Json) -> bytes:
    """The answer's chunks, one per part."""
    return data_events(_chunks(answer))


def _chunks(answer: Json) -> Iterator[Json]:
    (whole,) = objects(answer["candidates"])
    content = members(whole["content"])
    usage = members(answer["usageMetadata"])
    counted = {name: count for name, count in usage.items() if name != "candidatesTokenCount"}
    prompt = {**counted, "totalTokenCount": usage["promptTokenCount"]}
    parts = list(_parts(content))
    for part in parts[:-1]:
        candidate = {"content": {**content, "parts": [part]}, "index": whole["index"]}
        yield {**answer, "candidates": [candidate], "usageMetadata": prompt}
    yield {**answer, "candidates": [{**whole, "content": {**content, "parts": parts[-1:]}}]}


def _parts(content: Json) -> Iterator[Json]:
    for part in objects(content["parts"]):
        if "text" not in part:
            yield part
        for piece in pieces(str(part.get("text", ""))):
            yield {**part, "text": piece}
