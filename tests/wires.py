"""One prompt (system text, tools, a question) as each wire format writes it, for tests that hold on all of them."""

import json
from collections.abc import Callable, Mapping, Sequence

from agentbench.tape import wire
from agentbench.tape.exchange import Request

Body = dict[str, object]
Tools = Mapping[str, str]
"""Name to description, in order."""


def _schema() -> Body:
    return {"type": "object", "properties": {"city": {"type": "string"}}}


def _chat(system: Sequence[str], tools: Tools) -> Body:
    leading = [{"role": "system", "content": text} for text in system]
    return {
        "model": "m",
        "messages": [*leading, {"role": "user", "content": "hello"}],
        "tools": [
            {"type": "function", "function": {"name": name, "description": said, "parameters": _schema()}}
            for name, said in tools.items()
        ],
    }


def _responses(system: Sequence[str], tools: Tools) -> Body:
    leading = [{"role": "developer", "content": text} for text in system]
    return {
        "model": "m",
        "input": [*leading, {"role": "user", "content": "hello"}],
        "tools": [
            {"type": "function", "name": name, "description": said, "parameters": _schema()}
            for name, said in tools.items()
        ],
    }


def _anthropic(system: Sequence[str], tools: Tools) -> Body:
    return {
        "model": "m",
        "max_tokens": 9,
        "system": [{"type": "text", "text": text} for text in system],
        "tools": [
            {"name": name, "description": said, "input_schema": _schema()} for name, said in tools.items()
        ],
        "messages": [{"role": "user", "content": "hello"}],
    }


def _bedrock(system: Sequence[str], tools: Tools) -> Body:
    specs = [
        {"toolSpec": {"name": name, "description": said, "inputSchema": {"json": _schema()}}}
        for name, said in tools.items()
    ]
    return {
        "modelId": "m",
        "system": [{"text": text} for text in system],
        "toolConfig": {"tools": specs},
        "messages": [{"role": "user", "content": [{"text": "hello"}]}],
    }


def _gemini(system: Sequence[str], tools: Tools) -> Body:
    declared = [{"name": name, "description": said, "parameters": _schema()} for name, said in tools.items()]
    return {
        "systemInstruction": {"parts": [{"text": text} for text in system]},
        "tools": [{"functionDeclarations": declared}],
        "contents": [{"role": "user", "parts": [{"text": "hello"}]}],
    }


BODIES: Mapping[str, Callable[[Sequence[str], Tools], Body]] = {
    "openai_chat": _chat,
    "cohere_v2": _chat,
    "openai_responses": _responses,
    "anthropic_messages": _anthropic,
    "bedrock_converse": _bedrock,
    "gemini_generate": _gemini,
}
"""Wire format to what writes the prompt's body; every format that is read is here."""


def sent(name: str, system: Sequence[str], tools: Tools) -> Request:
    """The prompt as a request on this wire."""
    return wire.request(name, json.dumps(BODIES[name](system, tools)).encode())
