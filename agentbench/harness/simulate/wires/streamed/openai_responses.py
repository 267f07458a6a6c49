"""Responses' events (https://platform.openai.com/docs/api-reference/responses-streaming)."""

from collections.abc import Iterator

from agentbench.harness.simulate.wires.streamed.pieces import named_events, objects, pieces
from agentbench.harness.simulate.wires.streamed.protocol import Json


def events(answer: Json, request: Json) -> bytes:
    """Numbered events: the response begun, its items, and in the end the whole response with its usage."""
    return named_events(
        {"type": event["type"], "sequence_number": number, **event}
        for number, event in enumerate(_events(answer))
    )


def _events(answer: Json) -> Iterator[Json]:
    begun = {**answer, "status": "in_progress", "output": [], "usage": None}
    yield {"type": "response.created", "response": begun}
    yield {"type": "response.in_progress", "response": begun}
    for index, item in enumerate(objects(answer["output"])):
        said = item["type"] == "message"
        empty: Json = {"content": []} if said else {"arguments": ""}
        added = {**item, **empty, "status": "in_progress"}
        yield {"type": "response.output_item.added", "output_index": index, "item": added}
        where = {"item_id": item["id"], "output_index": index}
        yield from _message(item, where) if said else _call(item, where)
        yield {"type": "response.output_item.done", "output_index": index, "item": item}
    yield {"type": "response.completed", "response": answer}


def _message(item: Json, where: Json) -> Iterator[Json]:
    for index, part in enumerate(objects(item["content"])):
        at = {**where, "content_index": index}
        yield {"type": "response.content_part.added", **at, "part": {**part, "text": ""}}
        for piece in pieces(str(part["text"])):
            yield {"type": "response.output_text.delta", **at, "delta": piece, "logprobs": []}
        yield {"type": "response.output_text.done", **at, "text": part["text"], "logprobs": []}
        yield {"type": "response.content_part.done", **at, "part": part}


def _call(item: Json, where: Json) -> Iterator[Json]:
    for piece in pieces(str(item["arguments"])):
        yield {"type": "response.function_call_arguments.delta", **where, "delta": piece}
    yield {"type": "response.function_call_arguments.done", **where, "arguments": item["arguments"]}
