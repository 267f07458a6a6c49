"""Scripted answers in the vendors' wire formats, usage fields spelled as the vendors spell them."""

import json
from collections.abc import Callable, Mapping

from agentbench.harness.simulate.script import Line
from agentbench.tape.exchange import Usage


def anthropic_messages(line: Line, model: str, usage: Usage) -> dict[str, object]:
    """An answer of `POST /v1/messages` (https://platform.claude.com/docs/en/api/messages)."""
    content: list[dict[str, object]] = []
    if line.step.say:
        content.append({"type": "text", "text": line.step.say})
    content += [
        {"type": "tool_use", "id": f"toolu_{id_}", "name": name, "input": dict(args)}
        for id_, name, args in line.calls
    ]
    return {
        "id": f"msg_{line.id}",
        "type": "message",
        "role": "assistant",
        "model": model,
        "content": content,
        "stop_reason": "tool_use" if line.calls else "end_turn",
        "stop_sequence": None,
        "usage": {
            "input_tokens": usage.uncached or 0,
            "cache_creation_input_tokens": usage.write or 0,
            "cache_read_input_tokens": usage.read or 0,
            "cache_creation": {
                "ephemeral_5m_input_tokens": usage.write_5m or 0,
                "ephemeral_1h_input_tokens": usage.write_1h or 0,
            },
            "output_tokens": usage.output or 0,
            "service_tier": "standard",
        },
    }


def openai_chat(line: Line, model: str, usage: Usage) -> dict[str, object]:
    """An answer of `POST /v1/chat/completions` (https://platform.openai.com/docs/api-reference/chat/object)."""
    message: dict[str, object] = {"role": "assistant", "content": line.step.say, "refusal": None}
    if line.calls:
        message["tool_calls"] = [
            {
                "id": f"call_{id_}",
                "type": "function",
                "function": {"name": name, "arguments": json.dumps(dict(args), ensure_ascii=False)},
            }
            for id_, name, args in line.calls
        ]
    prompt, output = usage.input_total or 0, usage.output or 0
    return {
        "id": f"chatcmpl-{line.id}",
        "object": "chat.completion",
        "created": 0,
        "model": model,
        "choices": [
            {
                "index": 0,
                "message": message,
                "logprobs": None,
                "finish_reason": "tool_calls" if line.calls else "stop",
            }
        ],
        "usage": {
            "prompt_tokens": prompt,
            "completion_tokens": output,
            "total_tokens": prompt + output,
            "prompt_tokens_details": {"cached_tokens": usage.read or 0, "audio_tokens": 0},
            "completion_tokens_details": {"reasoning_tokens": 0, "audio_tokens": 0},
        },
    }


Wire = Callable[[Line, str, Usage], Mapping[str, object]]

WIRES: Mapping[str, Wire] = {"/v1/messages": anthropic_messages, "/v1/chat/completions": openai_chat}
"""Path of the endpoint to the shape of its answers."""

FORMATS: Mapping[str, str] = {"/v1/messages": "anthropic_messages", "/v1/chat/completions": "openai_chat"}
"""Path of the endpoint to the name of its wire format."""
