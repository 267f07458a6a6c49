"""`POST /v1/chat/completions` (https://platform.openai.com/docs/api-reference/chat/object), and OpenRouter's."""

import json

from agentbench.harness.simulate.script import Line
from agentbench.tape.exchange import Usage


def words(line: Line, model: str, usage: Usage) -> dict[str, object]:
    """A completion; usage is inclusive: cached tokens are a part of the prompt's."""
    return {
        "id": f"chatcmpl-{line.id}",
        "object": "chat.completion",
        "created": 0,
        "model": model,
        "choices": [_choice(line)],
        "usage": _usage(usage),
    }


def openrouter(line: Line, model: str, usage: Usage) -> dict[str, object]:
    """The same from OpenRouter, which names the host that served it."""
    native = {**_choice(line), "native_finish_reason": "tool_calls" if line.calls else "stop"}
    return {**words(line, model, usage), "id": f"gen-{line.id}", "provider": "Simulated", "choices": [native]}


def _choice(line: Line) -> dict[str, object]:
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
    return {
        "index": 0,
        "message": message,
        "logprobs": None,
        "finish_reason": "tool_calls" if line.calls else "stop",
    }


def _usage(usage: Usage) -> dict[str, object]:
    prompt, output = usage.input_total or 0, usage.output or 0
    details: dict[str, object] = {"cached_tokens": usage.read or 0, "audio_tokens": 0}
    if usage.write is not None:
        details["cache_write_tokens"] = usage.write
    return {
        "prompt_tokens": prompt,
        "completion_tokens": output,
        "total_tokens": prompt + output,
        "prompt_tokens_details": details,
        "completion_tokens_details": {"reasoning_tokens": 0, "audio_tokens": 0},
    }
