"""`POST /v1/messages` (https://platform.claude.com/docs/en/api/messages)."""

from agentbench.harness.simulate.script import Line
from agentbench.tape.exchange import Usage


def words(line: Line, model: str, usage: Usage) -> dict[str, object]:
    """A message; usage is exclusive: input, writes and reads add up to the prompt."""
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
