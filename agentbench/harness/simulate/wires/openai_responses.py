"""`POST /v1/responses` (https://platform.openai.com/docs/api-reference/responses/object)."""

import json

from agentbench.harness.simulate.script import Line
from agentbench.tape.exchange import Usage


def words(line: Line, model: str, usage: Usage) -> dict[str, object]:
    """A response; usage is inclusive."""
    return {
        "id": f"resp_{line.id}",
        "object": "response",
        "created_at": 0,
        "status": "completed",
        "error": None,
        "incomplete_details": None,
        "instructions": None,
        "model": model,
        "output": _output(line),
        "parallel_tool_calls": True,
        "temperature": 1.0,
        "tool_choice": "auto",
        "tools": [],
        "top_p": 1.0,
        "usage": _usage(usage),
        "metadata": {},
    }


def _output(line: Line) -> list[dict[str, object]]:
    items: list[dict[str, object]] = []
    if line.step.say:
        text = {"type": "output_text", "text": line.step.say, "annotations": []}
        items.append(
            {
                "type": "message",
                "id": f"msg_{line.id}",
                "status": "completed",
                "role": "assistant",
                "content": [text],
            }
        )
    items += [
        {
            "type": "function_call",
            "id": f"fc_{id_}",
            "call_id": f"call_{id_}",
            "name": name,
            "arguments": json.dumps(dict(args), ensure_ascii=False),
            "status": "completed",
        }
        for id_, name, args in line.calls
    ]
    return items


def _usage(usage: Usage) -> dict[str, object]:
    details: dict[str, object] = {"cached_tokens": usage.read or 0}
    if usage.write is not None:
        details["cache_write_tokens"] = usage.write
    total, output = usage.input_total or 0, usage.output or 0
    return {
        "input_tokens": total,
        "input_tokens_details": details,
        "output_tokens": output,
        "output_tokens_details": {"reasoning_tokens": 0},
        "total_tokens": total + output,
    }
