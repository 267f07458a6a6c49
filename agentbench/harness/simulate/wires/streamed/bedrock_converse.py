"""ConverseStream's events (https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_ConverseStream.html)."""

from collections.abc import Iterator

from agentbench.harness.simulate.wires.streamed.eventstream import message
from agentbench.harness.simulate.wires.streamed.pieces import dumped, members, objects, pieces
from agentbench.harness.simulate.wires.streamed.protocol import Json


def messages(answer: Json, request: Json) -> bytes:
    """A message's start, its blocks, its stop, and behind it the usage, each event in a binary frame."""
    return b"".join(message(kind, dumped(payload)) for kind, payload in _events(answer))


def _events(answer: Json) -> Iterator[tuple[str, Json]]:
    said = members(members(answer["output"])["message"])
    yield "messageStart", {"role": said["role"]}
    for index, block in enumerate(objects(said["content"])):
        at = {"contentBlockIndex": index}
        for kind, inner in _call(members(block["toolUse"])) if "toolUse" in block else _text(block):
            yield kind, {**at, **inner}
        yield "contentBlockStop", at
    yield "messageStop", {"stopReason": answer["stopReason"]}
    yield "metadata", {"usage": answer["usage"], "metrics": answer["metrics"]}


def _text(block: Json) -> Iterator[tuple[str, Json]]:
    # no start: only a call has something to say there
    for piece in pieces(str(block["text"])):
        yield "contentBlockDelta", {"delta": {"text": piece}}


def _call(call: Json) -> Iterator[tuple[str, Json]]:
    begun = {name: value for name, value in call.items() if name != "input"}
    yield "contentBlockStart", {"start": {"toolUse": begun}}
    for piece in pieces(dumped(call["input"]).decode()):
        yield "contentBlockDelta", {"delta": {"toolUse": {"input": piece}}}
